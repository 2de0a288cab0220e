/** Milliseconds after which a page that never rests is taken for idle. */
const AT_THE_LATEST = 2000;

let idle: Promise<void> | undefined;

/** Resolves once the page has loaded and the browser has nothing better to do. */
export function whenIdle(): Promise<void> {
  idle ??= new Promise((resolve) => {
    const rest = () => {
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in window)
        requestIdleCallback(() => resolve(), { timeout: AT_THE_LATEST });
      else setTimeout(resolve, AT_THE_LATEST / 4);
    };
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true });
  });
  return idle;
}
