import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useUnsavedChanges } from '../lib/unsaved-changes.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions, waitsForTouch, type DialogProps } from './dialog.tsx';

type UnsavedChangesDialogProps = {
  text: string;
  isPending: boolean;
  onStay: () => void;
  onSave: () => void;
  onDiscard: () => void;
};

/** Asks before something with unsaved changes is left. */
export function UnsavedChangesDialog({
  text,
  isPending,
  onStay,
  onSave,
  onDiscard,
}: UnsavedChangesDialogProps) {
  return (
    <Dialog size="sm" onClose={onStay} title="Unsaved changes" description={text}>
      <DialogActions>
        <Button onClick={onStay}>Keep editing</Button>
        <Button variant="danger" onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="primary" isPending={isPending} onClick={onSave}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type FormDialogProps = {
  title: string;
  size?: NonNullable<DialogProps['size']>;
  /** What the form is about, such as 'task'. */
  entityName: string;
  /** The form has unsaved changes. */
  isDirty: boolean;
  /** It is being saved. */
  isPending: boolean;
  onClose: () => void;
  /** It is open because of the URL (lib/url-state.ts). */
  isInUrl?: boolean;
  /** What was typed is discarded; the dialog closes after it. */
  onDiscard?: () => void;
  /** Holds the form. */
  children: ReactNode;
};

type ContentProps = { place: RefObject<HTMLDivElement | null>; children: ReactNode };

/** Inside the dialog, which mounts later than its owner; focuses the first field. */
function Content({ place, children }: ContentProps) {
  useEffect(() => {
    const field = place.current?.querySelector('input');
    if (!waitsForTouch(field)) field?.focus();
  }, [place]);
  return <div ref={place}>{children}</div>;
}

/**
 * A dialog with a form. Escape, the cross, a click outside and the browser's Back close it, and ask
 * first if something is not saved; while it is being saved it stays open.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', entityName, isDirty, isPending, isInUrl = false } = props;
  const { onClose, onDiscard, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const leaving = useUnsavedChanges({ isDirty, isPending, onClose, isInUrl });
  return (
    <Dialog ownsBack size={size} title={title} onClose={leaving.leave}>
      <Content place={content}>{children}</Content>
      {leaving.isAsking ? (
        <UnsavedChangesDialog
          text={`This ${entityName} has changes that are not saved yet.`}
          isPending={false}
          onStay={leaving.stay}
          onSave={() => {
            // If it cannot be saved, the form says why and stays open.
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

type FormActionsProps = {
  submitLabel: string;
  /** In its place while it is pending. */
  pendingLabel?: string;
  isPending: boolean;
  /** It deletes something. */
  isDangerous?: boolean;
  /** It cannot be sent yet. */
  isBlocked?: boolean;
  /** Discards what was typed without asking. Without it there is no Cancel. */
  onCancel?: (() => void) | undefined;
  /** Further buttons, before these. */
  children?: ReactNode;
};

/** The end of a dialog's form: Cancel, and the button that sends it. */
export function FormActions(props: FormActionsProps) {
  const { submitLabel, pendingLabel = 'Saving...', isPending, onCancel, children } = props;
  const { isDangerous = false, isBlocked = false } = props;
  return (
    <DialogActions>
      {children}
      {onCancel ? (
        <Button disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button
        type="submit"
        variant={isDangerous ? 'danger' : 'primary'}
        isPending={isPending}
        disabled={isBlocked}
      >
        {isPending ? pendingLabel : submitLabel}
      </Button>
    </DialogActions>
  );
}
