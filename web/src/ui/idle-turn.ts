import { whenIdle } from '../lib/when-idle.ts';

function whenLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
}

let turn: Promise<unknown> | undefined;

async function workAfter(before: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  await before;
  await new Promise<void>((resolve) => void whenIdle(resolve));
  await work();
}

/**
 * Does something that can wait when the page has loaded with its data, is idle, and everybody who
 * asked before is done: so it is drawn piece by piece. Rejects as `work` does.
 */
export function inIdleTurn(work: () => Promise<void>): Promise<void> {
  const done = workAfter(turn ?? whenLoaded(), work);
  // What failed is its caller's to tell; the next one has its turn all the same.
  turn = Promise.allSettled([done]);
  return done;
}
