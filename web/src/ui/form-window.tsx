import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLeaveGuard } from '../lib/leaving.ts';
import { Dialog, type DialogProps } from './dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

export type FormWindowProps = {
  title: string;
  size?: NonNullable<DialogProps['size']>;
  /** What the form is about, such as 'task'. */
  thing: string;
  /** The form holds what is not saved. */
  isDirty: boolean;
  /** It is being saved. */
  isPending: boolean;
  onClose: () => void;
  /** It is open because of the URL (lib/url-state.ts). */
  isInUrl?: boolean;
  /** What was typed is given up; the window closes after it. */
  onDiscard?: () => void;
  /** Holds the form. */
  children: ReactNode;
};

type ContentProps = { place: RefObject<HTMLDivElement | null>; children: ReactNode };

/** In the window, which is there later than what opens it; its first field gets the focus. */
function Content({ place, children }: ContentProps) {
  useEffect(() => place.current?.querySelector('input')?.focus(), [place]);
  return <div ref={place}>{children}</div>;
}

/**
 * A window with a form. Escape, its cross, a click beside it and the browser's Back close it, and
 * ask before they do so over what is not saved; while it is being saved it stays.
 */
export function FormWindow(props: FormWindowProps) {
  const { title, size = 'md', thing, isDirty, isPending, isInUrl = false } = props;
  const { onClose, onDiscard, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const leaving = useLeaveGuard({ isDirty, isPending, onClose, isInUrl });
  return (
    <Dialog
      open
      size={size}
      title={title}
      onOpenChange={(open) => {
        if (!open) leaving.leave();
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
            onDiscard?.();
            leaving.stay();
            onClose();
          }}
        />
      ) : null}
    </Dialog>
  );
}
