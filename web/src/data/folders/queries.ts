import type { FolderRow } from '../../db/rows.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';

export type Folder = FolderRow;

type Folders =
  | Exclude<RowsState<Folder>, { status: 'ready' }>
  | { status: 'ready'; folders: readonly Folder[] };

/** Every folder. */
export function useFolders(): Folders {
  const state = useRows('folders');
  return state.status === 'ready' ? { status: 'ready', folders: state.rows } : state;
}
