import { whenIdle } from '../lib/later.ts';
import { TAB_LOCK } from '../service-worker/requests.ts';

/** Keeps the files of this tab's version in the cache as long as the tab is open, by a shared lock. */
function holdVersion(signal: AbortSignal): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!entry) return;
  const name = `${TAB_LOCK}${new URL(entry.src).pathname}`;
  const hold = () => {
    // A page in the back/forward cache may hold no lock.
    const left = new Promise<void>((resolve) => {
      addEventListener('pagehide', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => resolve());
    });
    navigator.locks
      .request(name, { mode: 'shared' }, () => left)
      .catch((error: unknown) => console.warn('The files of this version are not held.', error));
  };
  hold();
  addEventListener('pageshow', ({ persisted }) => persisted && hold(), { signal });
}

/**
 * Installs the app for starts without a network, and lets new versions take over. Only in production
 * builds, and where browsers allow it: on https and localhost. Returns a function that stops the
 * updates; the worker stays.
 */
export function keepApp(): () => void {
  const stop = new AbortController();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => stop.abort();
  holdVersion(stop.signal);
  const cancel = whenIdle(() => {
    const follow = async () => {
      const { followVersions } = await import('./new-version.ts');
      await followVersions(stop.signal);
    };
    follow().catch((error: unknown) => {
      console.warn('Almanac cannot start without a network on this device.', error);
    });
  });
  stop.signal.addEventListener('abort', cancel);
  return () => stop.abort();
}
