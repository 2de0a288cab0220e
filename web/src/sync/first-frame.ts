import { hasSessionCookie } from '../lib/supabase.ts';

/** Milliseconds that the first render waits for the device's copy. */
const COPY_TIMEOUT = 500;

/** Milliseconds after which a hidden tab, which has no frames, goes on without one. */
const FRAME_TIMEOUT = 200;

const copyRead = Promise.withResolvers<void>();
const drawn = Promise.withResolvers<void>();

/** The device's copy can be drawn, or there is none. */
export const markCopyRead = copyRead.resolve;

/** The app is rendered. */
export const markDrawn = drawn.resolve;

/** Resolves when the first render is painted: what it did not need may begin. */
export async function whenPainted(): Promise<void> {
  await drawn.promise;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FRAME_TIMEOUT);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/**
 * Resolves when the device's copy can be drawn, or after a timeout, so that the first frame has rows.
 */
export async function whenCopyRead(): Promise<void> {
  if (!hasSessionCookie()) return;
  const timer = setTimeout(copyRead.resolve, COPY_TIMEOUT);
  await copyRead.promise;
  clearTimeout(timer);
}
