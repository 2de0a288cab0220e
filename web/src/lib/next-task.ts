/** Milliseconds after which a tab that nobody sees, and that draws nothing, goes on all the same. */
const PATIENCE = 200;

/**
 * Resolves in a task of its own, so that the browser can draw and listen in between. Unlike a timer's
 * it is not delayed in a tab that nobody looks at.
 */
export function nextTask(): Promise<void> {
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
