import { whenIdle as runWhenIdle } from '../lib/when-idle.ts';

let idle: Promise<void> | undefined;

/** Resolves once the page has loaded with its data and the browser has nothing better to do. */
export function whenIdle(): Promise<void> {
  idle ??= new Promise((resolve) => {
    const rest = () => void runWhenIdle(resolve);
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true });
  });
  return idle;
}
