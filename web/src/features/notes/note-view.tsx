import { Fragment, startTransition, useOptimistic, type ReactNode } from 'react';
import { ArrowLeft, ChevronRight, Pencil } from 'lucide-react';
import type { Folder } from '../../data/folders/folders.ts';
import { useTickNote } from '../../data/notes/mutations.ts';
import type { Note } from '../../data/notes/queries.ts';
import { tickTask } from '#domain/markup/markup.ts';
import { NoteText } from '../../editor/note-text.tsx';
import { formatFullDay } from '../../lib/clock.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button, IconButton } from '../../ui/button.tsx';

type Props = {
  note: Note;
  /** The folders it lies in, from the root down. */
  path: readonly Folder[];
  isEditLoading: boolean;
  onEdit: () => void;
  onEditNear: () => void;
  /** Where there is no room for the list beside the note: back to it. */
  onBack: () => void;
};

function day(moment: string | null): string {
  return moment && !Number.isNaN(Date.parse(moment)) ? formatFullDay(moment) : 'Unknown';
}

/** The path on one line; names are truncated, the last one last. */
function Path({ path }: Pick<Props, 'path'>) {
  if (path.length === 0) return null;
  return (
    <p className="flex min-w-0 items-center gap-x-0.5 overflow-hidden text-sm text-soft">
      <span className="sr-only">Folder:</span>
      {path.map(({ uid, name }, index) => (
        <Fragment key={uid}>
          {index > 0 ? <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" /> : null}
          <span
            dir="auto"
            title={name}
            className="min-w-4 shrink-[8] truncate last:min-w-12 last:shrink"
          >
            {name}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

type PageProps = Pick<Props, 'path'> & {
  back?: ReactNode;
  actions: ReactNode;
  title: ReactNode;
  /** The line between the title and the text: the dates, or the toolbar. */
  line: ReactNode;
  children: ReactNode;
};

/** The layout of a note, the same for reading and editing, so that nothing moves between the two. */
export function NotePage({ path, back, actions, title, line, children }: PageProps) {
  return (
    <>
      <div className="flex min-h-10 items-center gap-2 md:min-h-9">
        {back}
        <div className="min-w-0 flex-1">
          <Path path={path} />
        </div>
        {actions}
      </div>
      <div className="mt-1 min-h-8.5 text-2xl font-semibold">{title}</div>
      <div className="sticky top-[calc(6.375rem+env(safe-area-inset-top))] z-10 mb-3 flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line bg-canvas text-sm text-soft md:top-13">
        {line}
      </div>
      {children}
    </>
  );
}

/** View mode (spec section 2, notes). */
export function NoteView({ note, path, isEditLoading, onEdit, onEditNear, onBack }: Props) {
  const { mutateAsync: save } = useTickNote();
  const [content, setContent] = useOptimistic(note.content ?? '');
  const tick = (place: number) =>
    startTransition(async () => {
      const ticked = tickTask(content, place);
      setContent(ticked);
      // The mutation has shown a toast, and the checkbox goes back.
      await save({ note, content: ticked }).catch(() => undefined);
    });
  useShortcuts('Notes', [{ keys: 'e', label: 'Edit the note', run: onEdit }]);
  return (
    <article aria-labelledby="note-title">
      <NotePage
        path={path}
        back={
          <IconButton label="Back to notes" className="-ml-2.5 md:hidden" onClick={onBack}>
            <ArrowLeft aria-hidden />
          </IconButton>
        }
        actions={
          <Button
            isPending={isEditLoading}
            onClick={onEdit}
            onPointerEnter={onEditNear}
            onFocus={onEditNear}
          >
            {isEditLoading ? null : <Pencil aria-hidden />}
            Edit
          </Button>
        }
        title={
          <h2 id="note-title" dir="auto" className="wrap-anywhere">
            {note.title}
          </h2>
        }
        line={
          <>
            <span>Created: {day(note.created_at)}</span>
            <span>Updated: {day(note.updated_at)}</span>
          </>
        }
      >
        {content.trim() ? (
          <NoteText markup={content} onTick={tick} />
        ) : (
          <p className="text-lg text-soft">This note is empty. Click Edit to add content.</p>
        )}
      </NotePage>
    </article>
  );
}
