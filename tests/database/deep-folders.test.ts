import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, type Actor } from '../support/actors.ts';
import { ANY, done, push, refused } from '../support/changes.ts';
import { connect } from '../support/database.ts';

const LEVELS = 5000;

let database: Client;
let ann: Actor;
/** From the top down, each in the one before, from a version that had no bound. */
let uids: string[];

beforeEach(async () => {
  [database, ann] = await Promise.all([connect(), actor('ann')]);
  uids = Array.from({ length: LEVELS }, () => randomUUID());
  await database.query("set session_replication_role = 'replica'");
  await database.query(
    `insert into public.folders (user_id, uid, name, parent_uid)
     select $1, f.uid, 'F', lag(f.uid) over (order by f.level)
     from unnest($2::uuid[]) with ordinality as f (uid, level)`,
    [ann.id, uids],
  );
  await database.query('reset session_replication_role');
  // As the database does by itself within a minute.
  await database.query('analyze public.folders');
});

const at = (level: number) => ({ table: 'folders', uid: uids.at(level) ?? '' });

/** Folders that are there, in the folder that they were in. */
async function inPlace(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::integer
     from unnest($1::uuid[], array[null::uuid] || $1::uuid[]) as f (uid, parent_uid)
     join public.folders as s on s.uid = f.uid and s.parent_uid is not distinct from f.parent_uid
     where s.deleted_at is null and s.deleted_with is null`,
    [uids],
  );
  return rows[0]?.count ?? Number.NaN;
}

test('design §3: folders thousands of levels deep are deleted and come back whole', async () => {
  await done(ann, { ...at(0), delete: true, seen: ANY });
  expect(await inPlace()).toBe(0);
  await done(ann, { ...at(0), restore: true });
  expect(await inPlace()).toBe(LEVELS);
});

test('design §3: folders that are too deep can be renamed, moved up and deleted, and hold up nothing else', async () => {
  const tooDeep = { code: 'P0001', message: 'Folders can be nested 100 levels deep at most' };
  const below = { table: 'folders', uid: randomUUID(), create: true };
  expect(
    await refused(ann, { ...below, set: { name: 'B', parent_uid: uids.at(-1) } }),
  ).toMatchObject(tooDeep);
  const answers = await push(
    ann,
    { ...at(-2), set: { name: 'Renamed' } },
    { ...at(-50), set: { parent_uid: uids.at(200) } },
    { ...at(-50), set: { parent_uid: null } },
    { ...at(-1), set: { parent_uid: uids.at(0) } },
    { ...at(-3), delete: true, seen: ANY },
  );
  expect(answers.map(({ error }) => error?.code)).toEqual([
    undefined,
    'P0001',
    undefined,
    undefined,
    undefined,
  ]);
});
