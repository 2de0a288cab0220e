import {
  tableNames,
  withoutText,
  writtenOver,
  type Change,
  type EntryUpdate,
  type OutboxEntry,
  type Refused,
  type TableName,
} from './changes.ts';
import { Listeners } from '../lib/store.ts';
import type { Cursor, TableRow } from './database.ts';
import type { Replica } from './replica.ts';
import { DrawnRows } from './rows.ts';
import type { TabMessage, Tabs } from './tabs.ts';

/** How a person's copy stands. */
export type SyncStatus = {
  /** 'loading' until there is something to draw: the copy on this device or a first answer. */
  phase: 'loading' | 'ready' | 'error';
  error: Error | null;
  /** On a first visit: some rows are here, and more are on their way. */
  isPartial: boolean;
  /** Changes that the server has not acknowledged. */
  waiting: number;
  /** Changes that the server refused, until the person has dealt with them. */
  refused: number;
};

type Settled = Extract<TabMessage, { type: 'settled' }>;

/**
 * One person's rows in this tab: what the server has confirmed, with the changes that wait laid
 * over it. Screens read `rows()` and call `change()`; the network is somebody else's business
 * (transfer.ts), and so is the disk (replica.ts).
 */
export class SyncEngine {
  readonly userId: string;
  readonly statusChanged = new Listeners();
  readonly refused = new Listeners<Refused>();
  /** Called when there is something to send, also while it is still being written. */
  onWaiting: (adding?: Promise<OutboxEntry[]>) => void = () => undefined;
  /** Whether so many changes can be sent as soon as they are written. */
  canSend: (changes: number) => boolean = () => false;

  readonly #replica: Replica;
  readonly #tabs: Tabs;
  readonly #now: () => number;
  readonly #drawn = new DrawnRows();
  readonly #outbox = new Map<number, OutboxEntry>();
  readonly #refused = new Map<number, Refused>();
  /** Entries that are no more, whoever still sends them: a reading that began before, another tab. */
  readonly #done = new Set<number>();
  /** On the screen already, and on its way to the disk. */
  readonly #unwritten = new Map<Promise<OutboxEntry[]>, OutboxEntry[]>();
  #status: SyncStatus = { phase: 'loading', error: null, isPartial: false, waiting: 0, refused: 0 };
  #isStopped = false;

  constructor(userId: string, replica: Replica, tabs: Tabs, now: () => number = Date.now) {
    this.userId = userId;
    this.#replica = replica;
    replica.inMemory = () => ({
      rows: this.#drawn.confirmed(),
      outbox: this.waiting(),
      refused: this.refusedChanges(),
    });
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
    // Other tabs may have sent newer ones meanwhile.
    this.#drawn.keep(rows);
    this.#wait(outbox.filter(({ seq }) => !this.#outbox.has(seq)));
    for (const one of refused) this.#refused.set(one.entry.seq, one);
    this.#redraw(tableNames);
    // A first reading that was cut off is drawn as far as it came: there may be no network to go on with.
    const isPartial = cursor === null && rows.length > 0;
    if (cursor || isPartial) this.setPhase('ready');
    this.setPartial(isPartial);
    if (outbox.length > 0) this.onWaiting();
    return cursor;
  }

  rows: DrawnRows['rows'] = (table) => this.#drawn.rows(table);
  deletedRows: DrawnRows['deletedRows'] = (table) => this.#drawn.deletedRows(table);
  row: DrawnRows['row'] = (table, uid) => this.#drawn.row(table, uid);
  subscribe: DrawnRows['subscribe'] = (table, listener) => this.#drawn.subscribe(table, listener);
  /** The greatest revision that this device has seen. */
  seenRevision: DrawnRows['seenRevision'] = () => this.#drawn.seenRevision();

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
      const deletedRows = 'delete' in change && this.#drawn.deletedBy(change);
      return {
        change,
        ...(deletedRows && { deletedRows }),
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
    const canBeSent = this.canSend(kept.length);
    // The disk and the turn among the tabs come while it is drawn; what is read of the outbox then
    // has it.
    const adding = this.#replica.addChanges(kept, this.#tabs.id, madeAt, canBeSent);
    this.#unwritten.set(adding, early);
    try {
      this.onWaiting(adding);
      this.#redraw();
      const entries = await adding;
      this.#wait(entries);
      this.#tabs.post({ type: 'added', entries });
    } finally {
      this.#unwritten.delete(adding);
      this.#redraw();
    }
  }

  /** Resolves when what was done so far waits in the outbox, or could not be kept. */
  async written(): Promise<void> {
    await Promise.allSettled(this.#unwritten.keys());
  }

  /** Takes rows as the server has them; older ones than those known are left out. */
  async applyRows(rows: readonly TableRow[], cursor?: Cursor): Promise<void> {
    const tables = this.#drawn.keep(rows);
    this.#redraw(tables);
    if (this.#isStopped) return;
    await this.#replica.putRows(rows, cursor);
    if (rows.length > 0 && !cursor) this.#tabs.post({ type: 'rows', rows });
  }

  /** Forgets every confirmed row in favour of these: the server has another history. */
  async replaceRows(rows: readonly TableRow[], cursor: Cursor): Promise<void> {
    this.#drawn.forget();
    this.#drawn.keep(rows);
    this.#redraw(tableNames);
    await this.#replica.forgetRows();
    await this.#replica.putRows(rows, cursor);
  }

  /** Takes what became of changes that were sent, and updates entries that stay in the outbox. */
  async settle(
    done: readonly number[],
    rows: readonly TableRow[] = [],
    updates: readonly EntryUpdate[] = [],
    refused: readonly Refused[] = [],
  ): Promise<void> {
    const changed = await this.#replica.settleChanges(done, rows, updates, refused);
    const message: Settled = { type: 'settled', done, rows, changed, refused };
    this.#settled(message);
    this.#tabs.post(message);
  }

  /** The person has chosen between a content and the one that it met. */
  async resolveConflict(seq: number, choice: 'mine' | 'theirs'): Promise<void> {
    const found = this.#outbox.get(seq);
    if (!found?.conflict) return;
    if (choice === 'theirs' && !withoutText(found)) return this.settle([seq]);
    const resolve = (entry: OutboxEntry) => {
      if (!entry.conflict) return entry;
      return choice === 'mine' ? writtenOver(entry, entry.conflict) : (withoutText(entry) ?? entry);
    };
    await this.settle([], [], [{ seq, apply: resolve }]);
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
    this.#tabs.post({ type: 'forgotten', refused: seqs });
  }

  setPhase(phase: SyncStatus['phase'], error: Error | null = null): void {
    // What is on the screen stays, whatever fails later.
    if (this.#status.phase === 'ready') return;
    this.#setStatus({ phase, error });
  }

  /** Whether there is more to come than is drawn. */
  setPartial(isPartial: boolean): void {
    this.#setStatus({ isPartial });
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
      this.#wait(message.entries);
      this.#redraw();
      // The tab that did it may be closed by now; if not, it is sent when this one's turn comes.
      this.onWaiting();
    } else if (message.type === 'settled') {
      this.#settled(message);
    } else if (message.type === 'forgotten') {
      this.#forget(message.refused);
    } else {
      this.#redraw(this.#drawn.keep(message.rows));
    }
  }

  #settled({ done, rows, changed, refused }: Settled): void {
    for (const seq of done) {
      this.#done.add(seq);
      this.#outbox.delete(seq);
    }
    for (const one of refused) this.#refused.set(one.entry.seq, one);
    this.#wait(changed);
    // Whether there is a conflict is no part of a row.
    const conflicting = changed.map(({ change }) => change.table);
    this.#redraw([...this.#drawn.keep(rows), ...conflicting]);
    for (const one of refused) this.refused.call(one);
  }

  #forget(refused: readonly number[]): void {
    for (const seq of refused) this.#refused.delete(seq);
    this.#setStatus({ refused: this.#refused.size });
  }

  #wait(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) if (!this.#done.has(entry.seq)) this.#outbox.set(entry.seq, entry);
  }

  #redraw(tables?: readonly TableName[]): void {
    const all = [...this.waiting(), ...[...this.#unwritten.values()].flat()];
    this.#drawn.redraw(all, tables, () => this.#redraw());
    this.#setStatus({ waiting: this.#outbox.size, refused: this.#refused.size });
  }

  #setStatus(change: Partial<SyncStatus>): void {
    const next = { ...this.#status, ...change };
    if ((Object.keys(next) as (keyof SyncStatus)[]).every((key) => next[key] === this.#status[key]))
      return;
    this.#status = next;
    this.statusChanged.call();
  }
}
