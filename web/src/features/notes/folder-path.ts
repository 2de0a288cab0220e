import type { Folder } from '../../data/folders/queries.ts';

/** The folders that one lies in, from the root down to itself; none for null or an unknown one. */
export function folderPath(folders: readonly Folder[], id: number | null): Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const path = new Set<Folder>();
  let folder = byId.get(id ?? 0);
  // News of two moves may come one by one, and be a circle in between.
  while (folder && !path.has(folder)) {
    path.add(folder);
    folder = byId.get(folder.parent_uid ?? 0);
  }
  return [...path].toReversed();
}
