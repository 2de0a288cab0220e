import { newUid } from '#domain/uid.ts';
import { seenRevision } from '../../sync/sync.ts';
import { useChange } from '../../sync/use-change.ts';
import type { Folder } from './queries.ts';

/** What the folder form writes. */
export type FolderInput = Pick<Folder, 'name' | 'category' | 'parent_uid'>;

const table = 'folders';

export function useCreateFolder() {
  return useChange((fields: FolderInput) => [{ table, uid: newUid(), create: true, set: fields }], {
    success: 'Folder created successfully',
    failure: 'Failed to create folder',
  });
}

/** Only the fields that differ: what was changed elsewhere stays. */
export function useUpdateFolder() {
  return useChange(
    ({ uid, changes }: { uid: string; changes: Partial<FolderInput> }) => [
      { table, uid, set: changes },
    ],
    { success: 'Folder updated successfully', failure: 'Failed to update folder' },
  );
}

/** Deletes a folder with all that lies in it. */
export function useDeleteFolder() {
  return useChange((uid: string) => [{ table, uid, delete: true, seen: seenRevision() }], {
    success: 'Folder deleted successfully',
    failure: 'Failed to delete folder',
    undo: (uid) => ({
      changes: [{ table, uid, restore: true }],
      success: 'Folder restored',
      failure: 'Failed to restore folder',
    }),
  });
}
