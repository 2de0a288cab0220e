import type { Folder } from '../../data/folders/queries.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { DeleteFolderDialog, DeleteNoteDialog } from './delete-dialogs.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { EditNoteDialog, NewNoteDialog } from './note-dialog.tsx';
import { openNoteWindow, type NoteWindow } from './page-state.ts';

type Props = {
  window: NoteWindow;
  userId: string;
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
};

/** The window that lies over the notes screen. */
export function NoteWindows({ window, userId, folders, notes }: Props) {
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
