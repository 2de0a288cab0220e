import { nextOccurrenceUid } from '#domain/uid.ts';
import { tableNames, type TableName, isTypedColumn } from '../../web/src/sync/changes.ts';
import type { Arrival, StoredRow } from './ledger.ts';

export type Rows = Record<TableName, StoredRow[]>;

/** A history that has ended. */
export type Ended = {
  /** Every change that the server has answered, in the order in which it did them. */
  arrivals: readonly Arrival[];
  stored: Rows;
  /** The texts of the notes. */
  texts: ReadonlyMap<string, string>;
  /** Notes in which somebody chose one of two texts. */
  chosen: ReadonlySet<string>;
};

/** What a refusal may be for: a name that is taken, a circle of folders, a row that is gone for good, a text to be merged. */
const REFUSALS = new Set(['categories 23505', 'folders P0001', 'PT404', 'notes PT409']);

/** What is not as the table of who wins has it (docs); empty if everything is. */
export function faultsOf(ended: Ended): string[] {
  const judge = new Judge(ended);
  return [
    ...judge.refusals(),
    ...judge.doubled(),
    ...tableNames.flatMap((table) => judge.rows(table)),
    ...judge.texts(),
  ];
}

type Set = Arrival & { row: StoredRow; set: Record<string, unknown> };

class Judge {
  readonly #ended: Ended;
  readonly #byUid: Map<string, Arrival[]>;
  /** A name that a category had, and those that it had after that. */
  readonly #renames = new Map<string, string[]>();

  constructor(ended: Ended) {
    this.#ended = ended;
    this.#byUid = Map.groupBy(ended.arrivals, ({ change }) => change.uid);
    for (const arrivals of this.#byUid.values()) this.#noteRenames(arrivals);
  }

  refusals(): string[] {
    return this.#ended.arrivals.flatMap(({ change, code }) => {
      if (code === undefined || REFUSALS.has(code) || REFUSALS.has(`${change.table} ${code}`))
        return [];
      if (code === '23503' && this.#namesUnmade(change)) return [];
      return [`${code} for ${JSON.stringify(change)}`];
    });
  }

  /** Whether a change names a folder whose creation was refused: it was moved into itself before. */
  #namesUnmade(change: Arrival['change']): boolean {
    if (!('set' in change)) return false;
    const named = change.set['folder_uid'] ?? change.set['parent_uid'];
    const arrivals = typeof named === 'string' ? this.#byUid.get(named) : undefined;
    return arrivals?.some((one) => 'create' in one.change && one.code !== undefined) ?? false;
  }

  /** Every row was made by a device, or follows a repeating task; nothing made is missing. */
  doubled(): string[] {
    const { stored, arrivals } = this.#ended;
    const made = new Set(
      arrivals
        .filter(({ change, row }) => 'create' in change && row)
        .map(({ change }) => change.uid),
    );
    const there = new Set(tableNames.flatMap((table) => stored[table].map(({ uid }) => uid)));
    const following = new Set(stored.tasks.map(({ uid }) => nextOccurrenceUid(uid)));
    const missing = [...made].filter((uid) => !there.has(uid));
    const surplus = [...there].filter((uid) => !made.has(uid) && !following.has(uid));
    return [
      ...missing.map((uid) => `${uid} was made and is missing`),
      ...surplus.map((uid) => `${uid} was made by nobody`),
    ];
  }

  rows(table: TableName): string[] {
    return this.#ended.stored[table].flatMap((row) => {
      if (this.#isUncertain(row.uid)) return [];
      const faults = [...this.#fields(table, row), ...this.#deletion(table, row)];
      return faults.map((fault) => `${table} ${row.uid}: ${fault}`);
    });
  }

  /** Every word that was written is in its note, once. */
  texts(): string[] {
    const { stored, texts, chosen } = this.#ended;
    return stored.notes.flatMap((note) => {
      if (isErased(note) || chosen.has(note.uid) || this.#isUncertain(note.uid)) return [];
      const words = (texts.get(note.uid) ?? '').split(/\s+/);
      const written = this.#sets(note.uid).flatMap(({ set }) =>
        'content' in set ? String(set['content']).split(/\s+/) : [],
      );
      return [...new Set(written)].flatMap((word) => {
        const count = words.filter((other) => other === word).length;
        return count === 1 ? [] : [`notes ${note.uid}: "${word}" is there ${count} times`];
      });
    });
  }

  /** Whether something was done to the row before the server died, which has told nobody when. */
  #isUncertain(uid: string): boolean {
    return (this.#byUid.get(uid) ?? []).some(({ isRepeated }) => isRepeated);
  }

  /** The last one who set a field has it, unless a rule of the table changed it afterwards. */
  #fields(table: TableName, row: StoredRow): string[] {
    if (isErased(row)) return [];
    const last = new Map<string, Set>();
    // What a device made was there before all that was changed, however late it was told.
    const sets = this.#sets(row.uid).toSorted((a, b) => rankOfSet(a) - rankOfSet(b));
    for (const one of sets) for (const column of Object.keys(one.set)) last.set(column, one);
    return [...last].flatMap(([column, arrival]) => {
      const wanted = arrival.set[column];
      const is = row[column];
      if (column === 'content' || column === 'completed_at' || isSame(wanted, is)) return [];
      if (column === 'rank' && 'fill' in arrival.change && is !== null) return [];
      if (column === 'category' && this.#namesAfter(wanted).has(is)) return [];
      if (is === null && this.#isOutOfFolder(column, wanted)) return [];
      if (table === 'tasks' && this.#isMadeAgain(row.uid, arrival)) return [];
      return [`${column} is ${JSON.stringify(is)}, last set by ${JSON.stringify(arrival)}`];
    });
  }

  /** What is deleted was deleted by somebody who had seen it, and nobody brought it back. */
  #deletion(table: TableName, row: StoredRow): string[] {
    const own = (this.#byUid.get(row.uid) ?? []).filter((one) => one.row);
    const faults = own.flatMap((one) => this.#unseen(table, one, own));
    const last = own.findLast(
      ({ change }) =>
        'delete' in change || 'erase' in change || 'restore' in change || isTyped(table, change),
    );
    const after = last?.rev ?? 0;
    const isGone = last?.row?.deleted_at != null;
    if (isGone === (row.deleted_at !== null)) return faults;
    const isInFolder = table === 'notes' || table === 'folders';
    // Folders take their contents along, and bring them back.
    if (isInFolder && this.#hasFolderActed(isGone ? 'restore' : 'delete', after)) return faults;
    if (isInFolder && row.deleted_at !== null && this.#hasFolderActed('erase', after))
      return faults;
    if (table === 'tasks' && this.#isSeriesActed(row.uid, isGone, after)) return faults;
    return [
      ...faults,
      `${row.deleted_at === null ? 'there' : 'deleted'}, last by ${JSON.stringify(last)}`,
    ];
  }

  /** A deletion that took what another device had typed without its knowing. */
  #unseen(table: TableName, one: Arrival, own: readonly Arrival[]): string[] {
    const { change, row, writtenRev, rev, device } = one;
    if (!('delete' in change) || table === 'folders' || row?.deleted_at == null) return [];
    if (row.rev !== writtenRev) return [];
    // It lay in the trash already; its request wrote something else in it, such as a category's name.
    if (own.some((other) => other.rev < rev && other.row?.deleted_at === row.deleted_at)) return [];
    const typed = own.find(
      (other) =>
        other.device !== device &&
        isTyped(table, other.change) &&
        other.rev > change.seen &&
        other.rev < rev &&
        // Not sent again, when it changed nothing.
        other.row?.rev === other.rev &&
        own.find(
          (first) => first.change.uid === other.change.uid && isSame(first.change, other.change),
        ) === other,
    );
    return typed
      ? [`deleted by ${JSON.stringify(one)}, who had not seen ${JSON.stringify(typed)}`]
      : [];
  }

  /** The changes of columns of a row that were done: not those of one that was deleted, by a tick or a move. */
  #sets(uid: string): Set[] {
    return (this.#byUid.get(uid) ?? []).flatMap((arrival) => {
      const { change, row } = arrival;
      if (!row || !('set' in change)) return [];
      if (!('create' in change) && row.deleted_at !== null) return [];
      return [{ ...arrival, row, set: change.set }];
    });
  }

  #noteRenames(arrivals: readonly Arrival[]): void {
    const names = arrivals.flatMap(({ change, row }) =>
      change.table === 'categories' && row ? [String(row['name'])] : [],
    );
    for (const [at, name] of names.entries())
      this.#renames.set(name, [...(this.#renames.get(name) ?? []), ...names.slice(at + 1)]);
  }

  /** What a category of this name may be called later. */
  #namesAfter(name: unknown): ReadonlySet<unknown> {
    const found = new Set<unknown>([name]);
    for (const one of found)
      for (const next of this.#renames.get(String(one)) ?? []) found.add(next);
    return found;
  }

  /** Whether a folder, or one that it may have been in, was deleted. */
  #isOutOfFolder(column: string, folder: unknown): boolean {
    if (column !== 'folder_uid' && column !== 'parent_uid') return false;
    const above = new Set([folder]);
    for (const one of above) {
      const arrivals = this.#byUid.get(String(one)) ?? [];
      if (arrivals.some(({ change }) => 'delete' in change || 'erase' in change)) return true;
      for (const { set } of this.#sets(String(one)))
        if (set['parent_uid']) above.add(set['parent_uid']);
    }
    return false;
  }

  #hasFolderActed(verb: 'delete' | 'restore' | 'erase', after: number): boolean {
    return this.#ended.arrivals.some(
      ({ change, rev }) => change.table === 'folders' && verb in change && rev >= after,
    );
  }

  /** The occurrence before this one was completed after that, when this one was in the trash. */
  #isMadeAgain(uid: string, { rev }: Arrival): boolean {
    return this.#isSeriesActed(uid, true, rev);
  }

  #isSeriesActed(uid: string, completed: boolean, after: number): boolean {
    return this.#ended.arrivals.some(
      ({ change, rev }) =>
        change.table === 'tasks' &&
        'set' in change &&
        change.set['completed'] === completed &&
        rev >= after &&
        nextOccurrenceUid(change.uid) === uid,
    );
  }
}

function isErased({ deleted_at }: StoredRow): boolean {
  return deleted_at !== null && Date.parse(deleted_at) <= 0;
}

function isTyped(table: TableName, change: Arrival['change']): boolean {
  return 'set' in change && Object.keys(change.set).some((column) => isTypedColumn(table, column));
}

function rankOfSet({ change, rev }: Set): number {
  if ('create' in change) return -1;
  return 'fill' in change ? 0 : rev;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
