import type { Change, OutboxEntry } from './changes.ts';

/** Entries without their place yet, and the write that gives it to them, if it is this tab's. */
type Adding = { entries: readonly OutboxEntry[]; write: Promise<unknown> | undefined };

/** Changes as entries behind all others, until the outbox gives them their place. */
export function withoutPlace(
  changes: readonly Change[],
  tab: string,
  madeAt: number,
): OutboxEntry[] {
  return changes.map((change, at) => ({
    seq: Number.MAX_SAFE_INTEGER - changes.length + at,
    change,
    tab,
    madeAt,
    isSent: false,
  }));
}

/** The outbox as a tab knows it, with what is on its way there. */
export class Waiting {
  readonly #entries = new Map<number, OutboxEntry>();
  /** Entries that are done; a read that began before, or another tab, may still bring them. */
  readonly #done = new Set<number>();
  /** Drawn already, and still being written, by this tab or by another one. */
  readonly #adding = new Map<string, Adding>();

  get size(): number {
    return this.#entries.size;
  }

  /** What is in the outbox, oldest first. */
  entries(): OutboxEntry[] {
    return [...this.#entries.values()].toSorted((a, b) => a.seq - b.seq);
  }

  /** The same with what is on its way there. */
  all(): OutboxEntry[] {
    return [...this.entries(), ...[...this.#adding.values()].flatMap(({ entries }) => entries)];
  }

  get(seq: number): OutboxEntry | undefined {
    return this.#entries.get(seq);
  }

  /** Takes entries as they stand now, but for those that are done. */
  keep(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      if (!this.#done.has(entry.seq)) this.#entries.set(entry.seq, entry);
    }
  }

  /** Takes the outbox as it was read after `before`; meanwhile other tabs may have told newer entries. */
  reconcile(before: readonly OutboxEntry[], outbox: readonly OutboxEntry[]): void {
    const left = new Set(outbox.map(({ seq }) => seq));
    this.end(before.map(({ seq }) => seq).filter((seq) => !left.has(seq)));
    const known = new Map(before.map((entry) => [entry.seq, entry]));
    this.keep(outbox.filter(({ seq }) => this.#entries.get(seq) === known.get(seq)));
  }

  end(seqs: readonly number[]): void {
    for (const seq of seqs) {
      this.#done.add(seq);
      this.#entries.delete(seq);
    }
  }

  beginAdding(id: string, entries: readonly OutboxEntry[], write?: Promise<unknown>): void {
    this.#adding.set(id, { entries, write });
  }

  isAdding(id: string): boolean {
    return this.#adding.has(id);
  }

  /** With what became of it in the outbox; nothing where it could not be kept. */
  endAdding(id: string, entries: readonly OutboxEntry[]): void {
    this.#adding.delete(id);
    this.keep(entries);
  }

  /** Resolves when what this tab has added so far is written, or could not be. */
  async written(): Promise<void> {
    await Promise.allSettled(
      Array.from(this.#adding.values(), ({ write }) => write ?? Promise.resolve()),
    );
  }
}
