import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Actor } from './actors.ts';
import { pull } from './changes.ts';
import { succeeded } from './outcomes.ts';

type Import = { uid: string; counts: object; removed: number | null; kept: number | null };

/** A row of a file that is imported. */
export const row = <Fields extends object>(table: string, set: Fields) => ({
  table,
  uid: randomUUID() as string,
  ...set,
});

export const stage = (of: Actor, uid: string, part: number, rows: object[]) =>
  of.client.rpc('stage_import', { import_uid: uid, file_name: 'todo.csv', part, rows });
export const commit = (of: Actor, uid: string, parts = 1) =>
  of.client.rpc('commit_import', { import_uid: uid, parts });
export const undo = (of: Actor, uid: string) => of.client.rpc('undo_import', { import_uid: uid });

export async function importRows(of: Actor, ...rows: object[]): Promise<Import> {
  const uid = randomUUID();
  expect((await stage(of, uid, 1, rows)).error).toBeNull();
  const [imported] = succeeded(await commit(of, uid)) as Import[];
  if (!imported) throw new Error('No import was answered.');
  return imported;
}

export async function undone(of: Actor, uid: string): Promise<Import> {
  const [imported] = succeeded(await undo(of, uid)) as Import[];
  if (!imported) throw new Error('No import was answered.');
  return imported;
}

/** The uids of what is there and not deleted. */
export async function there(of: Actor): Promise<string[]> {
  const { rows } = await pull(of);
  return rows.flatMap((change) => (change.row['deleted_at'] === null ? [change.row.uid] : []));
}
