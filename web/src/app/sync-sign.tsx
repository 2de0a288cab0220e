import { useEffect, useState } from 'react';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { useChannelStatus, useSyncStatus } from '../sync/sync.ts';
import { lazyWithRetry } from '../ui/lazy.tsx';

const RefusedDialog = lazyWithRetry(
  async () => (await import('./refused-dialog.tsx')).RefusedDialog,
  {
    onError: ({ onClose }) => onClose(),
  },
);

/** Milliseconds that a change may be on its way, while the server is there, before the sign says so. */
const UNSEEN = 3000;

const look =
  'flex items-center gap-2 rounded-base px-3 py-1.5 text-sm shadow-raised [&_svg]:size-4 [&_svg]:shrink-0';

function count(number: number): string {
  return number === 1 ? '1 change' : `${number} changes`;
}

/** Whether something has been waiting for a while. */
function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsSlow(true), UNSEEN);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}

/** What the sign says about what is on its way; undefined while the device is in step. */
function useWords(waiting: number): string | undefined {
  const isOffline = useChannelStatus() === 'interrupted';
  const isSlow = useIsSlow(waiting > 0);
  if (isOffline) return waiting === 0 ? 'Reconnecting…' : `Offline, ${count(waiting)} waiting`;
  return isSlow ? `${count(waiting)} waiting` : undefined;
}

/**
 * Says how this device stands: offline is no error, what waits is not lost, and what could not be
 * sent can be looked at.
 */
export function SyncSign() {
  const { waiting, refused } = useSyncStatus();
  const words = useWords(waiting);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div
      // Toasts come above it where the screen is narrow (ui/toaster.tsx).
      data-sign={words || refused > 0 ? '' : undefined}
      className="pointer-events-none fixed inset-x-2 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-30 flex flex-wrap justify-center gap-2"
    >
      <output className="contents">
        {words ? (
          <span className={`${look} border border-line bg-raised text-soft`}>
            <CloudOff aria-hidden />
            {words}
          </span>
        ) : null}
      </output>
      {refused > 0 ? (
        <button
          type="button"
          className={`${look} pointer-events-auto min-h-10 bg-danger-soft font-medium text-danger-ink hover:underline md:min-h-9`}
          onClick={() => setIsOpen(true)}
        >
          <TriangleAlert aria-hidden />
          {count(refused)} could not be sent
        </button>
      ) : null}
      {isOpen && refused > 0 ? <RefusedDialog onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}
