import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { newUid } from '../../../supabase/functions/_shared/domain/uid.ts';
import {
  isContentChange,
  isOlder,
  joinable,
  joinChanges,
  tableNames,
  type AnyRow,
  type EntryUpdate,
  type OutboxEntry,
  type Refused,
  type SyncedRows,
  type TableName,
} from './changes.ts';

/** Up to where a device has read its owner's history. */
export type Cursor = { history: string; rev: number };

/** A note's text, and the revision that it is of. */
export type NoteText = { uid: string; content: string | null; content_rev: number };

/** What a device has when the app is opened. */
export type Stored = {
  rows: { [Name in TableName]: Map<string, SyncedRows[Name]> };
  outbox: OutboxEntry[];
  refused: Refused[];
  cursor: Cursor | null;
};

/** Rows of any table, each with its table's name. */
export type TableRow = { table: TableName; row: AnyRow };

interface Schema extends DBSchema {
  tasks: { key: string; value: SyncedRows['tasks'] };
  categories: { key: string; value: SyncedRows['categories'] };
  contacts: { key: string; value: SyncedRows['contacts'] };
  folders: { key: string; value: SyncedRows['folders'] };
  notes: { key: string; value: SyncedRows['notes'] };
  texts: { key: string; value: NoteText };
  outbox: { key: number; value: OutboxEntry };
  refused: { key: number; value: Refused };
  cursor: { key: 'cursor'; value: Cursor };
  device: { key: 'uid'; value: string };
}

const VERSION = 1;

/** The name of a person's database in a browser. */
export function replicaName(userId: string): string {
  return `almanac-${userId}`;
}

/**
 * One person's copy on this device: rows, the texts of notes, the changes that wait and the cursor,
 * in one IndexedDB database, so that what belongs together is written together.
 */
export class Replica {
  readonly #database: IDBPDatabase<Schema>;

  private constructor(database: IDBPDatabase<Schema>) {
    this.#database = database;
  }

  /** Throws where the browser gives no storage. */
  static async open(name: string): Promise<Replica> {
    const database = await openDB<Schema>(name, VERSION, {
      upgrade(made) {
        for (const table of tableNames) made.createObjectStore(table, { keyPath: 'uid' });
        made.createObjectStore('texts', { keyPath: 'uid' });
        made.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
        made.createObjectStore('refused', { keyPath: 'entry.seq' });
        made.createObjectStore('cursor');
        void made.createObjectStore('device').add(newUid(), 'uid');
      },
      // Another tab wants to remove the copy: it goes as soon as nobody has it open.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
    return new Replica(database);
  }

  /** Removes a person's copy from this device. */
  static remove(name: string): Promise<void> {
    return deleteDB(name);
  }

  async load(): Promise<Stored> {
    const tx = this.#database.transaction([...tableNames, 'outbox', 'refused', 'cursor'] as const);
    const [tasks, categories, contacts, folders, notes, outbox, refused, cursor] =
      await Promise.all([
        tx.objectStore('tasks').getAll(),
        tx.objectStore('categories').getAll(),
        tx.objectStore('contacts').getAll(),
        tx.objectStore('folders').getAll(),
        tx.objectStore('notes').getAll(),
        tx.objectStore('outbox').getAll(),
        tx.objectStore('refused').getAll(),
        tx.objectStore('cursor').get('cursor'),
      ]);
    const byUid = <Row extends AnyRow>(rows: Row[]) => new Map(rows.map((row) => [row.uid, row]));
    return {
      rows: {
        tasks: byUid(tasks),
        categories: byUid(categories),
        contacts: byUid(contacts),
        folders: byUid(folders),
        notes: byUid(notes),
      },
      outbox,
      refused,
      cursor: cursor ?? null,
    };
  }

  /**
   * Writes rows as the server has them, and how far that is. An older version than the one that is
   * here is left out, whatever way the two came.
   */
  async putRows(rows: readonly TableRow[], cursor?: Cursor): Promise<void> {
    const tx = this.#database.transaction([...tableNames, 'cursor'] as const, 'readwrite');
    const writes = rows.map(async ({ table, row }) => {
      const store = tx.objectStore(table);
      const known = await store.get(row.uid);
      if (!known || !isOlder(row, known)) await store.put(row);
    });
    const moveCursor = async (to: Cursor) => {
      const known = await tx.objectStore('cursor').get('cursor');
      // Another tab may have come further.
      if (known?.history === to.history && known.rev >= to.rev) return;
      await tx.objectStore('cursor').put(to, 'cursor');
    };
    await Promise.all([...writes, cursor && moveCursor(cursor), tx.done]);
  }

  /** Forgets all rows: the server has another history. What waits to be sent stays. */
  async forgetRows(): Promise<void> {
    const stores = [...tableNames, 'texts', 'cursor'] as const;
    const tx = this.#database.transaction(stores, 'readwrite');
    await Promise.all([...stores.map((store) => tx.objectStore(store).clear()), tx.done]);
  }

  /** What this device is called where it sends changes: another one for each copy. */
  async deviceId(): Promise<string> {
    const uid = await this.#database.get('device', 'uid');
    if (uid === undefined) throw new Error('The copy on this device has no name.');
    return uid;
  }

  /**
   * Puts changes into the outbox, joined to what waits of the same row; on the disk when it resolves.
   * @returns the entries as they stand now
   */
  async addChanges(
    changes: readonly Pick<OutboxEntry, 'change' | 'baseContent' | 'deletedRows'>[],
    tab: string,
    madeAt: number,
  ): Promise<OutboxEntry[]> {
    const tx = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const waiting = await tx.store.getAll();
    const written = new Map<number, OutboxEntry>();
    for (const { change, baseContent, deletedRows } of changes) {
      const other = joinable(waiting, change);
      let entry: OutboxEntry;
      if (other) {
        entry = { ...other, change: joinChanges(other.change, change) };
        if (other.baseContent === undefined && baseContent !== undefined)
          entry.baseContent = baseContent;
        waiting[waiting.indexOf(other)] = entry;
        await tx.store.put(entry);
      } else {
        const made = {
          change,
          tab,
          madeAt,
          isSent: false,
          ...(baseContent !== undefined && { baseContent }),
          ...(deletedRows && { deletedRows }),
        };
        const seq = await tx.store.add(made as OutboxEntry);
        entry = { ...made, seq };
        waiting.push(entry);
      }
      written.set(entry.seq, entry);
    }
    await tx.done;
    return [...written.values()];
  }

  /**
   * The changes that wait longest, marked as sent before anybody sends them: so many, and so much
   * text, as fit into a request. What waits for the person's choice stays, with what was written
   * after it.
   */
  async takeChanges(most: number, mostCharacters: number): Promise<OutboxEntry[]> {
    const tx = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const taken: OutboxEntry[] = [];
    const contents = new Set<string>();
    let characters = 0;
    let isSentAgain: boolean | undefined;
    for (const entry of await tx.store.getAll()) {
      const { change } = entry;
      if (isContentChange(change)) {
        // The next one names the revision that this one makes.
        if (entry.conflict || contents.has(change.uid)) {
          contents.add(change.uid);
          continue;
        }
        contents.add(change.uid);
      }
      // What may have reached the server goes alone, as it went before.
      isSentAgain ??= entry.isSent;
      if (isSentAgain && !entry.isSent) break;
      characters += JSON.stringify(change).length;
      if (taken.length >= most || (taken.length > 0 && characters > mostCharacters)) break;
      taken.push({ ...entry, isSent: true });
      if (!entry.isSent) await tx.store.put({ ...entry, isSent: true });
    }
    await tx.done;
    return taken;
  }

  /**
   * Takes acknowledged changes out of the outbox, writes their rows, updates entries that stay, and
   * keeps those that were refused.
   * @returns the updated entries as they are now
   */
  async settleChanges(
    done: readonly number[],
    rows: readonly TableRow[],
    updates: readonly EntryUpdate[] = [],
    refused: readonly Refused[] = [],
  ): Promise<OutboxEntry[]> {
    const stores = ['outbox', 'refused', ...tableNames] as const;
    const tx = this.#database.transaction(stores, 'readwrite');
    const outbox = tx.objectStore('outbox');
    const writes = rows.map(async ({ table, row }) => {
      const store = tx.objectStore(table);
      const known = await store.get(row.uid);
      if (!known || !isOlder(row, known)) await store.put(row);
    });
    const rewrites = updates.map(async ({ seq, apply }) => {
      const entry = await outbox.get(seq);
      if (entry) await outbox.put(apply(entry));
      return entry ? [apply(entry)] : [];
    });
    const [updated] = await Promise.all([
      Promise.all(rewrites),
      ...done.map((seq) => outbox.delete(seq)),
      ...refused.map((one) => tx.objectStore('refused').put(one)),
      ...writes,
      tx.done,
    ]);
    return updated.flat();
  }

  async forgetRefused(seqs: readonly number[]): Promise<void> {
    const tx = this.#database.transaction('refused', 'readwrite');
    await Promise.all([...seqs.map((seq) => tx.store.delete(seq)), tx.done]);
  }

  /** Removes rows, unless they have become others since. */
  async dropRows(rows: readonly TableRow[]): Promise<void> {
    const tx = this.#database.transaction(tableNames, 'readwrite');
    const drops = rows.map(async ({ table, row }) => {
      const store = tx.objectStore(table);
      const stored = await store.get(row.uid);
      // A deletion that only waits is not one yet.
      if (stored?.rev === row.rev && stored.deleted_at !== null) await store.delete(row.uid);
    });
    await Promise.all([...drops, tx.done]);
  }

  getText(uid: string): Promise<NoteText | undefined> {
    return this.#database.get('texts', uid);
  }

  async putTexts(texts: readonly NoteText[]): Promise<void> {
    const tx = this.#database.transaction('texts', 'readwrite');
    await Promise.all([...texts.map((text) => tx.store.put(text)), tx.done]);
  }

  /** Revisions and lengths of the texts that are here, read one by one: together they are long. */
  async textSizes(): Promise<Map<string, { content_rev: number; size: number }>> {
    const sizes = new Map<string, { content_rev: number; size: number }>();
    for await (const { value } of this.#database.transaction('texts').store) {
      sizes.set(value.uid, { content_rev: value.content_rev, size: value.content?.length ?? 0 });
    }
    return sizes;
  }

  /** The uids of the texts that hold `wanted`, which is in lower case. */
  async findTexts(wanted: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { value } of this.#database.transaction('texts').store) {
      if (value.content?.toLocaleLowerCase().includes(wanted)) found.push(value.uid);
    }
    return found;
  }

  async dropTexts(uids: readonly string[]): Promise<void> {
    const { store, done } = this.#database.transaction('texts', 'readwrite');
    await Promise.all([...uids.map((uid) => store.delete(uid)), done]);
  }

  close(): void {
    this.#database.close();
  }
}
