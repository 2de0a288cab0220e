import {
  changesOthers,
  isContentChange,
  writtenOver,
  type AnyRow,
  type EntryUpdate,
  type OutboxEntry,
  type Refused,
  type TableName,
  isTypedColumn,
} from './changes.ts';
import type { NoteText, TableRow } from './database.ts';
import type { SyncEngine } from './engine.ts';
import { mergeText } from './merge-text.ts';
import { isRestorable } from './overlay.ts';
import { parsePushed, type Answer, type Pushed, TransferError, type Server } from './server.ts';

/** Changes and characters in one request. */
const MOST = { changes: 200, characters: 1_500_000 };

type Text = { content: string | null; content_rev: number };

/** How many changes a request has: fewer after one that failed. */
export type Pace = { changes: number };

export type PushOptions = {
  server: Server;
  pace: Pace;
  /** Changes that were written as sent and are not taken by another tab. */
  taken: readonly OutboxEntry[] | undefined;
  /** Reads what has changed on the server. */
  read: () => Promise<void>;
  isStopped: () => boolean;
};

/** Sends what waits in the outbox, request by request, until it is empty. */
export async function pushOutbox(engine: SyncEngine, options: PushOptions): Promise<void> {
  const { server, pace, read, isStopped } = options;
  let { taken } = options;
  while (!isStopped()) {
    const most = Math.min(pace.changes, MOST.changes);
    const entries = taken ?? (await engine.replica.takeChanges(most, MOST.characters));
    taken = undefined;
    if (entries.length === 0) {
      if (engine.waiting().some(({ conflict }) => !conflict)) await engine.load();
      return;
    }
    const half = Math.max(1, Math.floor(entries.length / 2));
    const pushed = await ask(server, engine, entries).catch((error: unknown) => {
      // The request may take too long as a whole.
      if (error instanceof TransferError && error.status >= 500) pace.changes = half;
      throw error;
    });
    if (!pushed) {
      // The server does not accept one of them: smaller requests find it.
      pace.changes = half;
      continue;
    }
    pace.changes = most * 2;
    // Read what they did to other rows before their overlay is removed.
    if (entries.some(({ change }) => changesOthers(change)) || deletesFolderAfter(engine, entries))
      await read();
    if (isStopped()) return;
    const outcome = new Outcome(engine, entries, pushed.written_rev);
    for (const [at, entry] of entries.entries()) {
      await outcome.take(entry, pushed.answers[at], server);
    }
    await outcome.settle();
    // The overlay is removed, and the row may have changed meanwhile.
    if (outcome.refused.length > 0) void read();
  }
}

/**
 * The result of each change. For a request that the server does not accept at all, such as one with
 * half of an emoji, it is an error if the request has one change, and undefined if it has more.
 */
async function ask(
  server: Server,
  { replica, userId }: SyncEngine,
  entries: readonly OutboxEntry[],
): Promise<Pushed | undefined> {
  const args = {
    changes: entries.map(({ change, seq }) => ({ ...change, seq })),
    device: await replica.deviceId(),
    owner: userId,
  };
  try {
    return parsePushed(await server.call('push_changes', args), entries.length);
  } catch (error) {
    const isFinal =
      error instanceof TransferError && (error.status === 400 || error.status === 413);
    if (!isFinal) throw error;
    if (entries.length > 1) return undefined;
    return { written_rev: null, answers: [{ error: { code: '22023', message: error.message } }] };
  }
}

/** Whether a folder's deletion waits behind what was sent: it has to know what others typed in it. */
function deletesFolderAfter(engine: SyncEngine, sent: readonly OutboxEntry[]): boolean {
  const last = sent.at(-1)?.seq ?? 0;
  return engine
    .waiting()
    .some(({ seq, change }) => seq > last && change.table === 'folders' && 'delete' in change);
}

/** The results of one request. */
class Outcome {
  readonly refused: Refused[] = [];
  readonly #engine: SyncEngine;
  readonly #lastSent: number;
  readonly #writtenRev: number | null;
  /** The uids of the request's rows. */
  readonly #sent: ReadonlySet<string>;
  readonly #done: number[] = [];
  readonly #rows: TableRow[] = [];
  /** The `#rows` in which columns were set. */
  readonly #typed: TableRow[] = [];
  #updates: EntryUpdate[] = [];
  readonly #texts: NoteText[] = [];

  constructor(engine: SyncEngine, entries: readonly OutboxEntry[], writtenRev: number | null) {
    this.#engine = engine;
    this.#writtenRev = writtenRev;
    this.#lastSent = entries.at(-1)?.seq ?? 0;
    this.#sent = new Set(entries.map(({ change }) => change.uid));
  }

  async take(entry: OutboxEntry, answer: Answer | undefined, server: Server): Promise<void> {
    const { row, error } = answer ?? {};
    const { change, seq } = entry;
    if (!error) {
      this.#done.push(seq);
      // It was done at an earlier attempt, and the row was removed since.
      if (!row) return;
      this.#acknowledge(entry, row);
      if ('restore' in change && row.deleted_at !== null && !isRestorable(row)) {
        this.refused.push({ entry, code: 'PT404', message: 'It is no longer there' });
      }
      return;
    }
    if (error.code === 'PT409' && isContentChange(change)) {
      const theirs = await server.readNote(change.uid);
      if (theirs) {
        this.#updates.push({ seq, apply: (sent) => mergeInto(sent, theirs) });
        return;
      }
    }
    this.#done.push(seq);
    const { code, message } = error;
    this.refused.push({ entry, code: code === 'PT409' ? 'PT404' : code, message });
  }

  async settle(): Promise<void> {
    await this.#engine.settle(this.#done, this.#rows, this.#updates, this.refused);
    await this.#raiseLateDeletions();
    // Texts can be fetched again, so a full disk does not matter.
    await this.#engine.replica
      .putTexts(this.#texts)
      .catch((error: unknown) => console.warn('Texts could not be kept.', error));
  }

  #acknowledge({ change, seq }: OutboxEntry, row: AnyRow): void {
    this.#rows.push({ table: change.table, row });
    if (!('set' in change)) return;
    this.#typed.push({ table: change.table, row });
    this.#raiseDeletions(change.table, row);
    if (!('content_rev' in row) || !('content' in change.set)) return;
    // Done at an earlier attempt: there may be a newer text, which the answer does not have.
    if (row.content_rev !== this.#writtenRev) return;
    const { content } = change.set;
    const text = {
      uid: row.uid,
      content: typeof content === 'string' ? content : null,
      content_rev: row.content_rev,
    };
    this.#texts.push(text);
    this.#rebase(text, seq);
  }

  /** Also for deletions that were being written meanwhile; none is sent before this. */
  async #raiseLateDeletions(): Promise<void> {
    await this.#engine.written();
    this.#updates = [];
    for (const { table, row } of this.#typed) this.#raiseDeletions(table, row);
    if (this.#updates.length > 0) await this.#engine.settle([], [], this.#updates);
  }

  /**
   * A deletion that waits behind a change of the same device has seen that change, in the row itself or
   * in what a folder contains: `seen` is raised to the change's revision, unless somebody else has typed
   * since.
   */
  #raiseDeletions(table: TableName, row: AnyRow): void {
    for (const { seq, change, deletedRows } of this.#engine.waiting()) {
      if (seq <= this.#lastSent || !('delete' in change)) continue;
      const deletedRow = deletedRows?.find(({ uid }) => uid === row.uid);
      if (!deletedRow) continue;
      const isAsDeleted = Object.entries(row).every(
        ([column, value]) =>
          !isTypedColumn(table, column) || Reflect.get(deletedRow, column) === value,
      );
      const seen = row.edited_rev;
      if (change.seen >= seen) continue;
      const isPart = change.uid !== row.uid;
      if (!isAsDeleted || (isPart && this.#isTypedByOthers(change.seen, seen))) continue;
      this.#updates.push({ seq, apply: (entry) => ({ ...entry, change: { ...change, seen } }) });
    }
  }

  /** Whether somebody typed in a folder or a note after a revision, up to another one. */
  #isTypedByOthers(after: number, upTo: number): boolean {
    return (['folders', 'notes'] as const).some((table) =>
      [...this.#engine.rows(table), ...this.#engine.deletedRows(table)].some(
        ({ uid, edited_rev }) => edited_rev > after && edited_rev <= upTo && !this.#sent.has(uid),
      ),
    );
  }

  /**
   * Gives the next content the revision of the one that is stored now. If that one was merged, the next
   * was written over the unmerged text: the server refuses it, and it is merged in turn.
   */
  #rebase({ uid, content, content_rev }: NoteText, seq: number): void {
    const next = this.#engine
      .waiting()
      .find(
        ({ seq: other, change }) => other > seq && change.uid === uid && isContentChange(change),
      );
    if (!next || next.conflict || (next.baseContent ?? '') !== (content ?? '')) return;
    this.#updates.push({
      seq: next.seq,
      apply: (entry) => writtenOver(entry, { content, content_rev }),
    });
  }
}

/** Merges a content with the server's, to be sent again, or marks it as a conflict. */
function mergeInto(entry: OutboxEntry, theirs: Text & { title: string }): OutboxEntry {
  if (!isContentChange(entry.change)) return entry;
  const mine = entry.change.set['content'];
  const content = mergeText(
    typeof mine === 'string' ? mine : '',
    entry.baseContent ?? '',
    theirs.content ?? '',
  );
  if (content === null) return { ...entry, isSent: false, conflict: theirs };
  const set = { ...entry.change.set, content: content || null };
  return { ...writtenOver({ ...entry, change: { ...entry.change, set } }, theirs), isSent: false };
}
