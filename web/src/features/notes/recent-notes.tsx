import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { noteTextQuery, type NoteSummary } from '../../data/notes/queries.ts';
import { previewOf } from '../../editor/spans.ts';
import { Button } from '../../ui/button.tsx';
import { byLastEdit, shortDay } from './folder-tree.ts';
import { useSelectedNote } from './notes-state.ts';

/** How many notes are shown at first, and how many more each time. */
const STEP = 30;

function Preview({ note }: { note: NoteSummary }) {
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
        <Preview note={note} />
      </button>
    </li>
  );
}

/** All notes by their last edit, pinned ones first: where a phone lands. */
export function RecentNotes({ notes }: { notes: readonly NoteSummary[] }) {
  const [, select] = useSelectedNote();
  const [count, setCount] = useState(STEP);
  const sorted = byLastEdit(notes);
  return (
    <section aria-label="Recent notes">
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
