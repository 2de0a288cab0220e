import type { Folder } from '../../data/folders/queries.ts';

/** The folders that one lies in, from the root down to itself; none for null or an unknown one. */
export function folderPath(folders: readonly Folder[], uid: string | null): Folder[] {
  const byUid = new Map(folders.map((folder) => [folder.uid, folder]));
  const path = new Set<Folder>();
  let folder = byUid.get(uid ?? '');
  // News of two moves may come one by one, and be a circle in between.
  while (folder && !path.has(folder)) {
    path.add(folder);
    folder = byUid.get(folder.parent_uid ?? '');
  }
  return [...path].toReversed();
}
