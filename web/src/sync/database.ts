import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
} from 'idb';
import { newUid } from '#domain/uid.ts';
import {
  isOlder,
  tableNames,
  type AnyRow,
  type OutboxEntry,
  type Refused,
  type SyncedRows,
  type TableName,
} from './changes.ts';

/** How far a device has read its owner's history. */
export type Cursor = { history: string; rev: number };

/** A note's text and its revision. */
export type NoteText = { uid: string; content: string | null; content_rev: number };

/** Rows of any table, each with its table's name. */
export type TableRow = { table: TableName; row: AnyRow };

/** What a tab has in memory of what is on disk. */
export type InMemory = {
  rows: readonly TableRow[];
  outbox: readonly OutboxEntry[];
  refused: readonly Refused[];
  /** The name of the copy, as far as it is known. */
  device: string | undefined;
};

interface Schema extends DBSchema {
  tasks: { key: string; value: SyncedRows['tasks'] };
  categories: { key: string; value: SyncedRows['categories'] };
  contacts: { key: string; value: SyncedRows['contacts'] };
  folders: { key: string; value: SyncedRows['folders'] };
  notes: { key: string; value: SyncedRows['notes'] };
  texts: { key: string; value: NoteText };
  outbox: { key: number; value: OutboxEntry };
  refused: { key: number; value: Refused };
  meta: { key: 'cursor'; value: Cursor };
  device: { key: 'uid'; value: string };
}

type Store = StoreNames<Schema>;
type Upgrade = IDBPTransaction<Schema, Store[], 'versionchange'>;

/** Raise it with every new table or column: devices then read all rows again. */
export const VERSION = 3;

/** What can be read from the server again; outbox and refused changes are on this device only. */
const READ_AGAIN = [...tableNames, 'texts', 'meta'] as const;

/** Errors of an operation whose connection has ended; the last one is Safari's. */
const LOST = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);

function isNamed(error: unknown, names: ReadonlySet<string>): boolean {
  return error instanceof DOMException && names.has(error.name);
}

const FULL = new Set(['QuotaExceededError']);

/** Whether there was no room left on the device. */
export function isFull(error: unknown): boolean {
  return isNamed(error, FULL);
}

function createStores(database: IDBPDatabase<Schema>, device: string): void {
  for (const table of tableNames) database.createObjectStore(table, { keyPath: 'uid' });
  database.createObjectStore('texts', { keyPath: 'uid' });
  database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
  database.createObjectStore('refused', { keyPath: 'entry.seq' });
  database.createObjectStore('meta');
  // If it fails, opening the database fails, too.
  database
    .createObjectStore('device')
    .add(device, 'uid')
    .catch(() => undefined);
}

/** Fills a database that the browser emptied from memory; without the cursor, so that rows are read again. */
function fill(tx: Upgrade, { rows, outbox, refused }: InMemory): Promise<unknown>[] {
  const waiting = tx.objectStore('outbox');
  // Sequence numbers go on above those before, by which tabs know what is done.
  const last = { seq: Date.now() } as OutboxEntry;
  return [
    waiting.put(last),
    waiting.delete(last.seq),
    ...rows.map(({ table, row }) => tx.objectStore(table).put(row)),
    ...outbox.map((entry) => waiting.put(entry)),
    ...refused.map((one) => tx.objectStore('refused').put(one)),
  ];
}

/** Writes a row unless a newer version of it is stored. */
export async function putNewer(
  tx: IDBPTransaction<Schema, (TableName | Store)[], 'readwrite'>,
  { table, row }: TableRow,
): Promise<void> {
  const store = tx.objectStore(table);
  const known = await store.get(row.uid);
  if (!known || !isOlder(row, known)) await store.put(row);
}

/**
 * An IndexedDB database whose connection may end at any time: browsers close it (Safari for tabs in
 * the background), and this tab does when another one needs it for a newer version. The next use opens
 * it again.
 */
export class Database {
  /** What it is filled with if the browser has emptied it. */
  inMemory: () => InMemory = () => ({ rows: [], outbox: [], refused: [], device: undefined });

  readonly #name: string;
  readonly #version: number;
  #opened: Promise<IDBPDatabase<Schema>> | undefined;
  /** The same once it is open. */
  #connection: IDBPDatabase<Schema> | undefined;
  #hasBeenOpen = false;
  /** Closed for good: this tab is done with it, or another one removes it. */
  #isOver = false;

  constructor(name: string, version: number) {
    this.#name = name;
    this.#version = version;
  }

  /** Throws if the browser allows no storage, and if a newer app has upgraded the database. */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isOver) return Promise.reject(new Error('The copy on this device is closed.'));
    if (this.#opened) return this.#opened;
    const opened = this.#connect(() => this.#leave(opened));
    this.#opened = opened;
    const keep = (connection: IDBPDatabase<Schema>) => {
      if (this.#opened === opened && !this.#isOver) this.#connection = connection;
    };
    opened.then(keep, () => this.#leave(opened));
    return opened;
  }

  /** Runs a transaction; again on a new connection if its own ended before it was done. */
  async use<const Names extends readonly Store[], Mode extends IDBTransactionMode, Result>(
    names: Names,
    mode: Mode,
    run: (tx: IDBPTransaction<Schema, Names, Mode>) => Promise<Result>,
    durability: IDBTransactionDurability = 'default',
  ): Promise<Result> {
    const attempt = async (database: IDBPDatabase<Schema>) => {
      const tx = database.transaction(names, mode, { durability });
      const [result] = await Promise.all([run(tx), tx.done]);
      return result;
    };
    const opened = this.open();
    // Without `await` if it is open: rendering in this task would delay the transaction.
    const database = this.#connection ?? (await opened);
    try {
      return await attempt(database);
    } catch (error) {
      if (this.#isOver || !isNamed(error, LOST)) throw error;
      this.#leave(opened);
      database.close();
      return await attempt(await this.open());
    }
  }

  close(): void {
    this.#isOver = true;
    this.#connection = undefined;
    // If it could not be opened there is nothing to close.
    this.#opened?.then((database) => database.close()).catch(() => undefined);
  }

  #leave(opened: Promise<unknown>): void {
    if (this.#opened !== opened) return;
    this.#opened = undefined;
    this.#connection = undefined;
  }

  async #connect(leave: () => void): Promise<IDBPDatabase<Schema>> {
    const database = await openDB<Schema>(this.#name, this.#version, {
      upgrade: (made, before, _now, tx) => {
        const kept = before === 0 && this.#hasBeenOpen ? this.inMemory() : undefined;
        // By this id the server knows which of its changes are done.
        if (before === 0) createStores(made, kept?.device ?? newUid());
        const filled = kept ? fill(tx, kept) : [];
        const cleared = before === 0 ? [] : READ_AGAIN.map((one) => tx.objectStore(one).clear());
        // If one fails, opening the database fails, too.
        Promise.all([...filled, ...cleared]).catch(() => undefined);
      },
      terminated: leave,
      // Another tab waits: to remove the database, or to upgrade it for a newer app.
      blocking: (_current, next, event) => {
        if (next === null) this.#isOver = true;
        leave();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
    this.#hasBeenOpen = true;
    return database;
  }
}
