import { withDescendants } from '#domain/folder.ts';
import { useDeleteFolder } from '../../data/folders/mutations.ts';
import type { Folder } from '../../data/folders/queries.ts';
import { useDeleteNote } from '../../data/notes/mutations.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { EditNoteDialog, NewNoteDialog } from './note-dialog.tsx';
import {
  openNoteWindow,
  selectFolder,
  useNotesState,
  useSelectedNote,
  type NoteWindow,
} from './notes-state.ts';

type Props = { onClose: () => void };

function DeleteNoteDialog({ note, onClose }: Props & { note: NoteSummary }) {
  const { mutate: remove } = useDeleteNote();
  const [selectedUid, select] = useSelectedNote();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete Note"
      text="Are you sure you want to delete this note?"
      onConfirm={() => {
        remove(note.uid);
        if (selectedUid === note.uid) select(null, { isUnasked: true });
        onClose();
      }}
    />
  );
}

type FolderProps = Props & {
  folder: Folder;
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
};

function DeleteFolderDialog({ folder, folders, notes, onClose }: FolderProps) {
  const { mutate: remove, isPending } = useDeleteFolder();
  const [selectedUid, select] = useSelectedNote();
  const folderUid = useNotesState('folderUid');
  const confirm = () => {
    const gone = withDescendants(folders, folder.uid);
    const inside = notes.filter(({ folder_uid: place }) => place !== null && gone.has(place));
    remove(folder.uid, {
      onSuccess: () => {
        if (folderUid !== null && gone.has(folderUid)) selectFolder(null);
        if (inside.some(({ uid }) => uid === selectedUid)) select(null, { isUnasked: true });
      },
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete Folder"
      text="Are you sure you want to delete this folder and all its contents?"
      isPending={isPending}
      onConfirm={confirm}
    />
  );
}

type DialogsProps = {
  window: NoteWindow;
  userId: string;
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
};

/** The window that lies over the notes screen. */
export function NotesDialogs({ window, userId, folders, notes }: DialogsProps) {
  const shared = { userId, folders, onClose: () => openNoteWindow(null) };
  switch (window.kind) {
    case 'create-note':
      return <NewNoteDialog {...shared} {...(window.draft ? { draft: window.draft } : {})} />;
    case 'edit-note':
      return <EditNoteDialog {...shared} note={window.note} />;
    case 'delete-note':
      return <DeleteNoteDialog {...shared} note={window.note} />;
    case 'create-folder':
      return <FolderDialog {...shared} folder={null} />;
    case 'edit-folder':
      return <FolderDialog {...shared} folder={window.folder} />;
    default:
      return <DeleteFolderDialog {...shared} folder={window.folder} notes={notes} />;
  }
}
