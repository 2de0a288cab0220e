import { Plus } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useAddNote } from './use-add-note.ts';

/** The notes page's part of the top bar (spec section 2). */
export function AddNoteButton() {
  const { add, isPending } = useAddNote();
  return (
    <IconButton
      label="Add new note"
      title="Add new note"
      variant="bar"
      className="ml-auto md:ml-0"
      disabled={isPending}
      onClick={add}
    >
      <Plus aria-hidden />
    </IconButton>
  );
}
