import { withDescendants } from '#domain/folder.ts';
import {
  isOlder,
  tableNames,
  type AnyRow,
  type Change,
  type OutboxEntry,
  type SyncedRows,
  type TableName,
} from './changes.ts';
import { Listeners } from '../lib/store.ts';
import { layOver, noRows, type Patches } from './overlay.ts';
import type { TableRow } from './database.ts';

type Drawn = { rows: readonly AnyRow[]; deleted: readonly AnyRow[] };

/** The rows on the screen: what the server has confirmed, with the waiting changes applied. */
export class DrawnRows {
  #confirmed: Patches = noRows();
  #patches: Patches = noRows();
  readonly #drawn = new Map<TableName, Drawn>();
  readonly #changed = new Map(tableNames.map((table) => [table, new Listeners()]));

  /** The rows that are not deleted, in no order; the same array until one of them changes. */
  rows<Name extends TableName>(table: Name): readonly SyncedRows[Name][] {
    return this.#draw(table).rows as readonly SyncedRows[Name][];
  }

  /** Rows in the trash. */
  deletedRows<Name extends TableName>(table: Name): readonly SyncedRows[Name][] {
    return this.#draw(table).deleted as readonly SyncedRows[Name][];
  }

  /** One row, also a deleted one. */
  row<Name extends TableName>(table: Name, uid: string): SyncedRows[Name] | undefined {
    return this.#patches[table].get(uid) ?? this.#confirmed[table].get(uid);
  }

  /** The rows that a deletion deletes on this device. */
  deletedBy({ table, uid }: Change): AnyRow[] {
    const row = this.row(table, uid);
    if (!row || table !== 'folders') return row ? [row] : [];
    const inside = withDescendants(this.rows('folders'), uid);
    return [
      ...this.rows('folders').filter((folder) => inside.has(folder.uid)),
      ...this.rows('notes').filter(({ folder_uid }) => folder_uid && inside.has(folder_uid)),
    ];
  }

  /** The rows as the server has them. */
  confirmed(): TableRow[] {
    return tableNames.flatMap((table) =>
      [...this.#confirmed[table].values()].map((row) => ({ table, row })),
    );
  }

  /** Calls `listener` when rows of a table have changed; returns a function that stops it. */
  subscribe(table: TableName, listener: () => void): () => void {
    return this.#changed.get(table)?.add(listener) ?? (() => undefined);
  }

  /** The greatest revision among the confirmed rows. */
  seenRevision(): number {
    let seen = 0;
    for (const table of tableNames) {
      for (const { rev } of this.#confirmed[table].values()) if (rev > seen) seen = rev;
    }
    return seen;
  }

  /**
   * Takes confirmed rows; versions that are not newer than the known ones are left out.
   * @returns the tables that have to be drawn again
   */
  keep(rows: readonly TableRow[]): TableName[] {
    const tables = new Set<TableName>();
    for (const { table, row } of rows) {
      const map = this.#confirmed[table] as Map<string, AnyRow>;
      const known = map.get(row.uid);
      // The answer to a change and the message about it have the same row.
      if (known && (isOlder(row, known) || isEqual(known, row))) continue;
      map.set(row.uid, row);
      tables.add(table);
    }
    return [...tables];
  }

  /** Forgets the confirmed rows. */
  forget(): void {
    this.#confirmed = noRows();
  }

  /**
   * Applies the waiting changes to the confirmed rows. Draws these tables again, and those in which the
   * result has changed; `onReady` as for layOver().
   */
  redraw(
    waiting: readonly OutboxEntry[],
    tables: readonly TableName[] = [],
    onReady?: () => void,
  ): void {
    const before = this.#patches;
    this.#patches = layOver(this.#confirmed, waiting, onReady);
    const affected = tableNames.filter((table) => {
      const isSame = keepIdentity(this.#patches[table], before[table]);
      return !isSame || tables.includes(table);
    });
    for (const table of affected) this.#drawn.delete(table);
    for (const table of affected) this.#changed.get(table)?.call();
  }

  #draw(table: TableName): Drawn {
    const drawn = this.#drawn.get(table);
    if (drawn) return drawn;
    const rows: AnyRow[] = [];
    const deleted: AnyRow[] = [];
    const patched = this.#patches[table] as ReadonlyMap<string, AnyRow>;
    const sort = (row: AnyRow) => (row.deleted_at === null ? rows : deleted).push(row);
    for (const [uid, row] of this.#confirmed[table]) sort(patched.get(uid) ?? row);
    for (const [uid, row] of patched) if (!this.#confirmed[table].has(uid)) sort(row);
    const made = { rows, deleted };
    this.#drawn.set(table, made);
    return made;
  }
}

/**
 * Keeps the object of a patched row that has not changed, so that nothing renders again. True if there
 * is no difference at all.
 */
function keepIdentity(patches: Map<string, AnyRow>, before: ReadonlyMap<string, AnyRow>): boolean {
  let isSame = patches.size === before.size;
  for (const [uid, row] of patches) {
    const known = before.get(uid);
    if (known && isEqual(known, row)) patches.set(uid, known);
    else isSame = false;
  }
  return isSame;
}

function isEqual(a: AnyRow, b: AnyRow): boolean {
  const keys = Object.keys(b);
  return (
    keys.length === Object.keys(a).length &&
    keys.every((key) => Reflect.get(a, key) === Reflect.get(b, key))
  );
}
