import { hasSessionCookie } from '../lib/supabase.ts';

/** Milliseconds for which what is on this device is waited for before anything is drawn. */
const PATIENCE = 500;

const copyRead = Promise.withResolvers<void>();
const drawn = Promise.withResolvers<void>();

/** What is on this device can be drawn, or there is none of it. */
export const markCopyRead = copyRead.resolve;

/** The app is drawn. */
export const markDrawn = drawn.resolve;

/** Resolves when the app is drawn: what is not needed for that may begin. */
export const whenDrawn = drawn.promise;

/**
 * Resolves when what is on this device can be drawn, or will not be soon: who was here before sees
 * their rows in the first frame.
 */
export async function whenCopyRead(): Promise<void> {
  if (!hasSessionCookie()) return;
  const timer = setTimeout(copyRead.resolve, PATIENCE);
  await copyRead.promise;
  clearTimeout(timer);
}
