import { NO_CATEGORY } from '#domain/category.ts';
import { CONTACT_LIMITS } from '#domain/contact.ts';
import type { CategoryRow, ContactRow, FolderRow, NoteRow, TaskRow } from '../db/rows.ts';

/** The tables that every device has a copy of, with their rows as a device has them. */
export type SyncedRows = {
  tasks: TaskRow;
  categories: CategoryRow;
  contacts: ContactRow;
  folders: FolderRow;
  /** Without the content, which is kept beside (replica.ts). */
  notes: NoteRow;
};

export type TableName = keyof SyncedRows;
export type AnyRow = SyncedRows[TableName];

export const tableNames = ['tasks', 'categories', 'contacts', 'folders', 'notes'] as const;

/** What a row of a table is called in messages. */
export const NOUNS: Record<TableName, string> = {
  tasks: 'task',
  categories: 'category',
  contacts: 'contact',
  folders: 'folder',
  notes: 'note',
};

/**
 * Whether `row` is an older version than `known`. A transaction has one revision, and may touch a row
 * several times: within it `updated_at` tells, which the database makes later each time.
 */
export function isOlder(row: AnyRow, known: AnyRow): boolean {
  if (row.rev !== known.rev) return row.rev < known.rev;
  return Date.parse(row.updated_at) < Date.parse(known.updated_at);
}

/** Columns and their new values. */
export type Fields = Record<string, unknown>;

/**
 * A change as `push_changes` takes it (supabase/schemas): data, never a closure, so that it can wait
 * on disk and be sent twice.
 */
export type Change = {
  table: TableName;
  uid: string;
  /** The calendar day on this device, for the next occurrence of a repeating task. */
  today?: string;
} & (
  | { create: true; set: Fields }
  | {
      set: Fields;
      /** For a note's content: the revision of the one it was written over. */
      base?: number;
      /** Only columns that are null. */
      fill?: true;
    }
  /** Unless somebody has typed in the row since that revision. */
  | { delete: true; seen: number }
  | { restore: true }
  | { erase: true }
);

/** A change that the server has not acknowledged yet. */
export type OutboxEntry = {
  /** The number of this device's change, by which the server knows what it has done. */
  seq: number;
  change: Change;
  /** The tab that made it and gets the result. */
  tab: string;
  /** Milliseconds since 1970 on this device's clock; only for display. */
  madeAt: number;
  /** It may have been done already: nothing is joined to it, since the server ignores it the second time. */
  isSent: boolean;
  /**
   * Of a deletion, the row as it was on this device, and what a folder contained: nobody deletes what
   * they have not seen.
   */
  deletedRows?: AnyRow[];
  /** The text that a note's new content was written over, for merging. */
  baseContent?: string | null;
  /**
   * Set if the same paragraph was changed elsewhere, too: the other text and its revision. It is not
   * sent before the person has chosen.
   */
  conflict?: { title: string; content: string | null; content_rev: number };
};

/**
 * An update of an entry that stays in the outbox: a function, since something may have been joined to
 * the entry meanwhile.
 */
export type EntryUpdate = { seq: number; apply(entry: OutboxEntry): OutboxEntry };

/** A change that was undone because the server refused it; kept until the person retries or discards it. */
export type Refused = { entry: OutboxEntry; code: string; message: string };

/** Whether a change is one of a note's content. */
export function isContentChange(change: Change): change is Extract<Change, { set: Fields }> {
  return (
    change.table === 'notes' && 'set' in change && !('create' in change) && 'content' in change.set
  );
}

/** Whether the database changes more rows than the one that is answered. */
export function changesOthers(change: Change): boolean {
  if (change.table === 'folders') return !('set' in change);
  if (!('set' in change) || 'create' in change) return false;
  return change.table === 'tasks' ? 'completed' in change.set : change.table === 'categories';
}

/** Columns that refer to other rows: their change must stay behind the creation of those. */
const REFERENCES = ['folder_uid', 'parent_uid'];

/** A note's content that waits in the outbox, and the revision of its base; undefined if none does. */
export function waitingText(
  waiting: readonly OutboxEntry[],
  uid: string,
): { content: string | null; content_rev: number } | undefined {
  const change = waiting.findLast(
    ({ change: { table, ...one } }) =>
      table === 'notes' && one.uid === uid && 'set' in one && 'content' in one.set,
  )?.change;
  if (!change || !('set' in change)) return undefined;
  const content = change.set['content'];
  // The base's revision: the row may have the revision of somebody else's text already.
  const base = 'base' in change ? change.base : undefined;
  return { content: typeof content === 'string' ? content : null, content_rev: base ?? 0 };
}

/**
 * The waiting entry that a change can be joined to, if there is one: the last of the same row, if it
 * sets columns and was not sent yet. `baseContent` is the text that a note's new content was written
 * over.
 */
export function joinable(
  waiting: readonly OutboxEntry[],
  change: Change,
  baseContent: string | null = null,
): OutboxEntry | undefined {
  if (!('set' in change) || 'create' in change) return undefined;
  const last = waiting.findLast(
    ({ change: other }) => other.table === change.table && other.uid === change.uid,
  );
  if (!last || last.isSent) return undefined;
  if (!('set' in last.change) || 'fill' in last.change || 'fill' in change) return undefined;
  // Written over another text, as in a second tab: merged when it is sent.
  const { content } = last.change.set;
  if (isContentChange(change) && content !== undefined && (content ?? '') !== (baseContent ?? ''))
    return undefined;
  // A rename or a move neither waits for the choice between two texts nor is dropped with one.
  if (last.conflict && !isContentChange(change)) return undefined;
  const isAtEnd = waiting.at(-1) === last;
  return isAtEnd || REFERENCES.every((column) => !(column in change.set)) ? last : undefined;
}

/** Joins two changes of one row; the later one wins column by column. */
export function joinChanges(first: Change, second: Change): Change {
  if (!('set' in first) || !('set' in second)) throw new Error('These changes cannot be joined');
  return {
    ...second,
    ...first,
    ...(second.today && { today: second.today }),
    set: { ...first.set, ...second.set },
  };
}

/** An entry with another base: as if its content had been written over that one. */
export function writtenOver(
  { conflict: _resolved, ...entry }: OutboxEntry,
  { content, content_rev }: { content: string | null; content_rev: number },
): OutboxEntry {
  return { ...entry, change: { ...entry.change, base: content_rev }, baseContent: content };
}

/** An entry without its text; undefined if nothing is left. */
export function withoutText({
  conflict: _resolved,
  baseContent: _base,
  ...entry
}: OutboxEntry): OutboxEntry | undefined {
  const { change } = entry;
  if (!('set' in change) || 'create' in change) return undefined;
  const { content: _content, title: _title, ...set } = change.set;
  const { table, uid } = change;
  return Object.keys(set).length === 0
    ? undefined
    : { ...entry, change: { table, uid, set }, isSent: false };
}

/**
 * The entries to send next: as many, and as much text, as fit into a request. A conflict stays until
 * the person has chosen, with what was written after it.
 */
export function nextToSend(
  waiting: readonly OutboxEntry[],
  most: number,
  mostCharacters: number,
): OutboxEntry[] {
  const next: OutboxEntry[] = [];
  const contents = new Set<string>();
  let characters = 0;
  for (const entry of waiting) {
    const { change } = entry;
    if (isContentChange(change)) {
      // The next one has to name the revision that this one makes.
      const isHeldUp = entry.conflict || contents.has(change.uid);
      contents.add(change.uid);
      if (isHeldUp) continue;
    }
    // What may have reached the server is sent as it was before, with nothing new.
    if (next[0]?.isSent && !entry.isSent) break;
    characters += JSON.stringify(change).length;
    if (next.length >= most || (next.length > 0 && characters > mostCharacters)) break;
    next.push(entry);
  }
  return next;
}

/** Columns that are typed, in contrast to checkboxes, choices and moves; as in private.is_typed(). */
const TYPED: Record<TableName, (column: string) => boolean> = {
  tasks: (column) => column === 'title' || column === 'description',
  categories: (column) => column === 'name',
  contacts: (column) => column !== 'category',
  folders: (column) => column === 'name',
  notes: (column) => column === 'title' || column === 'content',
};

/** Columns that the database maintains. */
const KEPT = [
  'uid',
  'id',
  'user_id',
  'rev',
  'edited_rev',
  'deleted_at',
  'created_at',
  'updated_at',
];

/** Whether somebody types a column of a row: see `TYPED`. */
export function isTypedColumn(table: TableName, column: string): boolean {
  return TYPED[table](column) && !KEPT.includes(column);
}

/** The defaults of a new row's columns. */
export const DEFAULTS: Record<TableName, Fields> = {
  tasks: {
    description: null,
    priority: 'medium',
    category: null,
    completed: false,
    completed_at: null,
    due_date: null,
    repeat_type: 'none',
    recurrence: null,
    repeat_anchor_day: null,
    spawned_untouched: false,
    rank: null,
  },
  categories: { color: null },
  contacts: {
    ...Object.fromEntries(Object.keys(CONTACT_LIMITS).map((column) => [column, null])),
    category: NO_CATEGORY,
  },
  folders: { category: '', parent_uid: null, deleted_with: null },
  notes: { folder_uid: null, pinned: false, deleted_with: null, content_rev: 0 },
};
