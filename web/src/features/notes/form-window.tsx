import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

/** What a form tells the window that it stands in. */
export type FormState = {
  /** How to let go of what was typed; null while nothing was. */
  unsaved: { discard: () => void } | null;
  isPending: boolean;
};

type Props = FormState & {
  title: string;
  size?: 'md' | 'lg';
  /** 'note' or 'folder'. */
  thing: string;
  onClose: () => void;
  /** Holds the form. */
  children: ReactNode;
};

/** In the window, which is there later than what opens it; its first field gets the focus. */
function Content({
  place,
  children,
}: {
  place: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  useEffect(() => place.current?.querySelector('input')?.focus(), [place]);
  return <div ref={place}>{children}</div>;
}

/**
 * A window with a form. Escape, a click beside it and the browser's Back close it, and ask before
 * they do so over text that is not saved; while it is being saved it stays.
 */
export function FormWindow(props: Props) {
  const { title, size = 'md', thing, unsaved, isPending, onClose, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const leaving = useLeaveGuard(unsaved !== null && !isPending, { isWindow: true });
  const goBack = useEffectEvent(() => {
    if (leaving.isAsking) return;
    leaving.stay();
    if (!isPending) onClose();
  });
  useEffect(() => {
    if (leaving.isHeldBack) goBack();
  }, [leaving.isHeldBack]);
  return (
    <Dialog
      open
      size={size}
      title={title}
      onOpenChange={(open) => {
        if (open || isPending) return;
        if (unsaved) leaving.ask();
        else onClose();
      }}
    >
      <Content place={content}>{children}</Content>
      {leaving.isAsking ? (
        <LeaveDialog
          text={`This ${thing} has changes that are not saved yet.`}
          isPending={false}
          onStay={leaving.stay}
          onSave={() => {
            // The form says what is wrong with it, and stays, if it cannot be saved.
            leaving.stay();
            content.current?.querySelector('form')?.requestSubmit();
          }}
          onDiscard={() => {
            unsaved?.discard();
            leaving.stay();
            onClose();
          }}
        />
      ) : null}
    </Dialog>
  );
}
