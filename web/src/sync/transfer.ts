import { isRow, parsePulled } from './answers.ts';
import { tableNames } from './changes.ts';
import type { SyncEngine } from './engine.ts';
import type { Pace } from './push.ts';
import type { Cursor, TableRow } from './database.ts';
import type { Server } from './server.ts';

export type TransferOptions = {
  server: Server;
  /** Runs alone among the tabs of this browser. */
  exclusively<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
};

/** Rows asked for at a time. */
const PAGE = 2000;
/** Milliseconds until what failed is tried again, attempt by attempt. */
const RETRY_AFTER = [500, 1000, 2000, 5000, 10_000, 30_000];

/** What the live channel says: how far the history has come, and the rows where they fit. */
export type Bell = { table: string; rev: number; rows?: unknown[] };

/** One thing at a time; what is wanted meanwhile is done once more afterwards. */
class OneAtATime {
  /** How often it has failed since it last succeeded. */
  failures = 0;
  readonly #run: () => Promise<void>;
  #running: Promise<void> | undefined;
  #isWanted = false;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  /** Resolves when a run that began after this call has ended. */
  start(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= (async () => {
      try {
        while (this.#isWanted) {
          this.#isWanted = false;
          await this.#run();
        }
      } finally {
        this.#running = undefined;
      }
    })();
    return this.#running;
  }
}

/**
 * Sends what waits in the outbox, and reads what came after the cursor. Both are tried again until
 * they succeed; neither holds up the screen.
 */
export class Transfer {
  readonly #engine: SyncEngine;
  readonly #options: TransferOptions;
  readonly #push = new OneAtATime(() => this.#pushAll());
  readonly #pull = new OneAtATime(() => this.#pullAll());
  readonly #pace: Pace = { changes: Infinity };
  /** Everything up to here is on this device. */
  #cursor: Cursor | null = null;
  /** The last revision that the live channel named. Of that one there may be more messages. */
  #heard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(engine: SyncEngine, options: TransferOptions) {
    this.#engine = engine;
    this.#options = options;
    engine.onWaiting = () => void this.send();
  }

  /** Begins with the copy on this device. */
  async start(): Promise<void> {
    this.#cursor = await this.#engine.load();
    await this.read();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Sends what waits. Resolves also when that failed: then it is tried again by itself. */
  send(): Promise<void> {
    return this.#attempt(this.#push);
  }

  /** Reads what has changed. Resolves also when that failed. */
  read(): Promise<void> {
    return this.#attempt(this.#pull);
  }

  /** The network may be back: whatever failed is tried at once. */
  async resume(): Promise<void> {
    this.#push.failures = 0;
    this.#pull.failures = 0;
    clearTimeout(this.#timer);
    await Promise.all([this.send(), this.read()]);
  }

  /** Takes what the live channel says. Nothing is missed by a message that is: the cursor knows. */
  async hear({ table, rev, rows }: Bell): Promise<void> {
    const cursor = this.#cursor;
    const name = tableNames.find((one) => one === table);
    if (!cursor || !name || !rows?.every(isRow) || rev > Math.max(cursor.rev, this.#heard) + 1) {
      return this.read();
    }
    this.#heard = Math.max(this.#heard, rev);
    this.#cursor = { history: cursor.history, rev: Math.max(cursor.rev, rev - 1) };
    try {
      await this.#engine.applyRows(
        rows.map((row) => ({ table: name, row })),
        this.#cursor,
      );
    } catch (error) {
      console.warn('A message could not be kept; its rows are read again.', error);
      this.#heard = 0;
      this.#cursor = cursor;
      await this.read();
    }
  }

  async #attempt(task: OneAtATime): Promise<void> {
    if (this.#isStopped) return;
    try {
      await task.start();
      task.failures = 0;
    } catch (error) {
      if (this.#isStopped) return;
      console.warn('Syncing failed; it is tried again.', error);
      this.#engine.setPhase('error', error instanceof Error ? error : new Error(String(error)));
      clearTimeout(this.#timer);
      // Its own failures: that nothing had to be sent says nothing about reading.
      const delay = RETRY_AFTER[Math.min(task.failures, RETRY_AFTER.length - 1)];
      task.failures += 1;
      this.#timer = setTimeout(() => {
        void Promise.all([this.send(), this.read()]);
      }, delay);
    }
  }

  async #pullAll(): Promise<void> {
    /** What to ask for next. */
    let args: Record<string, unknown> = {
      history: this.#cursor?.history ?? null,
      since: this.#cursor?.rev ?? 0,
      page: PAGE,
    };
    let head: number | undefined;
    /** Collected until all of it is here, where the device has to forget what it has. */
    let replacing: TableRow[] | null = null;
    for (;;) {
      const page = parsePulled(await this.#options.server.call('pull_changes', args));
      if (this.#isStopped) return;
      head ??= page.rev;
      const { rows } = page;
      if (page.begins && this.#cursor) replacing = [];
      const cursor = { history: page.history, rev: head };
      this.#engine.setPartial(page.more && !this.#cursor);
      if (replacing) replacing.push(...rows);
      else if (page.more) await this.#engine.applyRows(rows);
      else await this.#engine.applyRows(rows, cursor);
      this.#engine.setPhase('ready');
      const last = page.rows.at(-1);
      if (page.more && last) {
        args = {
          history: page.history,
          since: last.row.rev,
          after: last.row.uid,
          is_fresh: page.fresh,
          page: PAGE,
        };
        continue;
      }
      if (replacing) {
        await this.#engine.replaceRows(replacing, cursor);
        this.#heard = 0;
      }
      this.#cursor = cursor;
      return;
    }
  }

  #pushAll(): Promise<void> {
    const { server, exclusively } = this.#options;
    const options = {
      server,
      pace: this.#pace,
      read: () => this.read(),
      isStopped: () => this.#isStopped,
    };
    return exclusively(`almanac-outbox-${this.#engine.userId}`, async () => {
      // The first row does not wait for it.
      const { pushOutbox } = await import('./push.ts');
      await pushOutbox(this.#engine, options);
    });
  }
}
