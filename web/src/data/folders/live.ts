import { LiveTable } from '../../lib/live-table.ts';
import { registerLive } from '../../lib/live.ts';
import { Pending } from '../../lib/pending.ts';
import { FOLDERS } from './keys.ts';
import { readFoldersById } from './requests.ts';
import type { Folder } from './types.ts';

export const liveFolders = new LiveTable<Folder>({
  table: 'folders',
  root: FOLDERS,
  belongs: () => true,
  fetchRows: readFoldersById,
});
registerLive(liveFolders);

/** Changes of folders that the server has not answered yet. */
export const pendingFolders = new Pending<Folder>();
