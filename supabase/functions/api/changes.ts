import type { SupabaseClient } from '@supabase/supabase-js';
import { generateKeyBetween } from 'fractional-indexing';
import { fromDatabase, notFound, ServiceError, type DatabaseError } from '../_shared/errors.ts';

/** The tables whose rows people have, as paths and the database name them. */
export type OwnTable = 'tasks' | 'categories' | 'contacts' | 'folders' | 'notes';

type Row = Record<string, unknown>;
type Answer = { answers: { error?: DatabaseError }[] };

/** A program deletes what it names, whoever has typed in it since. */
const ANY_REVISION = Number.MAX_SAFE_INTEGER;

/**
 * Does one change as devices do it (`push_changes`), in one transaction. Throws the refusal that it
 * means.
 */
export async function push(db: SupabaseClient, change: Row): Promise<void> {
  const { data, error } = await db.rpc('push_changes', { changes: [change] });
  if (error) throw fromDatabase(error);
  const [refused] = (data as Answer).answers;
  if (refused?.error) throw fromDatabase(refused.error);
}

/** Deletes a row; it stays in the trash for 30 days. */
export function pushDeletion(db: SupabaseClient, table: OwnTable, uid: string): Promise<void> {
  return push(db, { table, uid, delete: true, seen: ANY_REVISION });
}

/** One row by its number, or by its uid, with the given columns of `api_<table>`; null if there is none. */
export async function readOne(
  db: SupabaseClient,
  table: OwnTable,
  by: { id: number } | { uid: string },
  columns: string,
): Promise<Row | null> {
  const [[column, value]] = Object.entries(by) as [[string, number | string]];
  const { data, error } = await db
    .from(`api_${table}`)
    .select(columns)
    .eq(column, value)
    .maybeSingle<Row>();
  if (error) throw fromDatabase(error);
  return data;
}

/** The uid behind a number. Throws 404. */
export async function uidOf(
  db: SupabaseClient,
  table: OwnTable,
  id: number,
  one: string,
): Promise<string> {
  const row = await readOne(db, table, { id }, 'uid');
  if (!row) throw notFound(`${one} not found`);
  return String(row['uid']);
}

/**
 * What a body means in columns: a folder's number becomes its uid, a task's place in the order a
 * rank. Throws 400 for a folder that is not there.
 */
export async function changeOf(db: SupabaseClient, row: Row, own?: string): Promise<Row> {
  const { folder_id, parent_id, sort_order, ...rest } = row;
  return {
    ...rest,
    ...(folder_id !== undefined && { folder_uid: await folderUid(db, folder_id) }),
    ...(parent_id !== undefined && { parent_uid: await folderUid(db, parent_id) }),
    ...(typeof sort_order === 'number' && { rank: await rankAt(db, sort_order, own) }),
  };
}

async function folderUid(db: SupabaseClient, id: unknown): Promise<string | null> {
  if (typeof id !== 'number') return null;
  const folder = await readOne(db, 'folders', { id }, 'uid');
  if (!folder) throw new ServiceError(400, 'unknown_reference', 'There is no such folder');
  return String(folder['uid']);
}

/**
 * The rank of the place that `sortOrder` means: the last but one of the dragged tasks has -2. Zero and
 * more: not dragged.
 */
async function rankAt(
  db: SupabaseClient,
  sortOrder: number,
  own: string | undefined,
): Promise<string | null> {
  if (sortOrder >= 0) return null;
  const behind = -sortOrder - 1;
  const ranked = db.from('tasks').select('rank').is('deleted_at', null).not('rank', 'is', null);
  const others = own === undefined ? ranked : ranked.neq('uid', own);
  const { data, error } = await others
    .order('rank', { ascending: false })
    .range(Math.max(0, behind - 1), behind)
    .overrideTypes<{ rank: string }[], { merge: false }>();
  if (error) throw fromDatabase(error);
  const [next, before] = behind === 0 ? [undefined, data[0]] : data;
  if (behind > 0 && !next) return generateKeyBetween(null, await firstRank(db));
  const [a, b] = [before?.rank ?? null, next?.rank ?? null];
  // Two that were dragged at once have the same rank.
  return generateKeyBetween(a, a !== null && a === b ? null : b);
}

async function firstRank(db: SupabaseClient): Promise<string | null> {
  const { data, error } = await db
    .from('tasks')
    .select('rank')
    .is('deleted_at', null)
    .not('rank', 'is', null)
    .order('rank')
    .limit(1)
    .overrideTypes<{ rank: string }[], { merge: false }>();
  if (error) throw fromDatabase(error);
  return data[0]?.rank ?? null;
}
