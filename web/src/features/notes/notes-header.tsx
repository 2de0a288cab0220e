import { PanelLeft, Plus } from 'lucide-react';
import { NEW_NOTE_TITLE } from '#domain/note.ts';
import { newUid } from '#domain/uid.ts';
import { useCreateNote } from '../../data/notes/mutations.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { IconButton } from '../../ui/button.tsx';
import {
  requestEdit,
  useDrawer,
  setFolderOpen,
  useNotesState,
  useSelectedNote,
} from './notes-state.ts';

/** Creates an empty note in the current folder and edits it (spec sections 3 and 4). */
function useAddNote() {
  const folderUid = useNotesState('folderUid');
  const [, select] = useSelectedNote();
  const { mutate, isPending } = useCreateNote();
  const add = () => {
    const uid = newUid();
    const note = { uid, title: NEW_NOTE_TITLE, content: '', folder_uid: folderUid };
    mutate(note, {
      onSuccess: () => {
        // The click that selected the folder may have closed it; the new note has to be visible.
        if (folderUid !== null) setFolderOpen(folderUid, true);
        requestEdit({ noteUid: uid, isNew: true });
        select(uid);
      },
    });
  };
  return { add, isPending };
}

type AddNoteProps = { hasButton: boolean };

/** The key N, and the floating button of small screens. */
export function AddNote({ hasButton }: AddNoteProps) {
  const { add, isPending } = useAddNote();
  return (
    <AddButton
      label="New note"
      place="Notes"
      hasButton={hasButton}
      onAdd={() => {
        if (!isPending) add();
      }}
    />
  );
}

/** The notes page's part of the header (spec section 2); on phones with a button for the sidebar. */
export function NotesHeader() {
  const { add, isPending } = useAddNote();
  const drawer = useDrawer();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={drawer.isOpen}
        className="-ml-0.5 inline-flex h-10 items-center gap-2 rounded-base px-2.5 text-sm font-medium text-white hover:bg-white/15 md:hidden [&_svg]:size-5"
        onClick={drawer.open}
      >
        <PanelLeft aria-hidden />
        Notes and folders
      </button>
      <IconButton
        label="Add new note"
        title="Add new note"
        variant="header"
        className="ml-auto md:ml-0"
        disabled={isPending}
        onClick={add}
      >
        <Plus aria-hidden />
      </IconButton>
    </>
  );
}
