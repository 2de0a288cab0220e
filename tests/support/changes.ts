import { expect } from 'vitest';
import type { Actor } from './actors.ts';
import { succeeded } from './outcomes.ts';

type Row = Record<string, unknown> & { uid: string; rev: number; edited_rev: number };

/** What became of one change: the row as it is then, or the reason. */
export type Answer = {
  uid: string;
  row?: Row | null;
  /** It was done before, and has done nothing this time. */
  repeated?: true;
  error?: { code: string; message: string; hint: string | null };
};

/** What `pull_changes` answers. */
export type Pulled = {
  history: string;
  rev: number;
  fresh: boolean;
  begins: boolean;
  more: boolean;
  rows: { table: string; row: Row }[];
};

/** For a deletion that no edit prevents. */
export const ANY = Number.MAX_SAFE_INTEGER;

/** Sends changes in one request; answers in their order. */
export function push(of: Actor, ...changes: object[]): Promise<Answer[]> {
  return pushFrom(of, undefined, ...changes);
}

/** Sends changes as a device that numbers them. */
export async function pushFrom(
  of: Actor,
  device: string | undefined,
  ...changes: object[]
): Promise<Answer[]> {
  const args = { changes, ...(device && { device, owner: of.id }) };
  const { answers } = succeeded(await of.client.rpc('push_changes', args)) as {
    answers: Answer[];
  };
  expect(answers).toHaveLength(changes.length);
  return answers;
}

/** Sends one change that has to succeed; answers its row. */
export async function done(of: Actor, change: object): Promise<Row> {
  const [answer] = await push(of, change);
  expect(answer?.error).toBeUndefined();
  if (!answer?.row) throw new Error('No row was answered.');
  return answer.row;
}

/** Sends one change that has to be refused; answers the reason. */
export async function refused(of: Actor, change: object): Promise<Answer['error']> {
  const [answer] = await push(of, change);
  expect(answer?.row).toBeUndefined();
  return answer?.error;
}

/** What has changed since; without arguments everything, as a new device reads it. */
export async function pull(of: Actor, args: object = {}): Promise<Pulled> {
  return succeeded(await of.client.rpc('pull_changes', args)) as Pulled;
}
