import { formatMoment } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { Choice, Conflict } from './use-note-save.ts';

type Props = {
  conflict: Conflict;
  isPending: boolean;
  onChoose: (choice: Choice) => void;
  onDismiss: () => void;
};

/** The whole of a version, as it is stored: to compare, and to copy from. */
function Version({ label, title, content }: { label: string; title: string; content: string }) {
  return (
    <Field label={label}>
      {(joined) => <Textarea {...joined} readOnly rows={8} value={`${title}\n\n${content}`} />}
    </Field>
  );
}

/** Asks which of two versions of a note to keep; until then neither is lost. */
export function ConflictDialog({ conflict, isPending, onChoose, onDismiss }: Props) {
  const { theirs, mine } = conflict;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => {
        if (!open) onDismiss();
      }}
      title={theirs ? 'This note was changed elsewhere' : 'This note was deleted elsewhere'}
      description={
        theirs
          ? 'Somebody saved it, in another window or on another device, after you began to edit it. Which version shall be kept?'
          : 'Keep your version as a new note, or let it go.'
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Version label="My version" title={mine.title} content={mine.content ?? ''} />
        {theirs ? (
          <Version
            label={`Their version, ${formatMoment(theirs.updated_at)}`}
            title={theirs.title}
            content={theirs.content ?? ''}
          />
        ) : null}
      </div>
      <DialogActions>
        <Button disabled={isPending} onClick={() => onChoose('theirs')}>
          {theirs ? 'Take theirs' : 'Let it go'}
        </Button>
        <Button disabled={isPending} onClick={() => onChoose('mine')}>
          Keep mine
        </Button>
        {theirs ? (
          <Button variant="primary" disabled={isPending} onClick={() => onChoose('both')}>
            Keep both
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
