import { isRow, parsePulled, parsePushed, type Answer } from './answers.ts';
import {
  changesOthers,
  isContentChange,
  tableNames,
  type AnyRow,
  type Fields,
  type OutboxEntry,
  type Refused,
  type TableName,
} from './changes.ts';
import type { SyncEngine } from './engine.ts';
import { isTypedColumn } from './overlay.ts';
import type { Cursor, NoteText, TableRow } from './replica.ts';

/** How the server is reached. Each call rejects with a `TransferError`. */
export type Server = {
  call(name: 'push_changes' | 'pull_changes', args: Record<string, unknown>): Promise<unknown>;
  /** The text of a note; null if it is gone. */
  readNote(
    uid: string,
  ): Promise<{ title: string; content: string | null; content_rev: number } | null>;
};

export type TransferOptions = {
  server: Server;
  /** Runs alone among the tabs of this browser. */
  exclusively<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
};

/** Changes and characters in one request. */
const MOST = { changes: 200, characters: 1_500_000 };
/** Rows asked for at a time. */
const PAGE = 2000;
/** Milliseconds until what failed is tried again, attempt by attempt. */
const RETRY_AFTER = [500, 1000, 2000, 5000, 10_000, 30_000];

/** What the live channel says: how far the history has come, and the rows where they fit. */
export type Bell = { table: string; rev: number; rows?: unknown[] };

/** One thing at a time; what is wanted meanwhile is done once more afterwards. */
class OneAtATime {
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
  /** Everything up to here is on this device. */
  #cursor: Cursor | null = null;
  /** The last revision that the live channel named. Of that one there may be more messages. */
  #heard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
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
    this.#failures = 0;
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
    await this.#engine.applyRows(
      rows.map((row) => ({ table: name, row })),
      this.#cursor,
    );
  }

  async #attempt(task: OneAtATime): Promise<void> {
    if (this.#isStopped) return;
    try {
      await task.start();
      this.#failures = 0;
    } catch (error) {
      if (this.#isStopped) return;
      console.warn('Syncing failed; it is tried again.', error);
      this.#engine.setPhase('error', error instanceof Error ? error : new Error(String(error)));
      clearTimeout(this.#timer);
      const delay = RETRY_AFTER[Math.min(this.#failures, RETRY_AFTER.length - 1)];
      this.#failures += 1;
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
      if (replacing) await this.#engine.replaceRows(replacing, cursor);
      this.#cursor = cursor;
      return;
    }
  }

  async #pushAll(): Promise<void> {
    const { replica, userId } = this.#engine;
    await this.#options.exclusively(`almanac-outbox-${userId}`, async () => {
      while (!this.#isStopped) {
        const entries = await replica.takeChanges(MOST.changes, MOST.characters);
        if (entries.length === 0) return;
        const changes = entries.map(({ change }) => change);
        const answer = await this.#options.server.call('push_changes', { changes });
        // What they did to other rows is here before they are laid over those no longer.
        if (changes.some(changesOthers)) await this.read();
        if (this.#isStopped) return;
        await this.#acknowledge(entries, parsePushed(answer, entries.length));
      }
    });
  }

  async #acknowledge(
    entries: readonly OutboxEntry[],
    answers: readonly Answer[],
  ): Promise<void> {
    const done: number[] = [];
    const rows: TableRow[] = [];
    const changed: OutboxEntry[] = [];
    const refused: Refused[] = [];
    const texts: NoteText[] = [];
    for (const [at, entry] of entries.entries()) {
      const { row, error } = answers[at] ?? {};
      const { table } = entry.change;
      if (row) {
        done.push(entry.seq);
        rows.push({ table, row });
        if ('set' in entry.change) changed.push(...this.#seenBy(table, row, entries));
        const content = 'set' in entry.change ? entry.change.set['content'] : undefined;
        const content_rev = 'content_rev' in row ? row.content_rev : undefined;
        if (table === 'notes' && content !== undefined && typeof content_rev === 'number') {
          const text = {
            uid: row.uid,
            content: typeof content === 'string' ? content : null,
            content_rev,
          };
          texts.push(text);
          changed.push(...this.#rebase(text, entry.seq));
        }
      } else if (error?.code === 'PT409' && isContentChange(entry.change)) {
        const theirs = await this.#options.server.readNote(entry.change.uid);
        if (theirs) {
          changed.push(await mergeInto(entry, entry.change, theirs));
        } else {
          done.push(entry.seq);
          refused.push({ entry, code: 'PT404', message: error.message });
        }
      } else {
        done.push(entry.seq);
        const { code = '', message = '' } = error ?? {};
        refused.push({ entry, code, message });
      }
    }
    if (texts.length > 0) await this.#engine.replica.putTexts(texts);
    await this.#engine.settle(done, rows, changed, refused);
    // What was laid over is taken back: the row may be another by now.
    if (refused.length > 0) void this.read();
  }

  /**
   * Whoever deletes a row has seen what they typed in it themselves: a deletion that waits behind what
   * was sent here is told the revision of that, unless somebody else has typed in the row, too.
   */
  #seenBy(table: TableName, row: AnyRow, sent: readonly OutboxEntry[]): OutboxEntry[] {
    const last = sent.at(-1)?.seq ?? 0;
    return this.#engine.waiting().flatMap((entry) => {
      const { seq, change, deletedRow } = entry;
      if (seq <= last || change.uid !== row.uid || !('delete' in change)) return [];
      const isAsDeleted = Object.entries(row).every(
        ([column, value]) =>
          !isTypedColumn(table, column) || Reflect.get(deletedRow ?? {}, column) === value,
      );
      const seen = Math.max(change.seen, row.edited_rev);
      return isAsDeleted ? [{ ...entry, change: { ...change, seen } }] : [];
    });
  }

  /**
   * What was written over a content that is stored now. Where that was merged on its way, what came
   * after it was written over the unmerged one: the server says so, and it is merged in its turn.
   */
  #rebase({ uid, content, content_rev }: NoteText, seq: number): OutboxEntry[] {
    const next = this.#engine
      .waiting()
      .find(
        ({ seq: other, change }) => other > seq && change.uid === uid && isContentChange(change),
      );
    if (!next || !isContentChange(next.change) || next.conflict) return [];
    if ((next.baseContent ?? '') !== (content ?? '')) return [];
    return [{ ...next, change: { ...next.change, base: content_rev }, baseContent: content }];
  }
}

/** A content that met another one: merged to be sent again, or waiting for the person's choice. */
async function mergeInto(
  entry: OutboxEntry,
  change: Extract<OutboxEntry['change'], { set: Fields }>,
  theirs: { title: string; content: string | null; content_rev: number },
): Promise<OutboxEntry> {
  // Rarely needed, and then the network is there.
  const { mergeText } = await import('./merge-text.ts');
  const mine = change.set['content'];
  const content = mergeText(
    typeof mine === 'string' ? mine : '',
    entry.baseContent ?? '',
    theirs.content ?? '',
  );
  if (content === null) return { ...entry, isSent: false, conflict: theirs };
  return {
    ...entry,
    isSent: false,
    baseContent: theirs.content,
    change: { ...change, base: theirs.content_rev, set: { ...change.set, content } },
  };
}
