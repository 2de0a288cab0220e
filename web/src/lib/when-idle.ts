/** Milliseconds after which idle work begins even on a page that is never idle. */
const LATEST = 2000;

/** Runs something that can wait when the page has nothing else to do; returns the way to call it off. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: LATEST });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, LATEST);
  return () => clearTimeout(timer);
}
