import * as z from 'zod';
import type { Change } from '../../web/src/sync/changes.ts';
import type { Answered } from './connection.ts';

const rowSchema = z.looseObject({
  uid: z.string(),
  rev: z.number(),
  deleted_at: z.nullable(z.string()),
});
const answerSchema = z.object({
  rev: z.number(),
  written_rev: z.nullable(z.number()),
  answers: z.array(
    z.object({
      row: rowSchema.nullish(),
      repeated: z.boolean().optional(),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
});

export type StoredRow = z.output<typeof rowSchema>;

/** A change that came to the server, and what became of it there, whatever the device was told. */
export type Arrival = {
  device: string;
  /** The number of the change on its device. */
  seq: number;
  /** Of the owner's history when its request was done. */
  rev: number;
  /** What its request has written has this revision; null where it wrote nothing. */
  writtenRev: number | null;
  change: Change;
  row: StoredRow | undefined;
  code: string | undefined;
  /** It was done before, at a request of which only the server knows what it answered. */
  isRepeated: boolean;
};

/** What the server has done, in its order. */
export class Ledger {
  readonly #arrivals: Arrival[] = [];

  /** Listens to one device's answers. */
  of(device: string): Answered {
    return async (url, body, answer) => {
      if (!url.endsWith('/rpc/push_changes') || !answer.ok) return;
      // An answer may break off: then the change comes again.
      const text = await answer
        .clone()
        .text()
        .catch(() => '');
      if (text === '') return;
      const { rev, written_rev: writtenRev, answers } = answerSchema.parse(JSON.parse(text));
      const { changes } = JSON.parse(body) as { changes: (Change & { seq: number })[] };
      for (const [at, { seq, ...change }] of changes.entries()) {
        const { row, error, repeated = false } = answers[at] ?? {};
        const done = { row: row ?? undefined, code: error?.code, isRepeated: repeated };
        this.#arrivals.push({ device, seq, rev, writtenRev, change, ...done });
      }
    };
  }

  /** In the order in which they were done. What was done counts once, however often it came. */
  arrivals(): Arrival[] {
    const done = new Set<string>();
    const sorted = this.#arrivals.toSorted(
      (a, b) => Number(a.isRepeated) - Number(b.isRepeated) || a.rev - b.rev,
    );
    return sorted
      .filter(({ device, seq, code }) => {
        const isDone = done.has(`${device} ${seq}`);
        if (code === undefined) done.add(`${device} ${seq}`);
        return !isDone;
      })
      .toSorted((a, b) => a.rev - b.rev);
  }
}
