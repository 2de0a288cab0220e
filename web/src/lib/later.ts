import { keepInputForReload } from './form-recovery.ts';
import { toast, toastError } from './toast.ts';

/** Milliseconds within which the page is not reloaded by itself a second time. */
const RELOAD_PAUSE = 60_000;
const KEY = 'reloadedAt';

/** Whether the server answers: a chunk that does not come is then gone, not out of reach. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/config.json', { cache: 'no-store' })).ok;
  } catch {
    // No network is an answer too.
    return false;
  }
}

/** Loads the page again; what was typed and is not saved is offered afterwards. */
export function reload(): void {
  keepInputForReload();
  location.reload();
}

/**
 * After a deployment the files of the version that this tab runs are gone. Nothing that is on the
 * screen is taken away for it: the toast offers the reload.
 */
async function reportMissing(): Promise<void> {
  if (!(await serverAnswers())) {
    toastError('This could not be loaded. Check your network and try again.');
    return;
  }
  toast({
    title: 'Almanac was updated',
    description: 'Reload to use the new version.',
    action: { label: 'Reload', onSelect: reload },
  });
}

/** Fetches code when it is needed. If it does not come, says so and throws what `import()` threw. */
export async function importChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (error) {
    void reportMissing();
    throw error;
  }
}

/**
 * Reloads the page for a screen whose code is gone, unless that was just tried or the server does
 * not answer. Resolves to whether it does.
 */
export async function reloadForChunk(): Promise<boolean> {
  const reloadedAt = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - reloadedAt < RELOAD_PAUSE || !(await serverAnswers())) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  reload();
  return true;
}

/** Milliseconds after which idle work begins even on a page that is never idle. */
const LATEST = 2000;
/** Milliseconds after which a hidden tab, which draws nothing, goes on without a frame. */
const FRAME_LATEST = 200;

function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
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

/** Resolves in a task of its own, so that the browser can draw and listen in between. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
