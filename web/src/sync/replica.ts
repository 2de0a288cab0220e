import {
  joinable,
  joinChanges,
  nextToSend,
  tableNames,
  type AnyRow,
  type EntryUpdate,
  type OutboxEntry,
  type Refused,
  type TableName,
} from './changes.ts';
import {
  Database,
  isFull,
  putNewer,
  VERSION,
  type Cursor,
  type InMemory,
  type NoteText,
  type TableRow,
} from './database.ts';

/** What a device has when the app is opened. */
export type Stored = {
  rows: TableRow[];
  outbox: OutboxEntry[];
  refused: Refused[];
  cursor: Cursor | null;
};

/** A text's revision and its length in characters. */
type TextSize = { content_rev: number; size: number };

/**
 * One person's copy on this device: rows, the texts of notes, the waiting changes and the cursor, in
 * one IndexedDB database, so that they are written in one transaction.
 */
export class Replica {
  readonly #database: Database;
  #deviceId: string | undefined;
  /** The disk was full: some rows are in memory only, and the stored cursor stays before them. */
  #lacksRows = false;
  /** Revisions and lengths of the texts, as far as this tab knows. */
  #sizes: Map<string, TextSize> | undefined;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Throws if the browser allows no storage, and if a newer app has upgraded the copy. */
  static async open(name: string, version: number = VERSION): Promise<Replica> {
    const database = new Database(name, version);
    await database.open();
    return new Replica(database);
  }

  /** What a copy that the browser emptied is filled with. */
  set inMemory(inMemory: () => Omit<InMemory, 'device'>) {
    this.#database.inMemory = () => ({ ...inMemory(), device: this.#deviceId });
  }

  load(): Promise<Stored> {
    return this.#database.use(
      [...tableNames, 'outbox', 'refused', 'meta'],
      'readonly',
      async (tx) => {
        const readTable = async (table: TableName) => {
          const stored: AnyRow[] = await tx.objectStore(table).getAll();
          return stored.map((row) => ({ table, row }));
        };
        const [rows, outbox, refused, cursor = null] = await Promise.all([
          Promise.all(tableNames.map(readTable)),
          tx.objectStore('outbox').getAll(),
          tx.objectStore('refused').getAll(),
          tx.objectStore('meta').get('cursor'),
        ]);
        return { rows: rows.flat(), outbox, refused, cursor };
      },
    );
  }

  /**
   * Writes rows from the server, and the cursor. Versions older than the stored ones are left out.
   */
  async putRows(rows: readonly TableRow[], cursor?: Cursor): Promise<void> {
    const put = () =>
      this.#database.use([...tableNames, 'meta'], 'readwrite', async (tx) => {
        const writes = rows.map((row) => putNewer(tx, row));
        const moveCursor = async (to: Cursor) => {
          const known = await tx.objectStore('meta').get('cursor');
          // Another tab may have come further.
          if (known?.history === to.history && known.rev >= to.rev) return;
          await tx.objectStore('meta').put(to, 'cursor');
        };
        await Promise.all([...writes, cursor && !this.#lacksRows && moveCursor(cursor)]);
      });
    await this.#makingRoom(put).catch((error: unknown) => this.#goOnWithout(error));
  }

  /** Deletes all rows: the server has another history. The outbox stays. */
  async forgetRows(): Promise<void> {
    const stores = [...tableNames, 'texts', 'meta'] as const;
    await this.#database.use(stores, 'readwrite', (tx) =>
      Promise.all(stores.map((store) => tx.objectStore(store).clear())),
    );
    this.#sizes?.clear();
  }

  /** The id under which this copy sends changes. */
  async deviceId(): Promise<string> {
    this.#deviceId ??= await this.#database.use(['device'], 'readonly', (tx) =>
      tx.objectStore('device').get('uid'),
    );
    if (this.#deviceId === undefined) throw new Error('The copy on this device has no name.');
    return this.#deviceId;
  }

  /**
   * Puts changes into the outbox, joined to waiting ones of the same row, or marked as sent if nothing
   * waits (`takeChanges`); on disk when it resolves.
   * @returns the entries as they are now
   */
  addChanges(
    changes: readonly Pick<OutboxEntry, 'change' | 'baseContent' | 'deletedRows'>[],
    tab: string,
    madeAt: number,
    canBeSent = false,
  ): Promise<OutboxEntry[]> {
    const add = () =>
      this.#database.use(
        ['outbox'],
        'readwrite',
        async (tx) => {
          const outbox = tx.objectStore('outbox');
          const waiting = await outbox.getAll();
          const isSent = canBeSent && waiting.length === 0;
          const written = new Map<number, OutboxEntry>();
          for (const one of changes) {
            const other = joinable(waiting, one.change, one.baseContent);
            const joined = other && {
              ...one,
              ...other,
              change: joinChanges(other.change, one.change),
            };
            const made = joined ?? ({ ...one, tab, madeAt, isSent } as OutboxEntry);
            const entry = { ...made, seq: await outbox.put(made) };
            if (other) waiting[waiting.indexOf(other)] = entry;
            else waiting.push(entry);
            written.set(entry.seq, entry);
          }
          return [...written.values()];
        },
        'strict',
      );
    return this.#makingRoom(add);
  }

  /** The entries to send next (`nextToSend`), marked as sent before they are. */
  takeChanges(most: number, mostCharacters: number): Promise<OutboxEntry[]> {
    const take = () =>
      this.#database.use(
        ['outbox'],
        'readwrite',
        async (tx) => {
          const outbox = tx.objectStore('outbox');
          // Not all that waits with each of many requests, unless these are held up.
          let taken = nextToSend(await outbox.getAll(null, 2 * most), most, mostCharacters);
          if (taken.length === 0) taken = nextToSend(await outbox.getAll(), most, mostCharacters);
          const first = taken.filter(({ isSent }) => !isSent);
          await Promise.all(first.map((entry) => outbox.put({ ...entry, isSent: true })));
          return taken.map((entry) => ({ ...entry, isSent: true }));
        },
        'strict',
      );
    return this.#makingRoom(take);
  }

  /**
   * Removes acknowledged changes from the outbox, writes their rows, updates entries that stay, and
   * stores those that were refused.
   * @returns the updated entries as they are now
   */
  async settleChanges(
    done: readonly number[],
    rows: readonly TableRow[],
    updates: readonly EntryUpdate[] = [],
    refused: readonly Refused[] = [],
  ): Promise<OutboxEntry[]> {
    const settle = (kept: readonly TableRow[]) =>
      this.#database.use(['outbox', 'refused', ...tableNames], 'readwrite', async (tx) => {
        const outbox = tx.objectStore('outbox');
        const rewrites = updates.map(async ({ seq, apply }) => {
          const entry = await outbox.get(seq);
          if (entry) await outbox.put(apply(entry));
          return entry ? [apply(entry)] : [];
        });
        const [updated] = await Promise.all([
          Promise.all(rewrites),
          ...done.map((seq) => outbox.delete(seq)),
          ...refused.map((one) => tx.objectStore('refused').put(one)),
          ...kept.map((one) => putNewer(tx, one)),
        ]);
        return updated.flat();
      });
    return this.#makingRoom(() => settle(rows)).catch((error: unknown) => {
      this.#goOnWithout(error);
      return settle([]);
    });
  }

  async forgetRefused(seqs: readonly number[]): Promise<void> {
    await this.#database.use(['refused'], 'readwrite', (tx) =>
      Promise.all(seqs.map((seq) => tx.objectStore('refused').delete(seq))),
    );
  }

  /** Removes deleted rows, unless they have changed since. */
  async dropRows(rows: readonly TableRow[]): Promise<void> {
    await this.#database.use(tableNames, 'readwrite', (tx) => {
      const drops = rows.map(async ({ table, row }) => {
        const store = tx.objectStore(table);
        const stored = await store.get(row.uid);
        // Not if the deletion only waits in the outbox.
        if (stored?.rev === row.rev && stored.deleted_at !== null) await store.delete(row.uid);
      });
      return Promise.all(drops);
    });
  }

  async getText(uid: string): Promise<NoteText | undefined> {
    const text = await this.#database.use(['texts'], 'readonly', (tx) =>
      tx.objectStore('texts').get(uid),
    );
    if (text) this.#sizes?.set(uid, sizeOf(text));
    return text;
  }

  /** Rejects if there is no room (`isFull`). */
  async putTexts(texts: readonly NoteText[]): Promise<void> {
    await this.#database.use(['texts'], 'readwrite', (tx) =>
      Promise.all(texts.map((text) => tx.objectStore('texts').put(text))),
    );
    for (const text of texts) this.#sizes?.set(text.uid, sizeOf(text));
  }

  /** Revisions and lengths of the stored texts; read one by one, since together they are large. */
  async textSizes(): Promise<ReadonlyMap<string, TextSize>> {
    this.#sizes ??= await this.#database.use(['texts'], 'readonly', async (tx) => {
      const sizes = new Map<string, TextSize>();
      for await (const { value } of tx.objectStore('texts')) sizes.set(value.uid, sizeOf(value));
      return sizes;
    });
    return this.#sizes;
  }

  /** The uids of the texts that hold `wanted`, which is in lower case. */
  findTexts(wanted: string): Promise<string[]> {
    return this.#database.use(['texts'], 'readonly', async (tx) => {
      const found: string[] = [];
      for await (const { value } of tx.objectStore('texts')) {
        if (value.content?.toLocaleLowerCase().includes(wanted)) found.push(value.uid);
      }
      return found;
    });
  }

  async dropTexts(uids: readonly string[]): Promise<void> {
    await this.#database.use(['texts'], 'readwrite', (tx) =>
      Promise.all(uids.map((uid) => tx.objectStore('texts').delete(uid))),
    );
    for (const uid of uids) this.#sizes?.delete(uid);
  }

  close(): void {
    this.#database.close();
  }

  /** If the disk is full, deletes the texts, which can be read again, and writes once more. */
  async #makingRoom<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      if (!isFull(error)) throw error;
      await this.#database.use(['texts'], 'readwrite', (tx) => tx.objectStore('texts').clear());
      this.#sizes?.clear();
      return await write();
    }
  }

  /** Without room, rows stay in memory only and are read again at the next start. */
  #goOnWithout(error: unknown): void {
    if (!isFull(error)) throw error;
    console.warn('There is no room left on this device; what changes is kept in memory.', error);
    this.#lacksRows = true;
  }
}

function sizeOf({ content, content_rev }: NoteText): TextSize {
  return { content_rev, size: content?.length ?? 0 };
}
