import type { FolderRow } from '../../db/rows.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';
import { tableMutations } from '../../sync/use-change.ts';

export type Folder = FolderRow;

/** Every folder. */
export function useFolders(): RowsState<Folder> {
  return useRows('folders');
}

/** What the folder form writes. */
export type FolderInput = Pick<Folder, 'name' | 'category' | 'parent_uid'>;

/** Deleting a folder deletes all that lies in it. */
export const {
  useCreate: useCreateFolder,
  useUpdate: useUpdateFolder,
  useDelete: useDeleteFolder,
} = tableMutations<FolderInput>('folders');
