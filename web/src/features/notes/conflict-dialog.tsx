import { useState } from 'react';
import {
  useResolveConflict,
  type ConflictChoice,
  type NoteConflict,
} from '../../data/notes/mutations.ts';
import { useNoteConflicts } from '../../data/notes/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Warning } from '../../ui/states.tsx';

/** A version's title and markup, to compare and to copy from. */
function Version({ label, title, content }: { label: string; title: string; content: string }) {
  return (
    <Field label={label}>
      {(controlProps) => (
        <Textarea {...controlProps} readOnly rows={8} value={`${title}\n\n${content}`} />
      )}
    </Field>
  );
}

type Props = { conflict: NoteConflict; onDismiss: () => void };

/** Asks which of two versions of a note to keep; until then neither is lost. */
function ConflictDialog({ conflict, onDismiss }: Props) {
  const { mutate: resolve, isPending } = useResolveConflict();
  const { theirs, mine } = conflict;
  const choose = (choice: ConflictChoice) => resolve({ conflict, choice });
  return (
    <Dialog
      size="lg"
      onClose={onDismiss}
      title="This note was changed elsewhere"
      description="The same paragraph was changed in another window or on another device, after you began to edit it. Which version do you want to keep?"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Version label="My version" title={mine.title} content={mine.content ?? ''} />
        <Version label="Their version" title={theirs.title} content={theirs.content ?? ''} />
      </div>
      <DialogActions>
        <Button disabled={isPending} onClick={() => choose('theirs')}>
          Take theirs
        </Button>
        <Button disabled={isPending} onClick={() => choose('mine')}>
          Keep mine
        </Button>
        <Button variant="primary" disabled={isPending} onClick={() => choose('both')}>
          Keep both
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks about each conflict at once; dismissed ones stay as a notice with a button that asks again. */
export function NoteConflicts() {
  const conflicts = useNoteConflicts();
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const asked = conflicts.find(({ seq }) => !dismissed.includes(seq));
  if (asked) {
    return (
      <ConflictDialog
        key={asked.seq}
        conflict={asked}
        onDismiss={() => setDismissed([...dismissed, asked.seq])}
      />
    );
  }
  if (conflicts.length === 0) return null;
  return (
    <Warning>
      {conflicts.length === 1
        ? 'One note was changed in two places and waits for your choice. '
        : `${conflicts.length} notes were changed in two places and wait for your choice. `}
      <Button size="sm" onClick={() => setDismissed([])}>
        Choose
      </Button>
    </Warning>
  );
}
