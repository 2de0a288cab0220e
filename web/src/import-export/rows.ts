import type {
  Existing,
  Imported,
  ImportedContact,
  ImportedFolder,
  ImportedNote,
  ImportedTask,
  Row,
} from './types.ts';

/** The paths of folders, from the root, as one text each. */
export function pathsOf<Folder>(
  folders: readonly Folder[],
  {
    key,
    name,
    parent,
  }: Record<'key' | 'name', (folder: Folder) => string> & {
    parent: (folder: Folder) => string | null;
  },
): Map<string, string> {
  const byKey = new Map(folders.map((folder) => [key(folder), folder]));
  const paths = new Map<string, string>();
  for (const folder of folders) {
    const names: string[] = [];
    let at: Folder | undefined = folder;
    for (let depth = 0; at !== undefined && depth < 100; depth += 1) {
      names.unshift(name(at).replaceAll('/', '∕'));
      const above = parent(at);
      at = above === null ? undefined : byKey.get(above);
    }
    paths.set(key(folder), names.join('/'));
  }
  return paths;
}

export const importedPaths = (folders: readonly ImportedFolder[]) =>
  pathsOf(folders, { key: (f) => f.key, name: (f) => f.name, parent: (f) => f.parent });

/** A row as the server takes it (`stage_import`). */
export type ImportRow = { table: string; uid: string } & Record<string, unknown>;

/**
 * The rows to be sent for the chosen lines. Categories go by the spelling that the account has, and a
 * folder that it has at the same path is used; folders and categories that only left-out rows need
 * stay behind, but those that nothing uses come along: they were in the file for their own sake.
 */
export function importRows(
  imported: Imported,
  existing: Existing,
  chosen: ReadonlySet<number>,
  newUid: () => string,
): ImportRow[] {
  const { tasks, contacts, notes, folders } = imported;
  const pick = <Fields>(rows: readonly Row<Fields>[], first: number): Fields[] =>
    rows.flatMap(({ fields }, at) => (chosen.has(first + at) ? [fields] : []));
  const chosenTasks: ImportedTask[] = pick(tasks, 0);
  const chosenContacts: ImportedContact[] = pick(contacts, tasks.length);
  const chosenNotes: ImportedNote[] = pick(notes, tasks.length + contacts.length);

  const chosenFolders = neededFolders(imported, chosenNotes);
  const known = pathsOf(existing.folders, {
    key: ({ uid }) => uid,
    name: ({ name }) => name,
    parent: ({ parent_uid }) => parent_uid,
  });
  const uidAt = new Map([...known].map(([uid, path]) => [path, uid]));
  const paths = importedPaths(folders);
  const uidOf = new Map<string, string>();
  const newFolders = chosenFolders.filter(({ key }) => {
    const path = paths.get(key) ?? '';
    const there = uidAt.get(path);
    uidOf.set(key, there ?? newUid());
    return there === undefined;
  });

  const spelled = new Map(existing.categories.map((name) => [name.toLowerCase(), name]));
  for (const { name } of imported.categories)
    if (!spelled.has(name.toLowerCase())) spelled.set(name.toLowerCase(), name);
  const named = (name: string | null) =>
    name === null ? null : (spelled.get(name.toLowerCase()) ?? name);

  const isUsed = (name: string, rows: readonly { category: string | null }[]) =>
    rows.some(({ category }) => category?.toLowerCase() === name.toLowerCase());
  const all = [...tasks, ...contacts].map(({ fields }) => fields);
  const going = [...chosenTasks, ...chosenContacts, ...newFolders];
  const has = new Set(existing.categories.map((name) => name.toLowerCase()));
  const newCategories = imported.categories.filter(
    ({ name }) =>
      !has.has(name.toLowerCase()) &&
      (isUsed(name, going) || !(isUsed(name, all) || isUsed(name, folders))),
  );

  return [
    ...newCategories.map((fields) => ({ table: 'categories', uid: newUid(), ...fields })),
    ...newFolders.map(({ key, name, category, parent, created_at }) => ({
      table: 'folders',
      uid: uidOf.get(key) ?? newUid(),
      name,
      category: named(category) ?? '',
      parent_uid: parent === null ? null : (uidOf.get(parent) ?? null),
      created_at,
    })),
    ...chosenNotes.map(({ folder, ...fields }) => ({
      table: 'notes',
      uid: newUid(),
      ...fields,
      folder_uid: folder === null ? null : (uidOf.get(folder) ?? null),
    })),
    ...chosenTasks.map((fields) => ({
      table: 'tasks',
      uid: newUid(),
      ...fields,
      category: named(fields.category),
    })),
    ...chosenContacts.map((fields) => ({
      table: 'contacts',
      uid: newUid(),
      ...fields,
      category: named(fields.category),
    })),
  ];
}

/** The folders of the chosen notes with those above them, and those without any note below. */
function neededFolders({ folders, notes }: Imported, chosen: readonly ImportedNote[]) {
  const byKey = new Map(folders.map((folder) => [folder.key, folder]));
  const above = (start: Iterable<string | null>) => {
    const keys = new Set<string>();
    for (const first of start) {
      let key = first;
      while (key !== null && !keys.has(key)) {
        keys.add(key);
        key = byKey.get(key)?.parent ?? null;
      }
    }
    return keys;
  };
  const needed = above(chosen.map(({ folder }) => folder));
  const withNotes = above(notes.map(({ fields }) => fields.folder));
  // Where no note was chosen at all, folders were not wanted either.
  const alone = chosen.length > 0 || notes.length === 0 ? folders : [];
  const empty = above(alone.filter(({ key }) => !withNotes.has(key)).map(({ key }) => key));
  return folders.filter(({ key }) => needed.has(key) || empty.has(key));
}

/** As many as the server takes (docs/limits.md). */
export const MAX_PARTS = 50;
const PART_ROWS = 1000;
const PART_LENGTH = 1_500_000;

/** The rows in parts that the server takes, each as long as one request should be. */
export function inParts(rows: readonly ImportRow[]): ImportRow[][] {
  const parts: ImportRow[][] = [];
  let length = Infinity;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const last = parts.at(-1);
    if (last && last.length < PART_ROWS && length + size <= PART_LENGTH) {
      last.push(row);
      length += size;
    } else {
      parts.push([row]);
      length = size;
    }
  }
  return parts;
}
