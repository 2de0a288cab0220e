import { useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import * as Radix from '@radix-ui/react-toast';
import { clsx } from 'clsx';
import { CircleAlert, X } from 'lucide-react';
import {
  dismissToast,
  subscribeToToasts,
  TOAST_DURATION,
  toastEntries,
  type ToastEntry,
} from '../lib/toast.ts';
import { Button, IconButton } from './button.tsx';

/** Pixels to the right that dismiss a toast (spec section 9). */
const SWIPE_THRESHOLD = 50;

/** Shows what `toast()` was given. Mounted once by the app; F8 moves the focus to it. */
export function Toaster() {
  const entries = useSyncExternalStore(subscribeToToasts, toastEntries);
  // Outside the app's element, which an open dialog hides from screen readers.
  return createPortal(
    <Radix.Provider
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD}
    >
      {entries.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        // A dialog hides everything else from screen readers, except what has aria-live: a failed
        // save must be announced and reachable while its dialog stays open.
        aria-live="off"
        className="fixed inset-x-0 bottom-(--toast-bottom) z-60 m-0 flex w-full list-none flex-col gap-2 p-4 outline-none max-lg:in-[body:has([role=dialog],[role=alertdialog])]:top-[env(safe-area-inset-top)] max-lg:in-[body:has([role=dialog],[role=alertdialog])]:bottom-auto md:left-auto md:max-w-[420px]"
      />
    </Radix.Provider>,
    document.body,
  );
}

/** Whether the focus is in a dialog, which Escape closes first. */
function isInDialog(): boolean {
  return document.activeElement?.closest('[role=dialog], [role=alertdialog]') != null;
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const { action, id, open, title, description, reason, variant } = entry;
  const isForDialog = useRef(false);
  const isDestructive = variant === 'destructive';
  return (
    <Radix.Root
      open={open}
      type={isDestructive ? 'foreground' : 'background'}
      onEscapeKeyDown={() => {
        isForDialog.current = isInDialog();
      }}
      onOpenChange={(next) => {
        if (!next && !isForDialog.current) dismissToast(id);
        isForDialog.current = false;
      }}
      className={clsx(
        'pointer-events-auto flex items-start gap-3 rounded-base border bg-raised p-4 pr-2 text-ink shadow-overlay data-[state=open]:animate-rise data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:translate-x-full data-[swipe=end]:opacity-0 data-[swipe=end]:transition-all data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        isDestructive ? 'border-danger-ink' : 'border-line',
      )}
    >
      {isDestructive ? (
        <CircleAlert aria-hidden className="size-5 shrink-0 text-danger-ink" />
      ) : null}
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
        {description ? (
          <Radix.Description className="mt-0.5 text-base wrap-anywhere text-soft">
            {description}
          </Radix.Description>
        ) : null}
        {reason ? <p className="mt-0.5 text-sm text-pretty text-soft">{reason}</p> : null}
      </div>
      {action ? (
        <Radix.Action altText={action.label} asChild>
          <Button size="sm" onClick={action.onSelect}>
            {action.label}
          </Button>
        </Radix.Action>
      ) : null}
      <Radix.Close asChild>
        <IconButton label="Close" size="sm" className="-mt-1">
          <X aria-hidden />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  );
}
