import { tableMutations } from '../../sync/use-change.ts';
import type { Folder } from './queries.ts';

/** What the folder form writes. */
export type FolderInput = Pick<Folder, 'name' | 'category' | 'parent_uid'>;

/** Deleting a folder deletes all that lies in it. */
export const {
  useCreate: useCreateFolder,
  useUpdate: useUpdateFolder,
  useDelete: useDeleteFolder,
} = tableMutations<FolderInput>('folders');
