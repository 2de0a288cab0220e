import { parsePushed, type Answer } from './answers.ts';
import {
  changesOthers,
  isContentChange,
  writtenOver,
  type AnyRow,
  type EntryUpdate,
  type OutboxEntry,
  type Refused,
  type TableName,
} from './changes.ts';
import { isTypedColumn } from './columns.ts';
import type { SyncEngine } from './engine.ts';
import { mergeText } from './merge-text.ts';
import type { NoteText, TableRow } from './replica.ts';
import type { Server } from './server.ts';

/** Changes and characters in one request. */
const MOST = { changes: 200, characters: 1_500_000 };

type Text = { content: string | null; content_rev: number };

export type PushOptions = {
  server: Server;
  /** Reads what has changed on the server. */
  read: () => Promise<void>;
  isStopped: () => boolean;
};

/** Sends what waits in the outbox, request after request, until nothing does. */
export async function pushOutbox(engine: SyncEngine, options: PushOptions): Promise<void> {
  const { server, read, isStopped } = options;
  while (!isStopped()) {
    const entries = await engine.replica.takeChanges(MOST.changes, MOST.characters);
    if (entries.length === 0) return;
    const changes = entries.map(({ change }) => change);
    const answers = parsePushed(await server.call('push_changes', { changes }), changes.length);
    // What they did to other rows is here before they are laid over those no longer.
    if (changes.some(changesOthers)) await read();
    if (isStopped()) return;
    const outcome = new Outcome(engine, entries.at(-1)?.seq ?? 0);
    for (const [at, entry] of entries.entries()) await outcome.take(entry, answers[at], server);
    await outcome.settle();
    // What was laid over is taken back: the row may be another by now.
    if (outcome.refused.length > 0) void read();
  }
}

/** What became of the changes of one request. */
class Outcome {
  readonly refused: Refused[] = [];
  readonly #engine: SyncEngine;
  readonly #lastSent: number;
  readonly #done: number[] = [];
  readonly #rows: TableRow[] = [];
  readonly #updates: EntryUpdate[] = [];
  readonly #texts: NoteText[] = [];

  constructor(engine: SyncEngine, lastSent: number) {
    this.#engine = engine;
    this.#lastSent = lastSent;
  }

  async take(entry: OutboxEntry, answer: Answer | undefined, server: Server): Promise<void> {
    const { row, error } = answer ?? {};
    const { change, seq } = entry;
    if (row) {
      this.#done.push(seq);
      this.#acknowledge(entry, row);
      return;
    }
    if (error?.code === 'PT409' && isContentChange(change)) {
      const theirs = await server.readNote(change.uid);
      if (theirs) {
        this.#updates.push({ seq, apply: (sent) => mergeInto(sent, theirs) });
        return;
      }
    }
    this.#done.push(seq);
    const { code = '', message = '' } = error ?? {};
    this.refused.push({ entry, code: code === 'PT409' ? 'PT404' : code, message });
  }

  async settle(): Promise<void> {
    if (this.#texts.length > 0) await this.#engine.replica.putTexts(this.#texts);
    await this.#engine.settle(this.#done, this.#rows, this.#updates, this.refused);
  }

  #acknowledge({ change, seq }: OutboxEntry, row: AnyRow): void {
    this.#rows.push({ table: change.table, row });
    if (!('set' in change)) return;
    this.#tellDeletions(change.table, row);
    if (!('content_rev' in row) || !('content' in change.set)) return;
    const { content } = change.set;
    const text = {
      uid: row.uid,
      content: typeof content === 'string' ? content : null,
      content_rev: row.content_rev,
    };
    this.#texts.push(text);
    this.#rebase(text, seq);
  }

  /**
   * Whoever deletes a row has seen what they typed in it themselves: a deletion that waits behind what
   * was sent here is told the revision of that, unless somebody else has typed in the row, too.
   */
  #tellDeletions(table: TableName, row: AnyRow): void {
    for (const { seq, change, deletedRow } of this.#engine.waiting()) {
      if (seq <= this.#lastSent || change.uid !== row.uid || !('delete' in change)) continue;
      const isAsDeleted = Object.entries(row).every(
        ([column, value]) =>
          !isTypedColumn(table, column) || Reflect.get(deletedRow ?? {}, column) === value,
      );
      if (!isAsDeleted) continue;
      const seen = Math.max(change.seen, row.edited_rev);
      this.#updates.push({ seq, apply: (entry) => ({ ...entry, change: { ...change, seen } }) });
    }
  }

  /**
   * What was written over a content that is stored now. Where that was merged on its way, what came
   * after it was written over the unmerged one: the server says so, and it is merged in its turn.
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

/** A content that met another one: merged to be sent again, or waiting for the person's choice. */
function mergeInto(entry: OutboxEntry, theirs: Text & { title: string }): OutboxEntry {
  if (!isContentChange(entry.change)) return entry;
  const mine = entry.change.set['content'];
  const content = mergeText(
    typeof mine === 'string' ? mine : '',
    entry.baseContent ?? '',
    theirs.content ?? '',
  );
  if (content === null) return { ...entry, isSent: false, conflict: theirs };
  const merged = { ...entry.change, set: { ...entry.change.set, content } };
  return writtenOver({ ...entry, change: merged }, theirs);
}
