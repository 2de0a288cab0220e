import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

type Props = {
  text: string;
  isPending: boolean;
  onStay: () => void;
  onSave: () => void;
  onDiscard: () => void;
};

/** Asks before something with unsaved changes is left. */
export function LeaveDialog({ text, isPending, onStay, onSave, onDiscard }: Props) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => {
        if (!open) onStay();
      }}
      title="Unsaved changes"
      description={text}
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
