import { Fragment, startTransition, useOptimistic } from 'react';
import { ChevronRight, Pencil } from 'lucide-react';
import type { Folder } from '../../data/folders/folders.ts';
import { useTickNote } from '../../data/notes/mutations.ts';
import type { Note } from '../../data/notes/queries.ts';
import { tickTask } from '../../editor/markup.ts';
import { NoteText } from '../../editor/note-text.tsx';
import { formatFullDay } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';

type Props = {
  note: Note;
  /** The folders it lies in, from the root down. */
  path: readonly Folder[];
  isEditLoading: boolean;
  onEdit: () => void;
  onEditNear: () => void;
};

function day(moment: string | null): string {
  return moment && !Number.isNaN(Date.parse(moment)) ? formatFullDay(moment) : 'Unknown';
}

function Path({ path }: Pick<Props, 'path'>) {
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-0.5 text-sm text-soft">
      <span className="sr-only">Folder:</span>
      {path.map(({ uid, name }, index) => (
        <Fragment key={uid}>
          {index > 0 ? <ChevronRight aria-hidden className="size-3.5 text-faint" /> : null}
          <span className="wrap-anywhere">{name}</span>
        </Fragment>
      ))}
    </p>
  );
}

/** View mode (docs/spec.md, section 2, notes). */
export function NoteView({ note, path, isEditLoading, onEdit, onEditNear }: Props) {
  const { mutateAsync: save } = useTickNote();
  const [content, setContent] = useOptimistic(note.content ?? '');
  const tick = (place: number) =>
    startTransition(async () => {
      const ticked = tickTask(content, place);
      setContent(ticked);
      // The person has been told of a failure, and sees the line as it was.
      await save({ note, content: ticked }).catch(() => undefined);
    });
  return (
    <article aria-labelledby="note-title">
      {path.length > 0 ? <Path path={path} /> : null}
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line pb-4">
        <div className="min-w-40 flex-1">
          <h2 id="note-title" className="text-xl font-semibold wrap-anywhere sm:text-2xl">
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
        {content.trim() ? (
          <NoteText markup={content} onTick={tick} />
        ) : (
          <p className="text-soft">This note is empty. Click Edit to add content.</p>
        )}
      </div>
    </article>
  );
}
