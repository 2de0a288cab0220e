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
 * What became different, as `push_changes` takes it (supabase/migrations): data, never a closure, so
 * that it can wait on the disk and be sent twice.
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
  /** Its place in the order of this device's changes, by which the server knows what it has done. */
  seq: number;
  change: Change;
  /** The tab that made it, to which what became of it is reported. */
  tab: string;
  /** Milliseconds since 1970 on this device's clock; for people, decides nothing. */
  madeAt: number;
  /** It may have been done: nothing is joined to it, since the server does nothing when it comes again. */
  isSent: boolean;
  /**
   * Of a deletion, the row as it stood on this device, and what a folder takes along: nobody deletes
   * what they have not seen.
   */
  deletedRows?: AnyRow[];
  /** The text that a note's new content was written over, for merging. */
  baseContent?: string | null;
  /**
   * Set while the same paragraph was changed elsewhere, too: the other text, and its revision. It is
   * not sent before the person has chosen.
   */
  conflict?: { title: string; content: string | null; content_rev: number };
};

/**
 * What is to become of an entry that stays in the outbox: decided by what it was, and done to what it
 * is, since something may have been joined to it meanwhile.
 */
export type EntryUpdate = { seq: number; apply(entry: OutboxEntry): OutboxEntry };

/** A change that was taken back because the server refused it; kept until the person deals with it. */
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

/** Columns that refer to other rows: their change keeps its place behind the creation of those. */
const REFERENCES = ['folder_uid', 'parent_uid'];

/** A note's content that waits, as one to write over; undefined if none does. */
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
  // Of what it was written over: the row may have the revision of another's text already.
  const base = 'base' in change ? change.base : undefined;
  return { content: typeof content === 'string' ? content : null, content_rev: base ?? 0 };
}

/**
 * The entry in whose place a change can stand together with what waits there already, if there is
 * one: the last of the same row, not sent yet, that sets columns too. `baseContent` is the text that
 * a note's new content was written over.
 */
export function joinable(
  waiting: readonly OutboxEntry[],
  change: Change,
  baseContent: string | null = null,
): OutboxEntry | undefined {
  const last = waiting.findLast(
    ({ change: other }) => other.table === change.table && other.uid === change.uid,
  );
  if (!last || last.isSent || !('set' in change) || 'create' in change) return undefined;
  if (!('set' in last.change) || 'fill' in last.change || 'fill' in change) return undefined;
  // Written over another text, as in a second tab: they are merged when it is sent.
  const { content } = last.change.set;
  if (isContentChange(change) && content !== undefined && (content ?? '') !== (baseContent ?? ''))
    return undefined;
  // A rename or a move does not wait for the choice between two texts, nor go with the one not taken.
  if (last.conflict && !isContentChange(change)) return undefined;
  const isAtEnd = waiting.at(-1) === last;
  return isAtEnd || REFERENCES.every((column) => !(column in change.set)) ? last : undefined;
}

/** Two changes of one row as one; the later wins column by column. */
export function joinChanges(first: Change, second: Change): Change {
  if (!('set' in first) || !('set' in second)) throw new Error('These changes cannot be joined');
  return {
    ...second,
    ...first,
    ...(second.today && { today: second.today }),
    set: { ...first.set, ...second.set },
  };
}

/** An entry as a content that was written over this one, or is to be sent as if it were. */
export function writtenOver(
  { conflict: _resolved, ...entry }: OutboxEntry,
  { content, content_rev }: { content: string | null; content_rev: number },
): OutboxEntry {
  return { ...entry, change: { ...entry.change, base: content_rev }, baseContent: content };
}

/** An entry as what is left of it without its text; undefined if nothing is. */
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
 * Those of what waits that are sent next: so many, and so much text, as fit into a request. What waits
 * for the person's choice stays, with what was written after it.
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
      // The next one names the revision that this one makes.
      const isHeldUp = entry.conflict || contents.has(change.uid);
      contents.add(change.uid);
      if (isHeldUp) continue;
    }
    // What may have reached the server goes alone, as it went before.
    if (next[0]?.isSent && !entry.isSent) break;
    characters += JSON.stringify(change).length;
    if (next.length >= most || (next.length > 0 && characters > mostCharacters)) break;
    next.push(entry);
  }
  return next;
}

/** What somebody types, in contrast to ticking, moving and dragging. As private.is_typed() has it. */
const TYPED: Record<TableName, (column: string) => boolean> = {
  tasks: (column) => column === 'title' || column === 'description',
  categories: (column) => column === 'name',
  contacts: (column) => column !== 'category',
  folders: (column) => column === 'name',
  notes: (column) => column === 'title' || column === 'content',
};

/** What the database keeps about every row. */
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

/** What a row has that its creation does not name. */
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
