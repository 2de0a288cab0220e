import { hasUnsavedInput } from '../lib/form-recovery.ts';
import { reload } from '../lib/later.ts';
import { queryClient } from '../lib/query-client.ts';
import { WORKER_PATH } from '../service-worker/requests.ts';
import { channelJoined } from '../sync/sync.ts';

/** Milliseconds that a busy tab has to answer. */
const ANSWER_TIME = 1000;

/** What tabs ask each other before a new version takes over. */
type TabMessage = 'is anybody busy?' | 'busy';

/** Whether a reload would interrupt somebody: an open dialog or note, text that is not saved. */
function isBusy(): boolean {
  const open = document.querySelector('[role=dialog], [role=alertdialog], [data-keeps-text]');
  const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])');
  // Also a name or a password, which form recovery leaves out.
  const isFilledIn = [...fields].some(({ value, defaultValue }) => value !== defaultValue);
  return open !== null || isFilledIn || hasUnsavedInput() || queryClient.isMutating() > 0;
}

function post(tabs: BroadcastChannel, message: TabMessage): void {
  const send = tabs.postMessage.bind(tabs);
  send(message);
}

/** Lets a waiting new version take over, unless a tab is busy. */
async function takeOver(
  registration: ServiceWorkerRegistration,
  tabs: BroadcastChannel,
): Promise<void> {
  if (!registration.waiting || isBusy()) return;
  post(tabs, 'is anybody busy?');
  const answered = new Promise<boolean>((resolve) => {
    const receive = ({ data }: MessageEvent<TabMessage>) => data === 'busy' && resolve(true);
    tabs.addEventListener('message', receive);
    setTimeout(() => {
      tabs.removeEventListener('message', receive);
      resolve(false);
    }, ANSWER_TIME);
  });
  if (!(await answered)) registration.waiting?.postMessage('take-over');
}

/** Registers the service worker, and lets new versions take over until the signal aborts. */
export async function followVersions(signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  const tabs = new BroadcastChannel('almanac-version');
  signal.addEventListener('abort', () => tabs.close());
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'is anybody busy?' && isBusy()) post(tabs, 'busy');
  });
  let isOld = false;
  // The first worker replaces no older one.
  let hadWorker = serviceWorker.controller !== null;
  const registration = await serviceWorker.register(WORKER_PATH, { updateViaCache: 'none' });
  if (signal.aborted) return;
  const tryTakeOver = () => {
    takeOver(registration, tabs).catch((error: unknown) => {
      console.warn('The new version could not take over.', error);
    });
  };
  /** A hidden tab reloads into the new version; its data are in the device's copy. */
  const renew = () => {
    if (document.visibilityState !== 'hidden') return;
    if (isOld && !isBusy()) reload();
    else tryTakeOver();
  };
  serviceWorker.addEventListener(
    'controllerchange',
    () => {
      isOld ||= hadWorker;
      hadWorker = true;
      renew();
    },
    { signal },
  );
  document.addEventListener('visibilitychange', renew, { signal });
  const watchNew = () => {
    registration.installing?.addEventListener('statechange', tryTakeOver, { signal });
  };
  registration.addEventListener('updatefound', watchNew, { signal });
  watchNew();
  tryTakeOver();
  // A server that comes back may have a new version.
  const stop = channelJoined.add(() => {
    registration.update().catch((error: unknown) => {
      console.warn('The server could not be asked for a new version.', error);
    });
  });
  signal.addEventListener('abort', stop);
}
