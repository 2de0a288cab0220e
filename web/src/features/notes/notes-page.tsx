import { useEffect, type ReactNode } from 'react';
import { Lock, NotebookPen, X } from 'lucide-react';
import * as Radix from '@radix-ui/react-dialog';
import { Link } from 'react-router-dom';
import { useFolders, type Folder } from '../../data/folders/folders.ts';
import { useNotes, type NoteSummary } from '../../data/notes/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { useMedia } from '../../lib/store.ts';
import { NEW, useShowDialog } from '../../lib/url-state.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { overlayStyles, useReturnFocus } from '../../ui/dialog.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../ui/states.tsx';
import { NoteConflicts } from './conflict-dialog.tsx';
import { NotePane } from './note-pane.tsx';
import { NotesDialogs } from './notes-dialogs.tsx';
import { enterScreen, useDrawer, useSelectedNote } from './notes-state.ts';
import { OrphanedDrafts } from './orphaned-drafts.tsx';
import { RecentNotes } from './recent-notes.tsx';
import { Sidebar } from './sidebar.tsx';

type ContentProps = {
  userId: string;
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
};

const WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3', 'w-5/6', 'w-1/2', 'w-3/5'];

/** In place of the notes screen until notes and folders are loaded. */
function NotesSkeleton() {
  return (
    <output aria-label="Loading notes" className="flex flex-1">
      <div className="hidden w-64 shrink-0 flex-col gap-4 border-r border-line bg-surface p-4 md:flex">
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-9 w-full" />
        {WIDTHS.map((width, index) => (
          <Skeleton key={index} className={`h-5 ${width}`} />
        ))}
      </div>
      <div className="flex-1 p-8">
        <Skeleton className="mb-4 h-8 w-1/2" />
        <Skeleton className="mb-2 h-4 w-full" />
        <Skeleton className="h-4 w-3/4" />
      </div>
    </output>
  );
}

/** On phones the sidebar is a drawer; a button of the header opens it. */
function NotesDrawer({ children }: { children: ReactNode }) {
  const { isOpen, close } = useDrawer();
  const returnFocus = useReturnFocus(isOpen);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => (open ? undefined : close())}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyles} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-40 flex w-[min(20rem,88vw)] animate-fade flex-col border-r border-line bg-raised pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] text-ink shadow-overlay outline-none"
        >
          <Radix.Title className="sr-only">Notes and folders</Radix.Title>
          <Radix.Close asChild>
            <IconButton label="Close" className="absolute top-3 right-2">
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function MainPane({ userId, folders, notes }: ContentProps) {
  const [selectedUid] = useSelectedNote();
  const showNote = useShowDialog('note');
  const hint = 'Choose a note from the sidebar to view and edit its content';
  const create = (
    <Button variant="primary" onClick={() => showNote(NEW)}>
      Create New Note
    </Button>
  );
  if (selectedUid !== null) {
    return <NotePane key={selectedUid} {...{ userId, folders, notes }} uid={selectedUid} />;
  }
  return (
    <>
      <OrphanedDrafts userId={userId} notes={notes} />
      {notes.length === 0 ? (
        <EmptyState
          icon={<NotebookPen />}
          title="Select a note to view"
          hint={hint}
          action={create}
        />
      ) : (
        <>
          <div className="mb-4 flex items-center gap-x-4">
            <div className="flex-1">
              <h2 className="text-lg font-semibold">Select a note to view</h2>
              <p className="text-sm text-soft">{hint}</p>
            </div>
            {create}
          </div>
          <RecentNotes notes={notes} folders={folders} />
        </>
      )}
    </>
  );
}

function NotesContent(props: ContentProps & { isComplete: boolean }) {
  const { userId, folders, notes, isComplete } = props;
  // Whether there is room for the sidebar beside the note.
  const isWide = useMedia('(min-width: 48rem)');
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
        <div className="mx-auto max-w-[36rem]">
          <NoteConflicts />
          <MainPane userId={userId} folders={folders} notes={notes} />
        </div>
      </main>
      <NotesDialogs userId={userId} folders={folders} notes={notes} isComplete={isComplete} />
    </div>
  );
}

function NotesOf({ userId }: { userId: string }) {
  const notes = useNotes();
  const folders = useFolders();
  useEffect(() => enterScreen(userId), [userId]);
  if (notes.status === 'ready' && folders.status === 'ready') {
    return (
      <NotesContent
        userId={userId}
        folders={folders.rows}
        notes={notes.rows}
        isComplete={!notes.isPartial && !folders.isPartial}
      />
    );
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

/** /notes (spec section 2). If the session ends here, typed text stays on this device as a draft. */
export function NotesPage() {
  const session = useSession();
  if (session.status === 'signed-in') return <NotesOf userId={session.userId} />;
  if (session.status === 'signed-out') return <LogInPrompt />;
  if (session.status === 'error') {
    return <ErrorState title="Almanac cannot be reached" onRetry={session.retry} />;
  }
  return <NotesSkeleton />;
}
