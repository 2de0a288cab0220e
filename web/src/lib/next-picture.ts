/** Milliseconds after which a tab that nobody sees, and that draws nothing, goes on all the same. */
const PATIENCE = 200;

/** Resolves after the browser has drawn what React has made of the page. */
export function nextPicture(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
