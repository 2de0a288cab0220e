import { rowName, type ContactFields } from './contact.ts';

/** What the rules below need of a row that was deleted, and not for good. */
type DeletedRow = { uid: string; deleted_at: string | null };
/** Of a folder or a note: the folder whose deletion took it along. */
type TakenAlong = DeletedRow & { deleted_with: string | null };

export type DeletedRows = {
  tasks: readonly (DeletedRow & { title: string })[];
  contacts: readonly (DeletedRow & ContactFields)[];
  folders: readonly (TakenAlong & { name: string; parent_uid: string | null })[];
  notes: readonly (TakenAlong & { title: string; folder_uid: string | null })[];
};

/** What is restored or deleted for good as one: a row, or a folder with its contents. */
export type TrashEntry = {
  table: keyof DeletedRows;
  uid: string;
  name: string;
  /** Milliseconds since 1970. */
  deletedAt: number;
  /** 30 at first, 1 on the last day. */
  daysLeft: number;
  /** The folder that it lies in. */
  folderUid: string | null;
  /** How much went with a folder, and comes back with it. */
  contents: { folders: number; notes: number };
};

/** What an entry is called. */
export const trashNouns = { tasks: 'Task', contacts: 'Contact', folders: 'Folder', notes: 'Note' };

/** Days that deleted rows are kept, as the database has it (private.purge_deleted). */
const TRASH_DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/**
 * What is in the trash at a moment (milliseconds since 1970), deleted last first. What a folder took
 * along is no entry of its own, as long as the folder is there to bring it back.
 */
export function trashEntries(rows: DeletedRows, now: number): TrashEntry[] {
  const contents = new Map(rows.folders.map(({ uid }) => [uid, { folders: 0, notes: 0 }]));
  const isOwn = (row: TakenAlong, kind: 'folders' | 'notes') => {
    const count = row.deleted_with === null ? undefined : contents.get(row.deleted_with);
    if (count) count[kind] += 1;
    return !count;
  };
  const folders = rows.folders.filter((folder) => isOwn(folder, 'folders'));
  const notes = rows.notes.filter((note) => isOwn(note, 'notes'));

  const entries: TrashEntry[] = [];
  const add = (
    table: keyof DeletedRows,
    row: DeletedRow,
    name: string,
    folderUid: string | null = null,
  ) => {
    const deletedAt = Date.parse(row.deleted_at ?? '');
    // A clock that is behind does not make it longer.
    const daysLeft = Math.min(Math.ceil((deletedAt - now) / DAY) + TRASH_DAYS, TRASH_DAYS);
    if (daysLeft < 1) return;
    const within = (table === 'folders' && contents.get(row.uid)) || { folders: 0, notes: 0 };
    entries.push({ table, uid: row.uid, name, deletedAt, daysLeft, folderUid, contents: within });
  };
  for (const task of rows.tasks) add('tasks', task, task.title);
  for (const contact of rows.contacts) add('contacts', contact, rowName(contact));
  for (const folder of folders) add('folders', folder, folder.name, folder.parent_uid);
  for (const note of notes) add('notes', note, note.title, note.folder_uid);
  return entries.toSorted((a, b) => b.deletedAt - a.deletedAt || (a.uid < b.uid ? -1 : 1));
}

/**
 * The order in which entries are restored: a folder before what lies in it, which finds its place
 * again; else it would come to the root.
 */
export function restoreOrder(entries: readonly TrashEntry[]): TrashEntry[] {
  const folders = new Map(
    entries.filter(({ table }) => table === 'folders').map((entry) => [entry.uid, entry]),
  );
  const ordered: TrashEntry[] = [];
  // Two moves on two devices can make a circle.
  const visited = new Set<TrashEntry>();
  const visit = (entry: TrashEntry) => {
    if (visited.has(entry)) return;
    visited.add(entry);
    const folder = entry.folderUid === null ? undefined : folders.get(entry.folderUid);
    if (folder) visit(folder);
    ordered.push(entry);
  };
  for (const entry of entries) visit(entry);
  return ordered;
}
