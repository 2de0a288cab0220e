import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { ALL_CATEGORIES, categoryLabel } from '#domain/category.ts';
import { useCategoryColors, useSelectedCategory } from '../../data/categories/categories.ts';
import type { Folder } from '../../data/folders/folders.ts';
import { noteTextQuery, type NoteSummary } from '../../data/notes/queries.ts';
import { previewOf } from '#domain/markup/spans.ts';
import { Button } from '../../ui/button.tsx';
import { ShownOnly } from '../../ui/category-mark.tsx';
import { byLastEdit, shortDay } from './folder-tree.ts';
import { selectFolder, useNotesState, useSelectedNote } from './notes-state.ts';

/** Notes that are shown at first, and that 'Show more' adds. */
const STEP = 30;

/** The first line of a note's text; an empty line while it is read. */
export function NotePreview({ note }: { note: NoteSummary }) {
  const { data } = useQuery(noteTextQuery(note.uid, note.content_rev));
  return (
    <span dir="auto" className="block h-5 truncate text-sm text-soft">
      {previewOf(data?.content ?? '')}
    </span>
  );
}

function NoteLine({ note, onOpen }: { note: NoteSummary; onOpen: () => void }) {
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        className="block w-full rounded-half px-2 py-2.5 text-start hover:bg-hover"
        onClick={onOpen}
      >
        <span className="flex items-baseline gap-3">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {note.title}
          </span>
          {note.pinned ? (
            <Pin aria-label="pinned" className="size-3.5 shrink-0 self-center text-accent-ink" />
          ) : null}
          <span className="shrink-0 text-sm text-soft tabular-nums">{shortDay(note)}</span>
        </span>
        <NotePreview note={note} />
      </button>
    </li>
  );
}

type ShownProps = { folder: Folder | undefined };

/** The filters of the list. From 768 px on the sidebar shows the category. */
function Shown({ folder }: ShownProps) {
  const { selected: category, select } = useSelectedCategory('folders');
  const colorOf = useCategoryColors();
  if (category === ALL_CATEGORIES && !folder) return null;
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {category === ALL_CATEGORIES ? null : (
        <span className="flex min-w-0 md:hidden">
          <ShownOnly
            color={colorOf(category)}
            label={categoryLabel(category)}
            onShowAll={() => select(ALL_CATEGORIES)}
          />
        </span>
      )}
      {folder ? <ShownOnly label={folder.name} onShowAll={() => selectFolder(null)} /> : null}
    </div>
  );
}

type RecentNotesProps = { notes: readonly NoteSummary[]; folders: readonly Folder[] };

/**
 * The notes of the current folder and category by their last edit, pinned ones first.
 */
export function RecentNotes({ notes, folders }: RecentNotesProps) {
  const [, select] = useSelectedNote();
  const [count, setCount] = useState(STEP);
  const { selected: category } = useSelectedCategory('folders');
  const folderUid = useNotesState('folderUid');
  const sorted = byLastEdit(notes, folders, { category, folderUid });
  return (
    <section aria-label="Recent notes">
      <Shown folder={folders.find(({ uid }) => uid === folderUid)} />
      {sorted.length === 0 ? <p className="text-soft">No notes here yet</p> : null}
      <ul className="-mx-2">
        {sorted.slice(0, count).map((note) => (
          <NoteLine key={note.uid} note={note} onOpen={() => select(note.uid)} />
        ))}
      </ul>
      {sorted.length > count ? (
        <Button className="mt-3" onClick={() => setCount(count + STEP)}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}
