import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, type Actor } from '../support/actors.ts';
import { ANY, done, pull, push } from '../support/changes.ts';
import { connect } from '../support/database.ts';

let database: Client;
let ann: Actor;

beforeAll(async () => {
  database = await connect();
});

beforeEach(async () => {
  ann = await actor('ann');
});

const TABLES = ['tasks', 'categories', 'contacts', 'notes', 'folders'];

/** As if everything in the trash had been put there so long ago. */
async function age(interval: string): Promise<void> {
  await database.query("set session_replication_role = 'replica'");
  for (const table of TABLES) {
    await database.query(
      `update public.${table} set deleted_at = deleted_at - $2::interval, updated_at = updated_at - $2::interval
       where user_id = $1 and deleted_at is not null`,
      [ann.id, interval],
    );
  }
  await database.query('reset session_replication_role');
}

/** As if one row had been deleted, or erased, so much longer ago. */
async function ageOne(table: string, uid: string, interval: string): Promise<void> {
  await database.query("set session_replication_role = 'replica'");
  await database.query(
    `update public.${table} set updated_at = updated_at - $2::interval,
       deleted_at = case when deleted_at > 'epoch' then deleted_at - $2::interval else deleted_at end
     where uid = $1`,
    [uid, interval],
  );
  await database.query('reset session_replication_role');
}

async function stored(): Promise<string[]> {
  const { rows } = await database.query<{ uid: string }>(
    TABLES.map((table) => `select uid from public.${table} where user_id = $1`).join(' union all '),
    [ann.id],
  );
  return rows.map(({ uid }) => uid);
}

const create = (table: string, set: object) => ({ table, uid: randomUUID(), create: true, set });
const remove = ({ table, uid }: { table: string; uid: string }) => ({
  table,
  uid,
  delete: true,
  seen: ANY,
});

test('design §3: what was deleted is kept for 30 days and gone after that', async () => {
  const rows = [
    create('tasks', { title: 'T' }),
    create('categories', { name: 'C' }),
    create('contacts', { city: 'Vienna' }),
    create('notes', { title: 'N' }),
    create('folders', { name: 'F' }),
  ];
  const kept = create('tasks', { title: 'Kept' });
  await push(ann, ...rows, kept);
  await push(ann, ...rows.map(remove));
  await age('29 days 23 hours');
  await pull(ann);
  expect(await stored()).toHaveLength(6);
  await age('2 hours');
  await pull(ann);
  expect(await stored()).toEqual([kept.uid]);
});

test('design §3: a device that was away longer than that begins afresh, others do not', async () => {
  const [first, last] = [create('tasks', { title: 'T' }), create('tasks', { title: 'U' })];
  await push(ann, first);
  const away = await pull(ann);
  await done(ann, remove(first));
  const here = await pull(ann);
  await age('31 days');
  await push(ann, last);
  const { history } = here;
  expect(await pull(ann, { history, since: here.rev })).toMatchObject({
    begins: false,
    rows: [{ row: { uid: last.uid } }],
  });
  expect(await pull(ann, { history, since: away.rev })).toMatchObject({
    begins: true,
    rows: [{ row: { uid: last.uid } }],
  });
});

test('design §3: what was put into the trash later than its folder is not lost with it', async () => {
  const folder = create('folders', { name: 'F' });
  const below = create('folders', { name: 'Below', parent_uid: folder.uid });
  const inside = create('notes', { title: 'Inside', folder_uid: folder.uid });
  const early = create('notes', { title: 'Early', folder_uid: below.uid });
  await push(ann, folder, below, inside, early);
  await push(ann, remove(folder));
  await age('31 days');
  // As a program may do that moves rows about in the trash.
  await ageOne('folders', below.uid, '-10 days');
  await pull(ann);
  expect(await stored()).toEqual([below.uid]);
  expect(await done(ann, { table: 'folders', uid: below.uid, restore: true })).toMatchObject({
    deleted_at: null,
    parent_uid: null,
  });
});

test('design §3: 30 days from its deletion, whatever touches a row in the trash', async () => {
  const category = create('categories', { name: 'Work' });
  const rows = [
    create('tasks', { title: 'T', category: 'Work' }),
    create('contacts', { city: 'Vienna', category: 'Work' }),
    create('folders', { name: 'F', category: 'Work' }),
  ];
  await push(ann, category, ...rows);
  await push(ann, ...rows.map(remove));
  await age('29 days 23 hours');
  await done(ann, { table: 'categories', uid: category.uid, set: { name: 'Office' } });
  await age('2 hours');
  await pull(ann);
  expect(await stored()).toEqual([category.uid]);
});

test('design §3: 30 days for the devices to learn what was deleted for good', async () => {
  const row = create('tasks', { title: 'T' });
  await push(ann, row);
  await push(ann, remove(row));
  await age('29 days');
  await done(ann, { table: 'tasks', uid: row.uid, erase: true });
  await ageOne('tasks', row.uid, '29 days');
  await pull(ann);
  expect(await stored()).toEqual([row.uid]);
  await ageOne('tasks', row.uid, '2 days');
  await pull(ann);
  expect(await stored()).toEqual([]);
});

test('design §3: thousands of old rows go bit by bit', async () => {
  await database.query(
    'insert into public.contacts (user_id) select $1 from generate_series(1, 1500)',
    [ann.id],
  );
  await database.query('update public.contacts set deleted_at = now() where user_id = $1', [
    ann.id,
  ]);
  await age('31 days');
  await pull(ann);
  expect(await stored()).toHaveLength(500);
  await pull(ann);
  expect(await stored()).toEqual([]);
});

test('design §3: a folder goes after what is in it, so that thousands of notes do not go at once', async () => {
  const top = create('folders', { name: 'Top' });
  const within = create('folders', { name: 'Within', parent_uid: top.uid });
  await push(ann, top, within);
  await database.query(
    `insert into public.notes (user_id, title, folder_uid)
     select $1, 'N', $2 from generate_series(1, 2500)`,
    [ann.id, within.uid],
  );
  await database.query(
    `insert into public.folders (user_id, name, parent_uid)
     select $1, 'F', $2 from generate_series(1, 1500)`,
    [ann.id, within.uid],
  );
  await push(ann, remove(top));
  await age('31 days');
  const left: number[] = [];
  for (let call = 0; call < 6; call += 1) {
    await pull(ann);
    left.push((await stored()).length);
  }
  // Notes first, 1000 at a time; then the folders, from below.
  expect(left).toEqual([3002, 2002, 502, 0, 0, 0]);
});

test('design §3: after a restore there is another history, and every device begins afresh', async () => {
  const rows = [create('tasks', { title: 'T' }), create('notes', { title: 'N' })];
  await push(ann, ...rows);
  const before = await pull(ann);
  // Histories are in no backup.
  await database.query('delete from private.histories where user_id = $1', [ann.id]);
  const after = await pull(ann, { history: before.history, since: before.rev });
  expect(after).toMatchObject({ begins: true, rev: before.rev });
  expect(after.history).not.toBe(before.history);
  expect(after.rows).toEqual(before.rows);
  const { rev } = await done(ann, create('tasks', { title: 'Next' }));
  expect(rev).toBe(before.rev + 1);
});

test('design §3: the old name of a category is remembered for 30 days', async () => {
  const category = create('categories', { name: 'Work' });
  await push(ann, category, { table: 'categories', uid: category.uid, set: { name: 'Office' } });
  const use = () => done(ann, create('tasks', { title: 'T', category: 'Work' }));
  const rename = (interval: string) =>
    database.query(
      'update private.category_renames set renamed_at = now() - $2::interval where user_id = $1',
      [ann.id, interval],
    );
  await rename('29 days 23 hours');
  expect(await use()).toMatchObject({ category: 'Office' });
  await rename('30 days 1 hour');
  expect(await use()).toMatchObject({ category: 'Work' });
});
