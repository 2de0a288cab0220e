import { folderTree, inFolderCategory, withDescendants, type FolderNode } from '#domain/folder.ts';
import { folderChoice } from '#domain/note.ts';
import type { Folder } from '../../data/folders/folders.ts';
import type { NoteSummary } from '../../data/notes/queries.ts';
import { formatDay } from '../../lib/clock.ts';

/** A row of the sidebar; `level` is its indentation (0 to 4), `depth` its real depth. */
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
 * The notes of the current folder and its subfolders that the category filter shows; pinned notes
 * first, then the most recently edited.
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

/** The day of the last edit for a row; empty if it is unknown. */
export function shortDay(note: NoteSummary): string {
  const edited = lastEdit(note);
  return Number.isNaN(Date.parse(edited)) ? '' : formatDay(edited);
}

/**
 * A sort that caches its last result per folder: comparing thousands of titles takes longer than a
 * frame.
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
 * The sidebar from top to bottom: notes at the root, then the folder tree, in each folder its folders
 * and then its notes. A folder whose parent is hidden by the category filter is at the root, and so is
 * a note whose folder is unknown, so that every note can be reached.
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

/** The notes that a search finds: by their title, or by their content (`byContent`). */
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
 * The folders as options in the order of the tree, with their paths. Without the folder `movedUid` and
 * its descendants, where it cannot be moved (spec section 5).
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

/** The path of a folder, from the root to itself; empty for null or an unknown one. */
export function folderPath(folders: readonly Folder[], uid: string | null): Folder[] {
  const byUid = new Map(folders.map((folder) => [folder.uid, folder]));
  const path = new Set<Folder>();
  let folder = byUid.get(uid ?? '');
  // Two moves may arrive one by one, and be a cycle in between.
  while (folder && !path.has(folder)) {
    path.add(folder);
    folder = byUid.get(folder.parent_uid ?? '');
  }
  return [...path].toReversed();
}
