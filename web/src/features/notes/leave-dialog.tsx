import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

type Props = {
  isPending: boolean;
  onStay: () => void;
  onSave: () => void;
  onDiscard: () => void;
};

/** Asks before a note with unsaved changes is left. */
export function LeaveDialog({ isPending, onStay, onSave, onDiscard }: Props) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => {
        if (!open) onStay();
      }}
      title="Unsaved changes"
      description="This note has changes that are not saved yet."
    >
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
