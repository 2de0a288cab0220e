import { setTimeout as delay } from 'node:timers/promises';

/** Longer than a server that was killed needs to come back. */
const PATIENCE = 60_000;

/** Does something until it succeeds: a server that was killed comes back. */
export async function persist<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(100);
    }
  }
}
