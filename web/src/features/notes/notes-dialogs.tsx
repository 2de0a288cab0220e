import { useState } from 'react';
import { withDescendants } from '#domain/folder.ts';
import { useDeleteFolder, type Folder } from '../../data/folders/folders.ts';
import { useDeleteNote } from '../../data/notes/mutations.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { NEW, useOpenDialog } from '../../lib/url-state.ts';
import { ConfirmDialog, rowBeside } from '../../ui/confirm-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { EditNoteDialog, NewNoteDialog } from './note-dialog.tsx';
import {
  askToDelete,
  selectFolder,
  useLeaveNote,
  useNotesState,
  useSelectedNote,
} from './notes-state.ts';

const close = () => askToDelete(null);

function DeleteNoteDialog({ note }: { note: NoteSummary }) {
  const { mutate: remove } = useDeleteNote();
  const [selectedUid] = useSelectedNote();
  const leave = useLeaveNote();
  const [focusOtherwise] = useState(rowBeside);
  return (
    <ConfirmDialog
      onClose={close}
      focusOtherwise={focusOtherwise}
      title="Delete Note"
      text="Are you sure you want to delete this note?"
      onConfirm={() => {
        remove(note.uid, { onSettled: close });
        if (selectedUid === note.uid) leave();
      }}
    />
  );
}

type Rows = { folders: readonly Folder[]; notes: readonly NoteSummary[] };

function DeleteFolderDialog({ folder, folders, notes }: Rows & { folder: Folder }) {
  const { mutate: remove, isPending } = useDeleteFolder();
  const [selectedUid] = useSelectedNote();
  const leave = useLeaveNote();
  const folderUid = useNotesState('folderUid');
  const [focusOtherwise] = useState(rowBeside);
  const confirm = () => {
    const gone = withDescendants(folders, folder.uid);
    const inside = notes.filter(({ folder_uid: place }) => place !== null && gone.has(place));
    remove(folder.uid, {
      onSuccess: () => {
        if (folderUid !== null && gone.has(folderUid)) selectFolder(null);
        if (inside.some(({ uid }) => uid === selectedUid)) leave();
      },
      onSettled: close,
    });
  };
  return (
    <ConfirmDialog
      onClose={close}
      title="Delete Folder"
      text="Are you sure you want to delete this folder and all its contents?"
      isPending={isPending}
      focusOtherwise={focusOtherwise}
      onConfirm={confirm}
    />
  );
}

type Props = Rows & {
  userId: string;
  /** All notes and folders are loaded. */
  isComplete: boolean;
};

/** The dialogs of the notes screen: `?note=new`, `?edit=NOTE`, `?folder=`, and those before a deletion. */
export function NotesDialogs({ userId, folders, notes, isComplete }: Props) {
  const deleting = useNotesState('deleting');
  const knows = (rows: readonly { uid: string }[]) => ({
    has: (wanted: string) => rows.some(({ uid }) => uid === wanted),
    isComplete,
  });
  // Only NEW opens a dialog; any other note is shown beside the sidebar.
  const created = useOpenDialog('note', { has: () => true, isComplete });
  const edited = useOpenDialog('edit', knows(notes));
  const folder = useOpenDialog('folder', knows(folders));
  return (
    <>
      {created.uid === NEW ? (
        <NewNoteDialog userId={userId} folders={folders} onClose={created.close} />
      ) : null}
      {edited.uid === null ? null : (
        <EditNoteDialog
          key={edited.uid}
          uid={edited.uid}
          userId={userId}
          folders={folders}
          notes={notes}
          onClose={edited.close}
        />
      )}
      {folder.uid === null ? null : (
        <FolderDialog key={folder.uid} uid={folder.uid} folders={folders} onClose={folder.close} />
      )}
      {deleting && 'title' in deleting ? <DeleteNoteDialog note={deleting} /> : null}
      {deleting && 'name' in deleting ? (
        <DeleteFolderDialog folder={deleting} folders={folders} notes={notes} />
      ) : null}
    </>
  );
}
