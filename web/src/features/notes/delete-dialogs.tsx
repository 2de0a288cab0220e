import { useQueryClient } from '@tanstack/react-query';
import { withDescendants } from '../../../../supabase/functions/_shared/domain/folders.ts';
import { useDeleteFolder } from '../../data/folders/mutations.ts';
import type { Folder } from '../../data/folders/queries.ts';
import { liveNotes } from '../../data/notes/live.ts';
import { useDeleteNote } from '../../data/notes/mutations.ts';
import type { NoteSummary } from '../../data/notes/types.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { selectFolder, usePageState } from './page-state.ts';
import { useSelectedNote } from './use-selected-note.ts';

type Props = { onClose: () => void };

export function DeleteNoteDialog({ note, onClose }: Props & { note: NoteSummary }) {
  const { mutate: remove } = useDeleteNote();
  const [selectedId, select] = useSelectedNote();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete Note"
      text="Are you sure you want to delete this note?"
      onConfirm={() => {
        remove(note.id);
        if (selectedId === note.id) select(null, { isUnasked: true });
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
  const client = useQueryClient();
  const { mutate: remove, isPending } = useDeleteFolder();
  const [selectedId, select] = useSelectedNote();
  const folderId = usePageState('folderId');
  const confirm = () => {
    const gone = withDescendants(folders, folder.id);
    const inside = notes.filter(({ folder_uid: place }) => place !== null && gone.has(place));
    remove(folder.id, {
      onSuccess: () => {
        liveNotes.apply(client, { removed: inside.map(({ id }) => id) });
        void liveNotes.reload(client);
        if (folderId !== null && gone.has(folderId)) selectFolder(null);
        if (inside.some(({ id }) => id === selectedId)) select(null, { isUnasked: true });
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
