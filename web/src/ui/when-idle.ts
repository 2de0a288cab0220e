/** Milliseconds after which a page that never rests is taken for idle. */
const AT_THE_LATEST = 2000;

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
}

function rest(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: AT_THE_LATEST });
    else setTimeout(resolve, AT_THE_LATEST / 4);
  });
}

let turn: Promise<void> | undefined;

/**
 * Resolves once the page has loaded and the browser has nothing better to do. Whoever waits has a
 * turn of their own, so that many small things do not become one that holds the page up.
 */
export function whenIdle(): Promise<void> {
  turn = (turn ?? loaded()).then(rest);
  return turn;
}
