import type { FolderRow } from '../../db/rows.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';

export type Folder = FolderRow;

/** Every folder. */
export function useFolders(): RowsState<Folder> {
  return useRows('folders');
}
