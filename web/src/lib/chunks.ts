import { toast, toastError } from './toast.ts';
import { keepInputForReload } from './form-recovery.ts';

/** Milliseconds within which the page is not reloaded by itself a second time. */
const RELOAD_PAUSE = 60_000;
const KEY = 'reloadedAt';

/** The code of a part of the app could not be fetched; `cause` is what `import()` threw. */
export class ChunkLoadError extends Error {}

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

/** Fetches code when it is needed. If it does not come, says so and throws `ChunkLoadError`. */
export async function importChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (cause) {
    void reportMissing();
    throw new ChunkLoadError('A part of the app could not be loaded.', { cause });
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
