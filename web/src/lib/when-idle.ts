import { queryClient } from './query-client.ts';

/** Milliseconds after which idle work begins even on a page that is never idle. */
const LATEST = 2000;
/** Milliseconds after which data that are still on their way are not waited for any longer. */
const DATA_LATEST = 5000;

/** Calls `proceed` once nothing is being read: a page that waits for its data only looks idle. */
function whenRead(proceed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    clearTimeout(limit);
    unsubscribe();
  };
  const finish = () => {
    end();
    proceed();
  };
  const look = () => {
    clearTimeout(timer);
    if (queryClient.isFetching() > 0) return;
    // One reading often begins in the same moment in which another ends.
    timer = setTimeout(() => {
      if (queryClient.isFetching() === 0) finish();
    });
  };
  const limit = setTimeout(finish, DATA_LATEST);
  const unsubscribe = queryClient.getQueryCache().subscribe(look);
  look();
  return end;
}

/**
 * Runs something that can wait when the page has its data and nothing else to do; returns the way to
 * call it off.
 */
export function whenIdle(work: () => void): () => void {
  let cancel = whenRead(() => {
    if ('requestIdleCallback' in globalThis) {
      const handle = requestIdleCallback(work, { timeout: LATEST });
      cancel = () => cancelIdleCallback(handle);
      return;
    }
    // Safari has no requestIdleCallback.
    const timer = setTimeout(work, LATEST / 4);
    cancel = () => clearTimeout(timer);
  });
  return () => cancel();
}
