import { keepInputForReload } from './form-recovery.ts';
import { toast, toastError } from './toast.ts';

/** Milliseconds within which the page does not reload itself a second time. */
const RELOAD_PAUSE = 60_000;
const KEY = 'reloadedAt';

/** Whether the server answers: a chunk that could not be loaded is then gone, not unreachable. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/config.json', { cache: 'no-store' })).ok;
  } catch {
    // No network: it does not answer.
    return false;
  }
}

/** Reloads the page; what was typed and is not saved is offered afterwards. */
export function reload(): void {
  keepInputForReload();
  location.reload();
}

/**
 * After a deployment the files of this tab's version are gone. The screen stays as it is, and a toast
 * offers a reload.
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

/** Loads a chunk. If that fails, a toast says so, and what `import()` threw is thrown. */
export async function importChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (error) {
    void reportMissing();
    throw error;
  }
}

/**
 * Reloads the page for a screen whose chunk is gone, unless that was just tried or the server does
 * not answer. Resolves to whether it reloads.
 */
export async function reloadForChunk(): Promise<boolean> {
  const reloadedAt = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - reloadedAt < RELOAD_PAUSE || !(await serverAnswers())) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  reload();
  return true;
}

/** Milliseconds after which idle work starts even if the page is never idle. */
const LATEST = 2000;

function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
}

/** Runs `work` once the page is loaded and idle; returns a function that cancels it. */
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

/** Resolves in a new task, so that the browser can paint and handle input in between. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
