import type * as Recurrence from '#domain/recurrence.ts';
import { nextOccurrence } from '#domain/repeat.ts';
import { nextOccurrenceUid } from '#domain/uid.ts';
import type { FolderRow, NoteRow, TaskRow } from '../db/rows.ts';
import {
  DEFAULTS,
  isTypedColumn,
  type AnyRow,
  type Change,
  type Fields,
  type OutboxEntry,
  type SyncedRows,
  type TableName,
} from './changes.ts';

/** Every row of a device by its uid, deleted ones too. */
export type RowMaps = { [Name in TableName]: ReadonlyMap<string, SyncedRows[Name]> };

/** Rows that differ from the confirmed ones. */
export type Patches = { [Name in TableName]: Map<string, SyncedRows[Name]> };

/** Rows without a number from the server come after all others, by the time of their creation. */
const NOT_NUMBERED = 2 ** 52;

/** Recurrence rules of other programs. Few people have any, so the code is loaded with the first. */
let rules: typeof Recurrence | undefined;

/**
 * Applies the waiting changes to the confirmed rows, in their order, as the database will
 * (push_changes). Pure; called whenever either side has changed. `onReady` is called if it has to be
 * called again, because code had to be loaded.
 */
export function layOver(
  confirmed: RowMaps,
  entries: readonly OutboxEntry[],
  onReady?: () => void,
): Patches {
  const overlay = new Overlay(confirmed, onReady);
  for (const { change, madeAt } of entries) overlay.apply(change, new Date(madeAt).toISOString());
  return overlay.patches;
}

class Overlay {
  readonly patches: Patches = noRows();
  readonly #confirmed: RowMaps;
  readonly #onReady: (() => void) | undefined;

  constructor(confirmed: RowMaps, onReady?: () => void) {
    this.#confirmed = confirmed;
    this.#onReady = onReady;
  }

  apply(change: Change, now: string): void {
    const { table, uid } = change;
    const row = this.#get(table, uid);
    if (!row) {
      if ('create' in change) this.#create(change.table, uid, change.set, now);
    } else if ('create' in change) {
      // The server has it already.
    } else if ('delete' in change) {
      if (row.deleted_at !== null || row.edited_rev > change.seen) return;
      if (table === 'folders') this.#deleteFolder(uid, change.seen, now);
      else this.#patch(table, uid, { deleted_at: now });
    } else if ('restore' in change) {
      this.#restore(table, uid);
    } else if ('erase' in change) {
      this.#erase(table, uid);
    } else {
      this.#set(change, row, now);
    }
  }

  #get<Name extends TableName>(table: Name, uid: string): SyncedRows[Name] | undefined {
    return this.patches[table].get(uid) ?? this.#confirmed[table].get(uid);
  }

  /** Every row of a table with its patches. */
  *#all<Name extends TableName>(table: Name): Generator<SyncedRows[Name]> {
    const patched = this.patches[table];
    for (const [uid, row] of this.#confirmed[table]) yield patched.get(uid) ?? row;
    for (const [uid, row] of patched) if (!this.#confirmed[table].has(uid)) yield row;
  }

  #patch(table: TableName, uid: string, fields: Fields): void {
    const row = this.#get(table, uid);
    // The table's name ties the row and its map together, which the type of a union cannot say.
    if (row) (this.patches[table] as Map<string, AnyRow>).set(uid, { ...row, ...fields });
  }

  #create(table: TableName, uid: string, set: Fields, now: string): void {
    const created = {
      uid,
      id: NOT_NUMBERED + Date.parse(now),
      user_id: '',
      rev: 0,
      edited_rev: 0,
      deleted_at: null,
      created_at: now,
      updated_at: now,
      ...DEFAULTS[table],
      ...set,
    };
    (this.patches[table] as Map<string, AnyRow>).set(uid, created as unknown as AnyRow);
    this.#stayInFolders(table, uid);
    if (table === 'tasks' && set['completed'] === true)
      this.#patch(table, uid, completion(set, now));
  }

  #set(change: Extract<Change, { set: Fields }>, row: AnyRow, now: string): void {
    const { table, uid } = change;
    const set = 'fill' in change ? whereNull(change.set, row) : change.set;
    if (Object.keys(set).length === 0) return;
    const isTyped = Object.keys(set).some((column) => isTypedColumn(table, column));
    if (row.deleted_at !== null && !isTyped) return;
    const name = 'name' in row ? row.name : undefined;
    this.#patch(table, uid, { ...set, deleted_at: null, updated_at: now });
    this.#stayInFolders(table, uid);
    if (table === 'tasks') this.#afterTask(row as TaskRow, change, now);
    const renamed = set['name'];
    if (table === 'categories' && name !== undefined && typeof renamed === 'string') {
      this.#renameUses(name, renamed);
    }
  }

  #afterTask(before: TaskRow, { uid, set, today }: Extract<Change, { set: Fields }>, now: string) {
    const typed = ['title', 'description', 'priority', 'due_date', 'repeat_type', 'recurrence'];
    if (typed.some((column) => column in set))
      this.#patch('tasks', uid, { spawned_untouched: false });
    if (typeof set['completed'] !== 'boolean' || set['completed'] === before.completed) return;
    this.#patch('tasks', uid, completion(set, now));
    const task = this.#get('tasks', uid);
    if (!task || (task.repeat_type === 'none' && !task.recurrence)) return;
    const successorUid = nextOccurrenceUid(uid);
    const successor = this.#get('tasks', successorUid);
    if (!task.completed) {
      const isUntouched = successor?.spawned_untouched && !successor.completed;
      if (isUntouched && successor.category === task.category) {
        this.#patch('tasks', successorUid, { deleted_at: now });
      }
    } else if ((!successor || successor.deleted_at !== null) && today !== undefined) {
      this.#createSuccessor(task, successorUid, today, now);
    }
  }

  #createSuccessor(task: TaskRow, uid: string, today: string, now: string): void {
    const { title, description, priority, category, repeat_type, repeat_anchor_day, rank } = task;
    const next = this.#next(task, today);
    if (!next) return;
    this.patches.tasks.delete(uid);
    const set = {
      title,
      description,
      priority,
      category,
      ...next,
      repeat_type,
      repeat_anchor_day,
      rank,
      spawned_untouched: true,
    };
    const known = this.#confirmed.tasks.get(uid);
    this.#create('tasks', uid, { ...set, ...(known && { id: known.id, rev: known.rev }) }, now);
  }

  #next({ repeat_type, repeat_anchor_day, recurrence, due_date: due }: TaskRow, today: string) {
    if (recurrence) {
      if (!rules)
        import('#domain/recurrence.ts')
          .then((module) => {
            rules = module;
            return this.#onReady?.();
          })
          // Not available offline: the database makes the next occurrence.
          .catch(() => undefined);
      return rules?.nextByRecurrence(recurrence, due, today);
    }
    const due_date = nextOccurrence(repeat_type, due, today, repeat_anchor_day);
    return due_date && { due_date };
  }

  #renameUses(from: string, to: string): void {
    for (const table of ['tasks', 'contacts', 'folders'] as const) {
      const uses = [...this.#all(table)].filter(({ category }) => category === from);
      for (const { uid } of uses) this.#patch(table, uid, { category: to });
    }
  }

  /** A row in a deleted folder moves to the root. */
  #stayInFolders(table: TableName, uid: string): void {
    const column =
      table === 'notes' ? 'folder_uid' : table === 'folders' ? 'parent_uid' : undefined;
    const row = this.#get(table, uid);
    if (!column || !row) return;
    const above: unknown = Reflect.get(row, column);
    if (typeof above !== 'string') return;
    const folder = this.#get('folders', above);
    if (folder && folder.deleted_at !== null) this.#patch(table, uid, { [column]: null });
  }

  #deleteFolder(uid: string, seen: number, now: string): void {
    const folders = [...this.#all('folders')].filter(({ deleted_at }) => deleted_at === null);
    const inside = new Set<string>();
    const collect = (one: string) => {
      // Two moves that the server has not seen yet can make a cycle.
      if (inside.has(one)) return;
      inside.add(one);
      for (const below of folders) {
        if (below.parent_uid === one && below.edited_rev <= seen) collect(below.uid);
      }
    };
    collect(uid);
    for (const note of this.#all('notes')) {
      if (note.deleted_at !== null || note.folder_uid === null || !inside.has(note.folder_uid))
        continue;
      const goes = note.edited_rev <= seen;
      this.#patch(
        'notes',
        note.uid,
        goes ? { deleted_at: now, deleted_with: uid } : { folder_uid: null },
      );
    }
    for (const { uid: one, parent_uid } of folders) {
      if (inside.has(one)) {
        this.#patch('folders', one, { deleted_at: now, deleted_with: one === uid ? null : uid });
      } else if (parent_uid !== null && inside.has(parent_uid)) {
        this.#patch('folders', one, { parent_uid: null });
      }
    }
  }

  #restore(table: TableName, uid: string): void {
    const row = this.#get(table, uid);
    if (!row || !isRestorable(row)) return;
    this.#patch(table, uid, { deleted_at: null });
    if (table === 'notes' || table === 'folders') this.#patch(table, uid, { deleted_with: null });
    this.#stayInFolders(table, uid);
    if (table !== 'folders') return;
    for (const one of ['folders', 'notes'] as const) {
      const inside = [...this.#all(one)].filter(
        (part) => part.deleted_with === uid && isRestorable(part),
      );
      const waiting = new Map(inside.map((part) => [part.uid, part]));
      for (const part of inside) this.#bringBack(one, part, waiting);
    }
  }

  /** From the top down, so that every row finds its folder restored. */
  #bringBack(
    table: 'folders' | 'notes',
    row: FolderRow | NoteRow,
    waiting: Map<string, FolderRow | NoteRow>,
  ): void {
    if (!waiting.delete(row.uid)) return;
    const above = 'parent_uid' in row && row.parent_uid !== null && waiting.get(row.parent_uid);
    if (above) this.#bringBack(table, above, waiting);
    this.#patch(table, row.uid, { deleted_at: null, deleted_with: null });
    this.#stayInFolders(table, row.uid);
  }

  #erase(table: TableName, uid: string): void {
    const erased = { deleted_at: new Date(0).toISOString() };
    this.#patch(table, uid, erased);
    if (table !== 'folders') return;
    for (const one of ['folders', 'notes'] as const) {
      const inside = [...this.#all(one)].filter(({ deleted_with }) => deleted_with === uid);
      for (const row of inside) this.#patch(one, row.uid, erased);
    }
  }
}

/** The columns of a change that are null in the row. */
function whereNull(set: Fields, row: AnyRow): Fields {
  const isNull = ([column]: [string, unknown]) => Reflect.get(row, column) === null;
  return Object.fromEntries(Object.entries(set).filter(isNull));
}

function completion(set: Fields, now: string): Fields {
  if (set['completed'] !== true) return { completed_at: null };
  return { completed_at: typeof set['completed_at'] === 'string' ? set['completed_at'] : now };
}

/** Whether it is deleted, but not for good: what was deleted for good has 1970 as `deleted_at`. */
export function isRestorable({ deleted_at }: Pick<AnyRow, 'deleted_at'>): boolean {
  return deleted_at !== null && Date.parse(deleted_at) > 0;
}

/** Empty maps. */
export function noRows(): Patches {
  return {
    tasks: new Map(),
    categories: new Map(),
    contacts: new Map(),
    folders: new Map(),
    notes: new Map(),
  };
}
