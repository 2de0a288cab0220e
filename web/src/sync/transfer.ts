import { isRow, parsePulled, type Pulled, type Server } from './server.ts';
import { tableNames, type OutboxEntry } from './changes.ts';
import type { SyncEngine } from './engine.ts';
import type { Pace } from './push.ts';
import type { Cursor, TableRow } from './database.ts';

export type TransferOptions = {
  server: Server;
  /** Runs in one tab of this browser at a time. */
  exclusively<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
};

/** Rows per page: at most, and at least on a bad connection. */
const PAGE = 2000;
const LEAST = 50;
/** Changes made at once that may be sent without reading the outbox. */
const FEW = 20;
/** A page that takes fewer milliseconds than this is followed by one twice as long. */
const QUICK = 5000;
/** Milliseconds until the next attempt, by the number of failures. */
const RETRY_AFTER = [500, 1000, 2000, 5000, 10_000, 30_000];

/** A message of the live channel: the latest revision, and the rows if they fit. */
export type LiveMessage = { table: string; rev: number; rows?: unknown[] };

/** Where a page begins. */
type Position = { history: string | null; since: number; after?: string; is_fresh?: boolean };

/** A read in several pages, which continues where it failed. */
type Reading = {
  from: Position;
  /** The latest revision when it began. */
  head?: number;
  /** Rows collected until the read is complete, if it replaces all that the device has. */
  replacing?: TableRow[];
};

/** Runs one at a time; calls during a run start one more run after it. */
class OneAtATime {
  /** Failed runs since the last success. */
  failures = 0;
  readonly #run: () => Promise<void>;
  /** Called once per run, however many callers wait for it. */
  readonly #onFailure: (reason: unknown, failures: number) => void;
  #running: Promise<void> | undefined;
  #isWanted = false;

  constructor(run: () => Promise<void>, onFailure: (reason: unknown, failures: number) => void) {
    this.#run = run;
    this.#onFailure = onFailure;
  }

  /** Whether `start` begins a run at once. */
  get isFree(): boolean {
    return this.#running === undefined && this.failures === 0;
  }

  /** Resolves when a run that began after this call has ended, also if it failed. */
  start(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= (async () => {
      try {
        while (this.#isWanted) {
          this.#isWanted = false;
          await this.#run();
        }
        this.failures = 0;
      } catch (error) {
        this.failures += 1;
        this.#onFailure(error, this.failures);
      } finally {
        this.#running = undefined;
      }
    })();
    return this.#running;
  }
}

/**
 * Sends what waits in the outbox, and reads what came after the cursor. Both are retried until they
 * succeed.
 */
export class Transfer {
  readonly #engine: SyncEngine;
  readonly #options: TransferOptions;
  // Separate counts of failures: an empty outbox says nothing about reading.
  readonly #push = new OneAtATime(
    () => this.#pushAll(),
    (...failure) => this.#tryAgain(...failure),
  );
  readonly #pull = new OneAtATime(
    () => this.#pullAll(),
    (...failure) => this.#tryAgain(...failure),
  );
  /** Messages that arrive while others are written are drawn and written together. */
  readonly #take = new OneAtATime(
    () => this.#takeReceived(),
    (...failure) => this.#tryAgain(...failure),
  );
  readonly #pace: Pace = { changes: Infinity };
  /** Everything up to here is on this device. */
  #cursor: Cursor | null = null;
  /** A read of which at least one page has arrived. */
  #reading: Reading | undefined;
  #page = PAGE;
  /** The last revision of the live channel. More messages of the same revision may follow. */
  #lastMessage = 0;
  /** Rows of messages that have not been taken yet. */
  #received: TableRow[] = [];
  /** Changes that are being written to disk. */
  #adding: Promise<OutboxEntry[]> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(engine: SyncEngine, options: TransferOptions) {
    this.#engine = engine;
    this.#options = options;
    engine.canSend = (changes) => this.#push.isFree && changes <= FEW;
    engine.onWaiting = (adding) => {
      if (adding && this.#push.isFree) this.#follow(adding);
      void this.send();
    };
  }

  /** Remembers what is being written until it is written. */
  #follow(adding: Promise<OutboxEntry[]>): void {
    const forget = () => {
      if (this.#adding === adding) this.#adding = undefined;
    };
    this.#adding = adding;
    adding.then(forget, forget);
  }

  /** Loads the copy on this device, and sends what waits in it. */
  async load(): Promise<void> {
    this.#cursor = await this.#engine.load();
    if (this.#engine.status.waiting > 0) void this.send();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Sends what waits. Resolves also if that failed: then it is retried. */
  async send(): Promise<void> {
    if (!this.#isStopped) await this.#push.start();
  }

  /** Reads what has changed. Resolves also if that failed: then it is retried. */
  async read(): Promise<void> {
    if (!this.#isStopped) await this.#pull.start();
  }

  /** The network may be back: tries at once. */
  async resume(): Promise<void> {
    this.#push.failures = 0;
    this.#pull.failures = 0;
    clearTimeout(this.#timer);
    await Promise.all([this.send(), this.read()]);
  }

  /** Takes a message of the live channel. A lost message is noticed by the cursor. */
  async receive({ table, rev, rows }: LiveMessage): Promise<void> {
    const cursor = this.#cursor;
    const name = tableNames.find((one) => one === table);
    if (
      !cursor ||
      !name ||
      !rows?.every(isRow) ||
      rev > Math.max(cursor.rev, this.#lastMessage) + 1
    ) {
      return this.read();
    }
    this.#lastMessage = Math.max(this.#lastMessage, rev);
    this.#received.push(...rows.map((row) => ({ table: name, row })));
    await this.#take.start();
  }

  async #takeReceived(): Promise<void> {
    const cursor = this.#cursor;
    const rows = this.#received.splice(0);
    if (!cursor || rows.length === 0) return;
    // While something is to be read, which no message has, the cursor stays before it.
    const come = this.#pull.isFree ? Math.max(cursor.rev, this.#lastMessage - 1) : cursor.rev;
    const reached = { ...cursor, rev: come };
    this.#cursor = reached;
    try {
      await this.#engine.applyRows(rows, reached);
    } catch (error) {
      console.warn('A message could not be kept; its rows are read again.', error);
      this.#lastMessage = 0;
      this.#cursor = cursor;
      await this.read();
    }
  }

  #tryAgain(reason: unknown, failures: number): void {
    if (this.#isStopped) return;
    console.warn('Syncing failed; it is tried again.', reason);
    this.#engine.setPhase('error', reason instanceof Error ? reason : new Error(String(reason)));
    clearTimeout(this.#timer);
    const delay = RETRY_AFTER[Math.min(failures, RETRY_AFTER.length) - 1];
    this.#timer = setTimeout(() => {
      void Promise.all([this.send(), this.read()]);
    }, delay);
  }

  async #pullAll(): Promise<void> {
    const { history = null, rev: since = 0 } = this.#cursor ?? {};
    const reading: Reading = this.#reading ?? { from: { history, since } };
    for (;;) {
      const page = await this.#pullPage(reading.from);
      if (this.#isStopped) return;
      const { more, rows, last } = page;
      if (page.begins) {
        reading.head = page.rev;
        if (this.#cursor || this.#reading) reading.replacing = [];
      }
      reading.head ??= page.rev;
      this.#reading = reading;
      const { head, replacing } = reading;
      const isLast = !more || !last;
      this.#engine.setPartial(!isLast && !this.#cursor);
      // The last revision of a page may be incomplete; a fresh read has no cursor before its end.
      const upTo = isLast ? head : last.rev - 1;
      const cursor = isLast || !page.fresh ? { history: page.history, rev: upTo } : undefined;
      if (replacing) replacing.push(...rows);
      else await this.#engine.applyRows(rows, cursor);
      if (isLast && replacing) {
        await this.#engine.replaceRows(replacing, { history: page.history, rev: upTo });
        // What came meanwhile may have been replaced with the rest.
        if (this.#lastMessage > upTo) void this.read();
        this.#lastMessage = 0;
        this.#received = [];
      }
      this.#engine.setPhase('ready');
      if (cursor && (isLast || !replacing)) this.#cursor = cursor;
      if (isLast) {
        this.#reading = undefined;
        return;
      }
      reading.from = {
        history: page.history,
        since: last.rev,
        after: last.uid,
        is_fresh: page.fresh,
      };
    }
  }

  /** Reads one page; if that fails, the next attempt asks for half as many rows. */
  async #pullPage(from: Position): Promise<Pulled> {
    const asked = this.#page;
    const began = performance.now();
    this.#page = Math.max(LEAST, Math.floor(asked / 2));
    const answer = await this.#options.server.call('pull_changes', { ...from, page: asked });
    const isQuick = performance.now() - began < QUICK;
    this.#page = isQuick ? Math.min(PAGE, asked * 2) : asked;
    return parsePulled(answer);
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
      // Only what is written after this tab's turn came: another tab may have sent what was before.
      const adding = this.#adding?.catch(() => undefined);
      // Loaded after the first row.
      const { pushOutbox } = await import('./push.ts');
      const added = await adding;
      const taken = added?.every(({ isSent }) => isSent) ? added : undefined;
      await pushOutbox(this.#engine, { ...options, taken });
    });
  }
}
