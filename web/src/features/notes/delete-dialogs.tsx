import { withDescendants } from '#domain/folder.ts';
import { useDeleteFolder } from '../../data/folders/mutations.ts';
import type { Folder } from '../../data/folders/queries.ts';
import { useDeleteNote } from '../../data/notes/mutations.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { selectFolder, usePageState } from './page-state.ts';
import { useSelectedNote } from './use-selected-note.ts';

type Props = { onClose: () => void };

export function DeleteNoteDialog({ note, onClose }: Props & { note: NoteSummary }) {
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

export function DeleteFolderDialog({ folder, folders, notes, onClose }: FolderProps) {
  const { mutate: remove, isPending } = useDeleteFolder();
  const [selectedUid, select] = useSelectedNote();
  const folderUid = usePageState('folderUid');
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
