import type { Page } from '@playwright/test';

/** Milliseconds over which frames are counted: one late frame is no slow second. */
const WINDOW = 500;

/** Milliseconds from the start of navigation until what `selector` finds has been painted. */
export async function paintedAfter(page: Page, path: string, selector: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look);
          // The frame that shows it ends after this callback.
          return setTimeout(() => resolve(performance.now()));
        };
        requestAnimationFrame(look);
      }),
    selector,
  );
}

/** The times of the frames that a page draws in the next so many milliseconds. */
export function watchFrames(page: Page, duration: number): Promise<number[]> {
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const stamps: number[] = [];
        const end = performance.now() + length;
        const frame = (now: number) => {
          stamps.push(now);
          if (now < end) requestAnimationFrame(frame);
          else resolve(stamps);
        };
        requestAnimationFrame(frame);
      }),
    duration,
  );
}

/** Frames per second in the slowest half second. */
export function slowestRate(stamps: readonly number[]): number {
  const counts = stamps
    .filter((start) => start + WINDOW <= (stamps.at(-1) ?? 0))
    .map((start) => stamps.filter((at) => at >= start && at < start + WINDOW).length);
  return Math.min(...counts) / (WINDOW / 1000);
}
