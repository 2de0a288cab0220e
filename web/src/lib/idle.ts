import { queryClient } from './query-client.ts';

/** Milliseconds after which idle work begins even on a page that is never idle. */
const LATEST = 2000;
/** Milliseconds after which data that are still on their way are no longer waited for. */
const DATA_LATEST = 5000;
/** Milliseconds after which a hidden tab, which draws nothing, goes on without a frame. */
const FRAME_LATEST = 200;

function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
}

/** Resolves when nothing is being read: a page that waits for its data only looks idle. */
function queriesSettled(): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(limit);
      unsubscribe();
      resolve();
    };
    const check = () => {
      if (queryClient.isFetching() === 0) finish();
    };
    const limit = setTimeout(finish, DATA_LATEST);
    const unsubscribe = queryClient.getQueryCache().subscribe(check);
    check();
  });
}

/** Runs work that can wait once the page is loaded and idle; returns the way to call it off. */
export function whenIdle(work: () => void): () => void {
  const stop = new AbortController();
  const run = () => {
    if (!stop.signal.aborted) work();
  };
  const wait = async () => {
    await pageLoaded();
    await queriesSettled();
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LATEST });
    // Safari has no requestIdleCallback.
    else setTimeout(run, LATEST / 4);
  };
  void wait();
  return () => stop.abort();
}

/** Resolves after the browser has drawn what React has made of the page. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_LATEST);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/**
 * Resolves in a task of its own, so that the browser can draw and listen in between. Unlike a timer's
 * it is not delayed in a tab that nobody looks at.
 */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
