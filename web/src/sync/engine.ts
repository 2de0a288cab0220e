import { newUid } from '#domain/uid.ts';
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
import { Waiting, withoutPlace } from './waiting.ts';

/** The state of a person's copy. */
export type SyncStatus = {
  /** 'loading' until there is something to draw: the copy on this device or a first answer. */
  phase: 'loading' | 'ready' | 'error';
  error: Error | null;
  /** On a first visit: some rows are loaded, and more will follow. */
  isPartial: boolean;
  /** Changes that the server has not acknowledged. */
  waiting: number;
  /** Changes that the server refused, until the person has dealt with them. */
  refused: number;
};

type Settled = Extract<TabMessage, { type: 'settled' }>;

/** Milliseconds after which a tab that adds something, and does not say how that ended, is taken for gone. */
const ADDED_WITHIN = 5000;

/**
 * One person's rows in this tab: what the server has confirmed, with the waiting changes applied.
 * Screens read `rows()` and call `change()`; transfer.ts does the network, replica.ts the disk.
 */
export class SyncEngine {
  readonly userId: string;
  readonly statusChanged = new Listeners();
  readonly refused = new Listeners<Refused>();
  /** Called when there is something to send, also while it is being written. */
  onWaiting: (adding?: Promise<OutboxEntry[]>) => void = () => undefined;
  /** Whether that many changes can be sent as soon as they are written. */
  canSend: (changes: number) => boolean = () => false;

  readonly #replica: Replica;
  readonly #tabs: Tabs;
  readonly #now: () => number;
  readonly #drawn = new DrawnRows();
  readonly #waiting = new Waiting();
  readonly #refused = new Map<number, Refused>();
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

  /**
   * Reads the copy on this device; resolves to its cursor. Read again, it ends what waits here only
   * since another tab was closed between settling it and saying so.
   */
  async load(): Promise<Cursor | null> {
    const before = this.waiting();
    // Its name too: should the browser empty the copy, the new one is to have the same.
    const [{ rows, outbox, refused, cursor }] = await Promise.all([
      this.#replica.load(),
      this.#replica.deviceId(),
    ]);
    if (this.#isStopped) return null;
    this.#drawn.keep(rows);
    this.#waiting.reconcile(before, outbox);
    for (const one of refused) this.#refused.set(one.entry.seq, one);
    this.#redraw(tableNames);
    // An interrupted first read is drawn as far as it came: there may be no network to continue.
    const isPartial = cursor === null && rows.length > 0;
    if (cursor || isPartial) this.setPhase('ready');
    this.setPartial(isPartial);
    return cursor;
  }

  rows: DrawnRows['rows'] = (table) => this.#drawn.rows(table);
  deletedRows: DrawnRows['deletedRows'] = (table) => this.#drawn.deletedRows(table);
  row: DrawnRows['row'] = (table, uid) => this.#drawn.row(table, uid);
  subscribe: DrawnRows['subscribe'] = (table, listener) => this.#drawn.subscribe(table, listener);
  seenRevision: DrawnRows['seenRevision'] = () => this.#drawn.seenRevision();

  /** The changes that wait, oldest first. */
  waiting(): OutboxEntry[] {
    return this.#waiting.entries();
  }

  /**
   * Applies changes: on the screen at once, on disk when it resolves, on the server when it can be
   * reached. Rejects, with everything as before, if they cannot be written on this device.
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
    const early = withoutPlace(changes, this.#tabs.id, madeAt);
    const canBeSent = this.canSend(kept.length);
    // Written, and waiting for this tab's turn to send, while it is drawn.
    const adding = this.#replica.addChanges(kept, this.#tabs.id, madeAt, canBeSent);
    const id = newUid();
    let entries: OutboxEntry[] = [];
    this.#waiting.beginAdding(id, early, adding);
    try {
      this.onWaiting(adding);
      this.#post({ type: 'adding', id, entries: early });
      this.#redraw();
      entries = await adding;
    } finally {
      this.#waiting.endAdding(id, entries);
      this.#post({ type: 'added', id, entries });
      this.#redraw();
    }
  }

  /** Resolves when what was done so far waits in the outbox, or could not be kept. */
  written(): Promise<void> {
    return this.#waiting.written();
  }

  /** Takes rows from the server; versions older than the known ones are left out. */
  async applyRows(rows: readonly TableRow[], cursor?: Cursor): Promise<void> {
    const tables = this.#drawn.keep(rows);
    this.#redraw(tables);
    if (this.#isStopped) return;
    await this.#replica.putRows(rows, cursor);
    if (rows.length > 0 && !cursor) this.#post({ type: 'rows', rows });
  }

  /** Replaces all confirmed rows: the server has another history. */
  async replaceRows(rows: readonly TableRow[], cursor: Cursor): Promise<void> {
    this.#drawn.forget();
    this.#drawn.keep(rows);
    this.#redraw(tableNames);
    await this.#replica.forgetRows();
    await this.#replica.putRows(rows, cursor);
  }

  /** Takes the results of changes that were sent, and updates entries that stay in the outbox. */
  async settle(
    done: readonly number[],
    rows: readonly TableRow[] = [],
    updates: readonly EntryUpdate[] = [],
    refused: readonly Refused[] = [],
  ): Promise<void> {
    const changed = await this.#replica.settleChanges(done, rows, updates, refused);
    const message: Settled = { type: 'settled', done, rows, changed, refused };
    this.#settled(message);
    this.#post(message);
  }

  /** The person has chosen between two contents of a note. */
  async resolveConflict(seq: number, choice: 'mine' | 'theirs'): Promise<void> {
    const found = this.#waiting.get(seq);
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

  /** Makes a refused change again. */
  async retryRefused(seq: number): Promise<void> {
    const found = this.#refused.get(seq);
    if (!found) return;
    const { change, baseContent } = found.entry;
    const again = 'delete' in change ? { ...change, seen: this.seenRevision() } : change;
    await this.change([again], baseContent === undefined ? {} : { baseContent });
    await this.forgetRefused([seq]);
  }

  /** Drops refused changes. */
  async forgetRefused(seqs: readonly number[]): Promise<void> {
    await this.#replica.forgetRefused(seqs);
    this.#forget(seqs);
    this.#post({ type: 'forgotten', refused: seqs });
  }

  setPhase(phase: SyncStatus['phase'], error: Error | null = null): void {
    // Rows on the screen stay, whatever fails later.
    if (this.#status.phase === 'ready') return;
    this.#setStatus({ phase, error });
  }

  /** Whether more rows will follow. */
  setPartial(isPartial: boolean): void {
    this.#setStatus({ isPartial });
  }

  /** From now on nothing is drawn or written. */
  stop(): void {
    this.#isStopped = true;
    this.#tabs.close();
    this.#replica.close();
  }

  #post(message: TabMessage): void {
    if (!this.#isStopped) this.#tabs.post(message);
  }

  #receive(message: TabMessage): void {
    if (this.#isStopped) return;
    if (message.type === 'adding') {
      this.#waiting.beginAdding(message.id, message.entries);
      this.#redraw();
      setTimeout(() => void this.#endAdding(message.id), ADDED_WITHIN);
    } else if (message.type === 'added') {
      this.#waiting.endAdding(message.id, message.entries);
      this.#redraw();
      // The tab that did it may be closed by now; if not, it is sent when this one's turn comes.
      if (message.entries.length > 0) this.onWaiting();
    } else if (message.type === 'settled') {
      this.#settled(message);
    } else if (message.type === 'forgotten') {
      this.#forget(message.refused);
    } else {
      this.#redraw(this.#drawn.keep(message.rows));
    }
  }

  /** The tab that was adding something is gone: either it is on the disk by now, or nowhere. */
  async #endAdding(id: string): Promise<void> {
    if (this.#isStopped || !this.#waiting.isAdding(id)) return;
    await this.load().catch((error: unknown) => console.warn('What waits was not read.', error));
    this.#waiting.endAdding(id, []);
    this.#redraw();
    this.onWaiting();
  }

  #settled({ done, rows, changed, refused }: Settled): void {
    this.#waiting.end(done);
    for (const one of refused) this.#refused.set(one.entry.seq, one);
    this.#waiting.keep(changed);
    // Whether there is a conflict is no part of a row.
    const conflicting = changed.map(({ change }) => change.table);
    this.#redraw([...this.#drawn.keep(rows), ...conflicting]);
    for (const one of refused) this.refused.call(one);
  }

  #forget(refused: readonly number[]): void {
    for (const seq of refused) this.#refused.delete(seq);
    this.#setStatus({ refused: this.#refused.size });
  }

  #redraw(tables?: readonly TableName[]): void {
    this.#drawn.redraw(this.#waiting.all(), tables, () => this.#redraw());
    this.#setStatus({ waiting: this.#waiting.size, refused: this.#refused.size });
  }

  #setStatus(change: Partial<SyncStatus>): void {
    const next = { ...this.#status, ...change };
    if ((Object.keys(next) as (keyof SyncStatus)[]).every((key) => next[key] === this.#status[key]))
      return;
    this.#status = next;
    this.statusChanged.call();
  }
}
