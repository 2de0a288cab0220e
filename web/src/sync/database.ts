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

/** Up to where a device has read its owner's history. */
export type Cursor = { history: string; rev: number };

/** A note's text, and the revision that it is of. */
export type NoteText = { uid: string; content: string | null; content_rev: number };

/** Rows of any table, each with its table's name. */
export type TableRow = { table: TableName; row: AnyRow };

/** What a tab has in its memory that is on the disk, too. */
export type InMemory = {
  rows: readonly TableRow[];
  outbox: readonly OutboxEntry[];
  refused: readonly Refused[];
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

/**
 * Raised with every table or column that is new to a device. What the app before could not read is
 * read anew then.
 */
export const VERSION = 3;

/** What a server can give again. What waits to be sent, and what it refused, is on this device only. */
const READ_AGAIN = [...tableNames, 'texts', 'meta'] as const;

/** What an operation fails with whose connection has ended; Safari says the last of them. */
const LOST = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);

function isNamed(error: unknown, names: ReadonlySet<string>): boolean {
  return error instanceof DOMException && names.has(error.name);
}

const FULL = new Set(['QuotaExceededError']);

/** Whether there was no room left on the device. */
export function isFull(error: unknown): boolean {
  return isNamed(error, FULL);
}

function createStores(database: IDBPDatabase<Schema>): void {
  for (const table of tableNames) database.createObjectStore(table, { keyPath: 'uid' });
  database.createObjectStore('texts', { keyPath: 'uid' });
  database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
  database.createObjectStore('refused', { keyPath: 'entry.seq' });
  database.createObjectStore('meta');
  // Should it fail, opening the database does, too.
  database
    .createObjectStore('device')
    .add(newUid(), 'uid')
    .catch(() => undefined);
}

/** Without the cursor: what came while the database was gone is read once more. */
function fill(tx: Upgrade, { rows, outbox, refused }: InMemory): Promise<unknown>[] {
  const waiting = tx.objectStore('outbox');
  // The next number is greater than those before, by which tabs know what is done.
  const last = { seq: Date.now() } as OutboxEntry;
  return [
    waiting.put(last),
    waiting.delete(last.seq),
    ...rows.map(({ table, row }) => tx.objectStore(table).put(row)),
    ...outbox.map((entry) => waiting.put(entry)),
    ...refused.map((one) => tx.objectStore('refused').put(one)),
  ];
}

/** Writes a row in the place of an older version; no older one in the place of this. */
export async function putNewer(
  tx: IDBPTransaction<Schema, (TableName | Store)[], 'readwrite'>,
  { table, row }: TableRow,
): Promise<void> {
  const store = tx.objectStore(table);
  const known = await store.get(row.uid);
  if (!known || !isOlder(row, known)) await store.put(row);
}

/**
 * An IndexedDB database whose connection may end at any time: browsers end it (Safari where a tab was
 * in the background), and this tab does so itself where another one needs it for a newer version.
 * The next use opens it again.
 */
export class Database {
  /** What is written into it should the browser have emptied it. */
  inMemory: () => InMemory = () => ({ rows: [], outbox: [], refused: [] });

  readonly #name: string;
  readonly #version: number;
  #opened: Promise<IDBPDatabase<Schema>> | undefined;
  /** What that has become. */
  #connection: IDBPDatabase<Schema> | undefined;
  #hasBeenOpen = false;
  /** Closed for good: this tab is done with it, or another one removes it. */
  #isOver = false;

  constructor(name: string, version: number) {
    this.#name = name;
    this.#version = version;
  }

  /** Throws where the browser gives no storage, and where a newer app has made it one of its own. */
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

  /** Runs a transaction; once more on a new connection where its own ended before it was through. */
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
    // At once where it can: what is drawn next in this task would hold it up.
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
    // One that cannot be opened is closed.
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
        if (before === 0) createStores(made);
        const filled = before === 0 && this.#hasBeenOpen ? fill(tx, this.inMemory()) : [];
        const cleared = before === 0 ? [] : READ_AGAIN.map((one) => tx.objectStore(one).clear());
        // Then opening it fails, too.
        Promise.all([...filled, ...cleared]).catch(() => undefined);
      },
      terminated: leave,
      // Another tab waits for it: to remove it, or to make it one of a newer app.
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
