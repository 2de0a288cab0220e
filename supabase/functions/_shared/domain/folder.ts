/** What the rules below need of a folder (spec §3). */
export type FolderFields = {
  uid: string;
  name: string;
  category: string;
  parent_uid: string | null;
};

/** How long a folder's texts may be, in characters, as the database has it. */
export const FOLDER_LIMITS = { name: 200, category: 200 } as const;

/** A folder in its place: `level` 0 to 4 is how far it is indented, deeper ones stay at 4. */
export type FolderNode<T extends FolderFields> = {
  folder: T;
  level: number;
  children: FolderNode<T>[];
};

/** The deepest level that is still indented further (spec §2, notes). */
export const MAX_INDENT_LEVEL = 4;

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/**
 * The folders as a tree, sorted by name within their parent. A folder whose parent is not in the
 * list stands at the root, so that no folder can ever be out of reach; and so does one of a circle,
 * which two moves on two devices are until the server has refused one.
 */
export function folderTree<T extends FolderFields>(folders: readonly T[]): FolderNode<T>[] {
  const known = new Set(folders.map(({ uid }) => uid));
  const byParent = Map.groupBy(folders, ({ parent_uid: parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  );
  const placed = new Set<T>();
  const nodeOf = (folder: T, depth: number): FolderNode<T> => {
    placed.add(folder);
    return {
      folder,
      level: Math.min(depth, MAX_INDENT_LEVEL),
      children: nodesUnder(folder.uid, depth + 1),
    };
  };
  const nodesUnder = (parent: string | null, depth: number): FolderNode<T>[] =>
    (byParent.get(parent) ?? [])
      .filter((folder) => !placed.has(folder))
      .toSorted((a, b) => collator.compare(a.name, b.name) || (a.uid < b.uid ? -1 : 1))
      .map((folder) => nodeOf(folder, depth));
  const roots = nodesUnder(null, 0);
  for (const folder of folders) if (!placed.has(folder)) roots.push(nodeOf(folder, 0));
  return roots;
}

/** A folder's uid and the uids of all folders below it. */
export function withDescendants(folders: readonly FolderFields[], uid: string): Set<string> {
  const byParent = Map.groupBy(folders, ({ parent_uid: parent }) => parent);
  const found = new Set([uid]);
  for (const member of found) for (const child of byParent.get(member) ?? []) found.add(child.uid);
  return found;
}

/** The notes screen's category filter: 'all', and folders without a category, always show (spec §5). */
export function inFolderCategory({ category }: { category: string }, selected: string): boolean {
  return selected === 'all' || category === '' || category === selected;
}
