import type { AnyRow, Change, OutboxEntry, Refused, SyncedRows, TableName } from './changes.ts';
import { isOlder, tableNames } from './changes.ts';
import { Listeners } from './listeners.ts';
import { layOver, noRows, type Patches } from './overlay.ts';
import type { Cursor, Replica, TableRow } from './replica.ts';

/** How a person's copy stands. */
export type SyncStatus = {
  /** 'loading' until there is something to draw: the copy on this device or a first answer. */
  phase: 'loading' | 'ready' | 'error';
  error: Error | null;
  /** Changes that the server has not acknowledged. */
  waiting: number;
  /** Changes that the server refused, until the person has dealt with them. */
  refused: number;
};

/** What tabs of one browser tell each other. */
export type TabMessage =
  | { type: 'added'; entries: OutboxEntry[] }
  | {
      type: 'settled';
      done: number[];
      rows: TableRow[];
      changed: OutboxEntry[];
      refused: Refused[];
    }
  | { type: 'rows'; rows: TableRow[] }
  | { type: 'forgotten'; refused: number[] };

/** The other tabs of this browser. */
export type Tabs = {
  readonly id: string;
  post(message: TabMessage): void;
  listen(receive: (message: TabMessage) => void): void;
  close(): void;
};

type Maps = ReturnType<typeof noRows>;

/**
 * One person's rows in this tab: what the server has confirmed, with the changes that wait laid
 * over it. Screens read `rows()` and call `change()`; the network is somebody else's business
 * (transfer.ts), and so is the disk (replica.ts).
 */
export class SyncEngine {
  readonly userId: string;
  readonly statusChanged = new Listeners();
  readonly refused = new Listeners<Refused>();
  /** Called when there is something to send. */
  onWaiting: () => void = () => undefined;

  readonly #replica: Replica;
  readonly #tabs: Tabs;
  readonly #now: () => number;
  #confirmed: Maps = noRows();
  #outbox = new Map<number, OutboxEntry>();
  #refused = new Map<number, Refused>();
  /** On the screen already, and on its way to the disk. */
  #unwritten: OutboxEntry[] = [];
  #patches: Patches = noRows();
  #drawn = new Map<TableName, { rows: readonly AnyRow[]; deleted: readonly AnyRow[] }>();
  readonly #rowsChanged = new Map(tableNames.map((table) => [table, new Listeners()]));
  #status: SyncStatus = { phase: 'loading', error: null, waiting: 0, refused: 0 };
  #isStopped = false;

  constructor(userId: string, replica: Replica, tabs: Tabs, now: () => number = Date.now) {
    this.userId = userId;
    this.#replica = replica;
    this.#tabs = tabs;
    this.#now = now;
    tabs.listen((message) => this.#receive(message));
  }

  get replica(): Replica {
    return this.#replica;
  }

  get status(): SyncStatus {
    return this.#status;
  }

  /** Reads the copy on this device; resolves to how far it goes. */
  async load(): Promise<Cursor | null> {
    const { rows, outbox, refused, cursor } = await this.#replica.load();
    if (this.#isStopped) return null;
    // Other tabs may have told of newer ones meanwhile.
    this.#keep(
      tableNames.flatMap((table) => [...rows[table].values()].map((row) => ({ table, row }))),
    );
    for (const entry of outbox)
      if (!this.#outbox.has(entry.seq)) this.#outbox.set(entry.seq, entry);
    for (const one of refused) this.#refused.set(one.entry.seq, one);
    this.#redraw(tableNames);
    if (cursor) this.setPhase('ready');
    if (outbox.length > 0) this.onWaiting();
    return cursor;
  }

  /** Rows that are there, in no order; the same array until one of them changes. */
  rows<Name extends TableName>(table: Name): readonly SyncedRows[Name][] {
    return this.#draw(table).rows as readonly SyncedRows[Name][];
  }

  /** Rows in the trash. */
  deletedRows<Name extends TableName>(table: Name): readonly SyncedRows[Name][] {
    return this.#draw(table).deleted as readonly SyncedRows[Name][];
  }

  /** One row with all that waits, also a deleted one. */
  row<Name extends TableName>(table: Name, uid: string): SyncedRows[Name] | undefined {
    return this.#patches[table].get(uid) ?? this.#confirmed[table].get(uid);
  }

  /** Calls `listener` when rows of a table have changed; returns the way to stop. */
  subscribe(table: TableName, listener: () => void): () => void {
    return this.#rowsChanged.get(table)?.add(listener) ?? (() => undefined);
  }

  /** The greatest revision that this device has seen. */
  seenRevision(): number {
    let seen = 0;
    for (const table of tableNames) {
      for (const { rev } of this.#confirmed[table].values()) if (rev > seen) seen = rev;
    }
    return seen;
  }

  /** The changes that wait, oldest first. */
  waiting(): OutboxEntry[] {
    return [...this.#outbox.values()].toSorted((a, b) => a.seq - b.seq);
  }

  /**
   * Does changes: on the screen at once, on the disk when it resolves, on the server when that can
   * be reached. Rejects, with everything as before, if they cannot be kept on this device.
   */
  async change(
    changes: readonly Change[],
    { baseContent }: { baseContent?: string | null } = {},
  ): Promise<void> {
    if (changes.length === 0) return;
    const madeAt = this.#now();
    const kept = changes.map((change) => {
      const row = 'delete' in change ? this.row(change.table, change.uid) : undefined;
      return {
        change,
        ...(row && { deletedRow: row }),
        ...(baseContent !== undefined && { baseContent }),
      };
    });
    const early = changes.map((change, at) => ({
      seq: Number.MAX_SAFE_INTEGER - changes.length + at,
      change,
      tab: this.#tabs.id,
      madeAt,
      isSent: false,
    }));
    const tables = [...new Set(changes.map(({ table }) => table))];
    this.#unwritten.push(...early);
    this.#redraw(tableNames);
    try {
      const entries = await this.#replica.addChanges(kept, this.#tabs.id, madeAt);
      for (const entry of entries) this.#outbox.set(entry.seq, entry);
      this.#tabs.post({ type: 'added', entries });
    } finally {
      this.#unwritten = this.#unwritten.filter((entry) => !early.includes(entry));
      this.#redraw(tables);
    }
    this.onWaiting();
  }

  /** Takes rows as the server has them; older ones than those known are left out. */
  async applyRows(rows: readonly TableRow[], cursor?: Cursor): Promise<void> {
    const tables = this.#keep(rows);
    this.#redraw(tables);
    if (this.#isStopped) return;
    await this.#replica.putRows(rows, cursor);
    if (rows.length > 0 && !cursor) this.#tabs.post({ type: 'rows', rows: [...rows] });
  }

  /** Forgets every confirmed row in favour of these: the server has another history. */
  async replaceRows(rows: readonly TableRow[], cursor: Cursor): Promise<void> {
    this.#confirmed = noRows();
    this.#keep(rows);
    this.#redraw(tableNames);
    await this.#replica.forgetRows();
    await this.#replica.putRows(rows, cursor);
  }

  /** Takes what became of changes that were sent. `changed` entries stay in the outbox as they are here. */
  async settle(
    done: readonly number[],
    rows: readonly TableRow[],
    changed: readonly OutboxEntry[],
    refused: readonly Refused[],
  ): Promise<void> {
    await this.#replica.settleChanges(done, rows, changed, refused);
    const message: Extract<TabMessage, { type: 'settled' }> = {
      type: 'settled',
      done: [...done],
      rows: [...rows],
      changed: [...changed],
      refused: [...refused],
    };
    this.#settled(message);
    this.#tabs.post(message);
  }

  /** The person has chosen between a content and the one that it met. */
  async resolveConflict(seq: number, choice: 'mine' | 'theirs'): Promise<void> {
    const entry = this.#outbox.get(seq);
    if (!entry?.conflict) return;
    if (choice === 'theirs') return this.settle([seq], [], [], []);
    const { conflict, ...rest } = entry;
    const change = { ...rest.change, base: conflict.content_rev };
    await this.settle(
      [],
      [],
      [{ ...rest, change, baseContent: conflict.content, isSent: false }],
      [],
    );
    this.onWaiting();
  }

  /** The changes that were refused, oldest first. */
  refusedChanges(): Refused[] {
    return [...this.#refused.values()].toSorted((a, b) => a.entry.seq - b.entry.seq);
  }

  /** Does a refused change again, as if it were made now. */
  async retryRefused(seq: number): Promise<void> {
    const found = this.#refused.get(seq);
    if (!found) return;
    const { change, baseContent } = found.entry;
    const again = 'delete' in change ? { ...change, seen: this.seenRevision() } : change;
    await this.change([again], baseContent === undefined ? {} : { baseContent });
    await this.forgetRefused([seq]);
  }

  /** The person has no more use for these. */
  async forgetRefused(seqs: readonly number[]): Promise<void> {
    await this.#replica.forgetRefused(seqs);
    this.#forget(seqs);
    this.#tabs.post({ type: 'forgotten', refused: [...seqs] });
  }

  setPhase(phase: SyncStatus['phase'], error: Error | null = null): void {
    // What is on the screen stays, whatever fails later.
    if (this.#status.phase === 'ready') return;
    this.#setStatus({ phase, error });
  }

  /** Nothing is drawn or written from here on. */
  stop(): void {
    this.#isStopped = true;
    this.#tabs.close();
    this.#replica.close();
  }

  #receive(message: TabMessage): void {
    if (this.#isStopped) return;
    if (message.type === 'added') {
      for (const entry of message.entries) this.#outbox.set(entry.seq, entry);
      this.#redraw(tableNames);
    } else if (message.type === 'settled') {
      this.#settled(message);
    } else if (message.type === 'forgotten') {
      this.#forget(message.refused);
    } else {
      this.#redraw(this.#keep(message.rows));
    }
  }

  #settled({ done, rows, changed, refused }: Extract<TabMessage, { type: 'settled' }>): void {
    for (const seq of done) this.#outbox.delete(seq);
    for (const entry of changed) this.#outbox.set(entry.seq, entry);
    for (const one of refused) this.#refused.set(one.entry.seq, one);
    this.#keep(rows);
    this.#redraw(tableNames);
    for (const one of refused) this.refused.call(one);
  }

  #forget(refused: readonly number[]): void {
    for (const seq of refused) this.#refused.delete(seq);
    this.#setStatus({ refused: this.#refused.size });
  }

  /** @returns the tables in which something is newer now */
  #keep(rows: readonly TableRow[]): TableName[] {
    const tables = new Set<TableName>();
    for (const { table, row } of rows) {
      const map = this.#confirmed[table] as Map<string, AnyRow>;
      const known = map.get(row.uid);
      if (known && isOlder(row, known)) continue;
      map.set(row.uid, row);
      tables.add(table);
    }
    return [...tables];
  }

  /** Draws these tables again, and those in which the changes that wait show differently now. */
  #redraw(tables: readonly TableName[]): void {
    const before = this.#patches;
    this.#patches = layOver(this.#confirmed, [...this.waiting(), ...this.#unwritten]);
    const affected = tableNames.filter((table) => {
      const isSame = keepIdentity(this.#patches[table], before[table]);
      return !isSame || tables.includes(table);
    });
    for (const table of affected) this.#drawn.delete(table);
    this.#setStatus({ waiting: this.#outbox.size, refused: this.#refused.size });
    for (const table of affected) this.#rowsChanged.get(table)?.call();
  }

  #draw(table: TableName) {
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

  #setStatus(change: Partial<SyncStatus>): void {
    const next = { ...this.#status, ...change };
    if ((Object.keys(next) as (keyof SyncStatus)[]).every((key) => next[key] === this.#status[key]))
      return;
    this.#status = next;
    this.statusChanged.call();
  }
}

/**
 * A patched row that is as it was before stays the same object: nobody draws it again. True if there
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
