import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';

export type FormActionsProps = {
  submitLabel: string;
  /** In its place while it is pending. */
  pendingLabel?: string;
  isPending: boolean;
  /** It deletes something. */
  isDangerous?: boolean;
  /** It cannot be sent yet. */
  isBlocked?: boolean;
  /** Gives up what was typed: Cancel is the word for it, and asks nothing. Not given: no Cancel. */
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
