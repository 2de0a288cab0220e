import { folderTree, inFolderCategory, withDescendants, type FolderNode } from '#domain/folder.ts';
import { folderChoice } from '#domain/note.ts';
import type { Folder } from '../../data/folders/folders.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { formatDay } from '../../lib/clock.ts';

/** A line of the sidebar; `level` is how far it is indented (0 to 4), `depth` where it really is. */
export type SidebarRow =
  | {
      kind: 'folder';
      key: string;
      level: number;
      depth: number;
      folder: Folder;
      isOpen: boolean;
      noteCount: number;
    }
  | { kind: 'note'; key: string; level: number; depth: number; note: NoteSummary };

type Options = {
  folders: readonly Folder[];
  notes: readonly NoteSummary[];
  /** The folders that are closed: all are open at the start (spec section 4). */
  closed: ReadonlySet<string>;
  /** The category filter: 'all' or a category. */
  category: string;
  /** Sorts the notes of a folder; null is the root. */
  sort?: Sort;
};

type Sort = (folder: string | null, notes: readonly NoteSummary[]) => readonly NoteSummary[];

const NONE: readonly NoteSummary[] = [];

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

function byTitle(notes: readonly NoteSummary[]): NoteSummary[] {
  return notes.toSorted(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      collator.compare(a.title, b.title) ||
      (a.uid < b.uid ? -1 : 1),
  );
}

const lastEdit = ({ updated_at: edited, created_at: created }: NoteSummary) =>
  edited || created || '';

type Filter = {
  /** As in `Options`. */
  category: string;
  /** The current folder, null for all notes. */
  folderUid: string | null;
};

/**
 * The notes that the sidebar's tree has under the category filter, of the current folder and those
 * below it only; pinned notes first, then the one that was edited last.
 */
export function byLastEdit(
  notes: readonly NoteSummary[],
  folders: readonly Folder[],
  { category, folderUid }: Filter,
): NoteSummary[] {
  const hidden = new Set(
    folders.filter((folder) => !inFolderCategory(folder, category)).map(({ uid }) => uid),
  );
  const within = folderUid === null ? null : withDescendants(folders, folderUid);
  const shown = notes.filter(
    ({ folder_uid: place }) =>
      !hidden.has(place ?? '') && (within === null || within.has(place ?? '')),
  );
  return shown.toSorted(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      (Date.parse(lastEdit(b)) || 0) - (Date.parse(lastEdit(a)) || 0) ||
      (a.uid < b.uid ? -1 : 1),
  );
}

/** The day of the last edit as a row has it; nothing where it is unknown. */
export function shortDay(note: NoteSummary): string {
  const edited = lastEdit(note);
  return Number.isNaN(Date.parse(edited)) ? '' : formatDay(edited);
}

/**
 * A sort that remembers its last result of each folder, for a tree that is drawn again with few
 * changes: comparing thousands of titles takes longer than a frame may.
 */
export function memoizedSort(): Sort {
  const last = new Map<string | null, Record<'notes' | 'sorted', readonly NoteSummary[]>>();
  return (folder, notes) => {
    const before = last.get(folder);
    const isSame =
      before?.notes.length === notes.length && before.notes.every((note, at) => note === notes[at]);
    if (isSame) return before.sorted;
    const sorted = byTitle(notes);
    last.set(folder, { notes, sorted });
    return sorted;
  };
}

const noteRow = (note: NoteSummary, level: number, depth: number): SidebarRow => ({
  kind: 'note',
  key: `note-${note.uid}`,
  level,
  depth,
  note,
});

/**
 * The sidebar from top to bottom: notes at the root, then the folder tree, in each folder its
 * folders and then its notes. A folder that the category filter shows below one that it hides stands
 * at the root. A note whose folder is unknown does too, so that no note can ever be out of reach.
 */
export function sidebarRows(options: Options): SidebarRow[] {
  const {
    folders,
    notes,
    closed,
    category,
    sort = (_folder, unsorted) => byTitle(unsorted),
  } = options;
  const known = new Set(folders.map(({ uid }) => uid));
  const byFolder = Map.groupBy(notes, ({ folder_uid: folder }) =>
    folder !== null && known.has(folder) ? folder : null,
  );
  const shown = folders.filter((folder) => inFolderCategory(folder, category));
  const rows = sort(null, byFolder.get(null) ?? NONE).map((note) => noteRow(note, 0, 0));
  const add = ({ folder, level, children }: FolderNode<Folder>, depth: number) => {
    const inside = byFolder.get(folder.uid) ?? NONE;
    const isOpen = !closed.has(folder.uid);
    rows.push({
      kind: 'folder',
      key: `folder-${folder.uid}`,
      level,
      depth,
      folder,
      isOpen,
      noteCount: inside.length,
    });
    if (!isOpen) return;
    for (const child of children) add(child, depth + 1);
    const noteLevel = children[0]?.level ?? Math.min(level + 1, 4);
    for (const note of sort(folder.uid, inside)) rows.push(noteRow(note, noteLevel, depth + 1));
  };
  for (const node of folderTree(shown)) add(node, 0);
  return rows;
}

/** The notes that a search finds: by their title here, by their content where the server said so. */
export function foundNotes(
  notes: readonly NoteSummary[],
  text: string,
  byContent: ReadonlySet<string>,
): SidebarRow[] {
  const wanted = text.trim().toLocaleLowerCase();
  const found = notes.filter(
    ({ uid, title }) => byContent.has(uid) || title.toLocaleLowerCase().includes(wanted),
  );
  return byTitle(found).map((note) => noteRow(note, 0, 0));
}

/**
 * The folders as choices in the order of the tree, each with the way to it. Without the folder
 * `movedUid` and what lies below it: it cannot be put there (spec section 5).
 */
export function folderOptions(folders: readonly Folder[], movedUid?: string) {
  const options: { value: string; label: string }[] = [];
  const add = ({ folder, children }: FolderNode<Folder>, path: string) => {
    if (folder.uid === movedUid) return;
    const label = path === '' ? folder.name : `${path} / ${folder.name}`;
    options.push({ value: folderChoice(folder.uid), label });
    for (const child of children) add(child, label);
  };
  for (const node of folderTree(folders)) add(node, '');
  return options;
}

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
