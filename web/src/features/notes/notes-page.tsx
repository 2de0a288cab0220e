import { useEffect } from 'react';
import { Lock, NotebookPen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFolders } from '../../data/folders/queries.ts';
import type { Folder } from '../../data/folders/queries.ts';
import { useNotes } from '../../data/notes/queries.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NoteConflicts } from './conflict-dialog.tsx';
import { LeftDrafts } from './left-drafts.tsx';
import { NotePane } from './note-pane.tsx';
import { NoteWindows } from './note-windows.tsx';
import { NotesDrawer } from './notes-drawer.tsx';
import { NotesSkeleton } from './notes-skeleton.tsx';
import { leavePage, openNoteWindow, setDrawerOpen, usePageState } from './page-state.ts';
import { Sidebar } from './sidebar.tsx';
import { useIsWide } from './use-is-wide.ts';
import { useSelectedNote } from './use-selected-note.ts';

type ContentProps = {
  userId: string;
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
};

function MainPane({ userId, folders, notes }: ContentProps) {
  const [selectedUid] = useSelectedNote();
  if (selectedUid !== null) {
    return <NotePane key={selectedUid} {...{ userId, folders, notes }} uid={selectedUid} />;
  }
  return (
    <>
      <LeftDrafts userId={userId} notes={notes} />
      <EmptyState
        icon={<NotebookPen />}
        title="Select a note to view"
        hint="Choose a note from the sidebar to view and edit its content"
        action={
          <div className="flex flex-col gap-2">
            <Button variant="primary" onClick={() => openNoteWindow({ kind: 'create-note' })}>
              Create New Note
            </Button>
            <Button className="md:hidden" onClick={() => setDrawerOpen(true)}>
              Browse notes
            </Button>
          </div>
        }
      />
    </>
  );
}

function NotesContent({ userId, folders, notes }: ContentProps) {
  const isWide = useIsWide();
  const window = usePageState('window');
  return (
    <div className="flex min-h-0 flex-1">
      {isWide ? (
        <nav
          aria-label="Notes"
          className="sticky top-13 flex h-[calc(100dvh-3.25rem)] w-64 shrink-0 flex-col border-r border-line bg-surface"
        >
          <Sidebar folders={folders} notes={notes} />
        </nav>
      ) : null}
      <main className="min-w-0 flex-1 p-4 md:p-8">
        <h1 className="sr-only">Notes</h1>
        {isWide ? null : (
          <NotesDrawer>
            <Sidebar isDrawer folders={folders} notes={notes} />
          </NotesDrawer>
        )}
        <div className="mx-auto max-w-4xl">
          <NoteConflicts />
          <MainPane userId={userId} folders={folders} notes={notes} />
        </div>
      </main>
      {window ? (
        <NoteWindows window={window} userId={userId} folders={folders} notes={notes} />
      ) : null}
    </div>
  );
}

function NotesOf({ userId }: { userId: string }) {
  const notes = useNotes();
  const folders = useFolders();
  useEffect(() => leavePage, []);
  if (notes.status === 'ready' && folders.status === 'ready') {
    return <NotesContent userId={userId} folders={folders.folders} notes={notes.notes} />;
  }
  const failed = [notes, folders].filter((part) => part.status === 'error');
  const [first] = failed;
  if (!first) return <NotesSkeleton />;
  return (
    <main className="flex-1 p-4">
      <h1 className="sr-only">Notes</h1>
      <ErrorState
        title="Your notes could not be loaded"
        message={loadFailureText(first.error)}
        onRetry={() => failed.forEach(({ retry }) => retry())}
        isRetrying={failed.some(({ isRetrying }) => isRetrying)}
      />
    </main>
  );
}

function LogInPrompt() {
  return (
    <main className="flex flex-1 items-center justify-center">
      <h1 className="sr-only">Notes</h1>
      <EmptyState
        icon={<Lock />}
        title="Please log in to access your notes"
        action={
          <Button asChild variant="primary">
            <Link to="/login">Log In</Link>
          </Button>
        }
      />
    </main>
  );
}

/** The screen /notes (spec section 2). Typed text waits on this device if the session ends here. */
export function NotesPage() {
  const session = useSession();
  if (session.status === 'signed-in') return <NotesOf userId={session.userId} />;
  if (session.status === 'signed-out') return <LogInPrompt />;
  if (session.status === 'error') {
    return <ErrorState title="Almanac cannot be reached" onRetry={session.retry} />;
  }
  return <NotesSkeleton />;
}
