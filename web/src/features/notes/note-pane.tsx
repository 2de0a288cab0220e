import { useCallback, useEffect, useState } from 'react';
import { FileX2 } from 'lucide-react';
import type { Folder } from '../../data/folders/folders.ts';
import { type Note, type NoteSummary, useNote } from '../../data/notes/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { importChunk, whenIdle } from '../../lib/later.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../ui/states.tsx';
import { folderPath } from './folder-tree.ts';
import { NoteView } from './note-view.tsx';
import {
  forgetEditIntent,
  useNotesState,
  useSelectedNote,
  type EditIntent,
} from './notes-state.ts';
import { OrphanedDrafts } from './orphaned-drafts.tsx';

type Props = {
  uid: string;
  userId: string;
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
};

const importEditor = () => import('./note-edit.tsx');
type Editor = Awaited<ReturnType<typeof importEditor>>['NoteEdit'];

let loaded: Editor | null = null;

async function load(fetch: typeof importEditor): Promise<Editor> {
  loaded = (await fetch()).NoteEdit;
  return loaded;
}

function fetchAhead(): void {
  if (loaded) return;
  load(importEditor).catch((error: unknown) => {
    console.warn('The editor could not be preloaded.', error);
  });
}

/** What editing begins with: an unsaved text, or a note that was just created. */
type Start = Pick<EditIntent, 'draft' | 'isNew'>;

/**
 * Loads the editor when the page is idle, when Edit is pointed at, or at the latest when it is pressed.
 * `Editor` is null until `begin` has loaded it.
 */
function useNoteEditor() {
  const [Editor, setEditor] = useState<{ component: Editor; start: Start } | null>(null);
  const [isLoading, setLoading] = useState(false);

  useEffect(() => whenIdle(fetchAhead), []);

  const begin = useCallback(async (start: Start = {}) => {
    if (loaded) {
      setEditor({ component: loaded, start });
      return;
    }
    setLoading(true);
    try {
      setEditor({ component: await load(() => importChunk(importEditor)), start });
    } catch (error) {
      // importChunk has shown a toast.
      console.error('The editor could not be loaded.', error);
    } finally {
      setLoading(false);
    }
  }, []);

  return {
    Editor: Editor?.component ?? null,
    start: Editor?.start ?? {},
    isLoading,
    begin,
    end: () => setEditor(null),
  };
}

function NoteSkeleton() {
  return (
    <output aria-label="Loading note" className="flex flex-col gap-3">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="mt-6 h-4 w-full" />
      <Skeleton className="h-4 w-5/6" />
    </output>
  );
}

/** One open note, read or edited. Mounted again for every note. */
export function NotePane({ uid, userId, folders, notes }: Props) {
  const open = useNote(
    uid,
    notes.find((note) => note.uid === uid),
  );
  const intent = useNotesState('editIntent');
  const { Editor, start, isLoading, begin, end } = useNoteEditor();
  const [, select] = useSelectedNote();
  const isReady = open.status === 'ready';

  useEffect(() => {
    if (!isReady || intent?.noteUid !== uid) return;
    forgetEditIntent();
    void begin(intent);
  }, [isReady, intent, uid, begin]);

  if (Editor && open.status !== 'error' && open.status !== 'loading') {
    // Also if it was deleted elsewhere: what was typed stays, and saving restores the note.
    return (
      <EditorOf
        key={start.draft?.id ?? 'own'}
        Editor={Editor}
        open={open}
        userId={userId}
        folders={folders}
        start={start}
        onEnd={(next) => {
          end();
          if (next !== uid) select(next);
        }}
      />
    );
  }
  if (open.status === 'loading') return <NoteSkeleton />;
  if (open.status === 'error') {
    return (
      <ErrorState
        title="The note could not be loaded"
        message={loadFailureText(open.error)}
        onRetry={open.retry}
        isRetrying={open.isRetrying}
      />
    );
  }
  if (open.status === 'gone') {
    return (
      <EmptyState
        icon={<FileX2 />}
        title="This note no longer exists"
        action={<Button onClick={() => select(null)}>Close</Button>}
      />
    );
  }
  return (
    <>
      <OrphanedDrafts userId={userId} notes={notes} />
      <NoteView
        note={open.note}
        path={folderPath(folders, open.note.folder_uid)}
        isEditLoading={isLoading}
        onEdit={() => void begin()}
        onEditNear={fetchAhead}
        onBack={() => select(null)}
      />
    </>
  );
}

type EditorProps = {
  Editor: NonNullable<ReturnType<typeof useNoteEditor>['Editor']>;
  open: Extract<ReturnType<typeof useNote>, { status: 'ready' | 'gone' }>;
  userId: string;
  folders: readonly Folder[];
  start: Start;
  onEnd: (next: string | null) => void;
};

/** The editor with the latest version of the note. */
function EditorOf({ Editor, open, userId, folders, start, onEnd }: EditorProps) {
  const [last, setLast] = useState(open.status === 'ready' ? open.note : null);
  if (open.status === 'ready' && !isSameText(open.note, last)) setLast(open.note);
  if (!last) return null;
  const isGone = open.status === 'gone';
  const path = folderPath(folders, last.folder_uid);
  return <Editor {...start} {...{ userId, path, isGone, onEnd }} note={last} />;
}

function isSameText(a: Note, b: Note | null): boolean {
  return a.rev === b?.rev && a.title === b.title && a.content === b.content;
}
