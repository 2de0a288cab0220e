import { Pencil } from 'lucide-react';
import type { Note } from '../../data/notes/types.ts';
import { NoteText } from '../../editor/note-text.tsx';
import { formatFullDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';

type Props = {
  note: Note;
  isEditLoading: boolean;
  onEdit: () => void;
  onEditNear: () => void;
};

function day(moment: string | null): string {
  return moment && !Number.isNaN(Date.parse(moment)) ? formatFullDay(moment) : 'Unknown';
}

/** View mode (spec section 2, notes). */
export function NoteView({ note, isEditLoading, onEdit, onEditNear }: Props) {
  return (
    <article aria-labelledby="note-title">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line pb-4">
        <div className="min-w-40 flex-1">
          <h2 id="note-title" className="text-2xl font-semibold wrap-anywhere">
            {note.title}
          </h2>
          <p className="mt-1 flex flex-wrap gap-x-4 text-soft">
            <span>Created: {day(note.created_at)}</span>
            <span>Updated: {day(note.updated_at)}</span>
          </p>
        </div>
        <Button
          isPending={isEditLoading}
          onClick={onEdit}
          onPointerEnter={onEditNear}
          onFocus={onEditNear}
        >
          {isEditLoading ? null : <Pencil aria-hidden />}
          Edit
        </Button>
      </header>
      <div className="pt-4">
        {note.content?.trim() ? (
          <NoteText markup={note.content} />
        ) : (
          <p className="text-soft">This note is empty. Click Edit to add content.</p>
        )}
      </div>
    </article>
  );
}
