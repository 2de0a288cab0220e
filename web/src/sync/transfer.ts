import { isRow, parsePulled, type Pulled, type Server } from './server.ts';
import { tableNames, type OutboxEntry } from './changes.ts';
import type { SyncEngine } from './engine.ts';
import type { Pace } from './push.ts';
import type { Cursor, TableRow } from './database.ts';

export type TransferOptions = {
  server: Server;
  /** Runs alone among the tabs of this browser. */
  exclusively<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
};

/** Rows asked for at a time: the most, and where the line takes no more. */
const PAGE = 2000;
const LEAST = 50;
/** Changes of one go that fit into a request. */
const FEW = 20;
/** Milliseconds in which a page comes where twice as much would come, too. */
const QUICK = 5000;
/** Milliseconds until what failed is tried again, attempt by attempt. */
const RETRY_AFTER = [500, 1000, 2000, 5000, 10_000, 30_000];

/** What the live channel says: how far the history has come, and the rows where they fit. */
export type LiveMessage = { table: string; rev: number; rows?: unknown[] };

/** What a page comes after. */
type Position = { history: string | null; since: number; after?: string; is_fresh?: boolean };

/** A reading in several pages, which goes on where it failed. */
type Reading = {
  from: Position;
  /** How far the history had come when it began. */
  head?: number;
  /** Collected until all of it is here, where the device has to forget what it has. */
  replacing?: TableRow[];
};

/** One thing at a time; what is wanted meanwhile is done once more afterwards. */
class OneAtATime {
  /** How many runs have failed since one succeeded. */
  failures = 0;
  readonly #run: () => Promise<void>;
  /** Called once a run, however many wait for it. */
  readonly #onFailure: (reason: unknown, failures: number) => void;
  #running: Promise<void> | undefined;
  #isWanted = false;

  constructor(run: () => Promise<void>, onFailure: (reason: unknown, failures: number) => void) {
    this.#run = run;
    this.#onFailure = onFailure;
  }

  /** Begins as soon as it is wanted. */
  get isFree(): boolean {
    return this.#running === undefined && this.failures === 0;
  }

  /** Resolves when a run that began after this call has ended, also when it failed. */
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
 * Sends what waits in the outbox, and reads what came after the cursor. Both are tried again until
 * they succeed; neither holds up the screen.
 */
export class Transfer {
  readonly #engine: SyncEngine;
  readonly #options: TransferOptions;
  // Each has its own failures: that nothing had to be sent says nothing about reading.
  readonly #push = new OneAtATime(
    () => this.#pushAll(),
    (...failure) => this.#tryAgain(...failure),
  );
  readonly #pull = new OneAtATime(
    () => this.#pullAll(),
    (...failure) => this.#tryAgain(...failure),
  );
  readonly #pace: Pace = { changes: Infinity };
  /** Everything up to here is on this device. */
  #cursor: Cursor | null = null;
  /** Of which a page has come. */
  #reading: Reading | undefined;
  #page = PAGE;
  /** The last revision that the live channel named. Of that one there may be more messages. */
  #lastMessage = 0;
  /** Changes that are being written. */
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

  /** Knows what is being written until it is written. */
  #follow(adding: Promise<OutboxEntry[]>): void {
    const forget = () => {
      if (this.#adding === adding) this.#adding = undefined;
    };
    this.#adding = adding;
    adding.then(forget, forget);
  }

  /** Begins with the copy on this device. */
  async load(): Promise<void> {
    this.#cursor = await this.#engine.load();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Sends what waits. Resolves also when that failed: then it is tried again by itself. */
  async send(): Promise<void> {
    if (!this.#isStopped) await this.#push.start();
  }

  /** Reads what has changed. Resolves also when that failed. */
  async read(): Promise<void> {
    if (!this.#isStopped) await this.#pull.start();
  }

  /** The network may be back: whatever failed is tried at once. */
  async resume(): Promise<void> {
    this.#push.failures = 0;
    this.#pull.failures = 0;
    clearTimeout(this.#timer);
    await Promise.all([this.send(), this.read()]);
  }

  /** Takes what the live channel says. Nothing is missed by a message that is: the cursor knows. */
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
    this.#cursor = { history: cursor.history, rev: Math.max(cursor.rev, rev - 1) };
    try {
      await this.#engine.applyRows(
        rows.map((row) => ({ table: name, row })),
        this.#cursor,
      );
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
      // Of the last revision there may be more; of a fresh reading only all of it is a whole.
      const upTo = isLast ? head : last.rev - 1;
      const cursor = isLast || !page.fresh ? { history: page.history, rev: upTo } : undefined;
      if (replacing) replacing.push(...rows);
      else await this.#engine.applyRows(rows, cursor);
      if (isLast && replacing) {
        await this.#engine.replaceRows(replacing, { history: page.history, rev: upTo });
        this.#lastMessage = 0;
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

  /** One page; where that fails, the next attempt asks for half of it. */
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
      // What was written before the turn came another tab may have sent.
      const adding = this.#adding?.catch(() => undefined);
      // The first row does not wait for it.
      const { pushOutbox } = await import('./push.ts');
      const added = await adding;
      const taken = added?.every(({ isSent }) => isSent) ? added : undefined;
      await pushOutbox(this.#engine, { ...options, taken });
    });
  }
}
