import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, type Actor } from '../support/actors.ts';
import { done, push } from '../support/changes.ts';
import { connect } from '../support/database.ts';
import { commit, importRows, row, stage, there, undo, undone } from '../support/imports.ts';
import { succeeded } from '../support/outcomes.ts';

let database: Client;
let ann: Actor;

beforeAll(async () => {
  database = await connect();
});

beforeEach(async () => {
  ann = await actor('ann');
});

const none = { categories: 0, folders: 0, notes: 0, tasks: 0, contacts: 0 };

async function staged(): Promise<number> {
  const { rows } = await database.query<{ parts: number }>(
    'select count(*)::integer as parts from private.import_parts where user_id = $1',
    [ann.id],
  );
  return rows[0]?.parts ?? 0;
}

test('design §7 an import: what every table has arrives as it was, in one revision', async () => {
  const above = row('folders', { name: 'Above', category: 'Trip', created_at: '2020-01-01' });
  const below = row('folders', { name: 'Below', parent_uid: above.uid });
  const note = row('notes', {
    title: 'Packing',
    content: '- [ ] tent',
    folder_uid: below.uid,
    pinned: true,
    created_at: '2019-02-03T04:05:06Z',
    updated_at: '2020-02-03T04:05:06.789Z',
  });
  const task = row('tasks', {
    title: 'Rent 🏠',
    description: 'Zürich',
    priority: 'high',
    category: 'Trip',
    due_date: '2026-02-28',
    repeat_type: 'monthly',
    repeat_anchor_day: 31,
    rank: 'a1',
  });
  const completed = row('tasks', {
    title: 'Tickets',
    completed: true,
    completed_at: '2021-05-06T07:08:09Z',
  });
  const contact = row('contacts', { first_name: 'Ada', city: 'London', created_at: '2018-01-01' });
  const category = row('categories', { name: 'Trip', color: 'teal' });
  // In any order: a folder before the one that it lies in.
  const imported = await importRows(ann, below, note, task, completed, contact, category, above);
  expect(imported).toMatchObject({
    counts: { categories: 1, folders: 2, notes: 1, tasks: 2, contacts: 1 },
    file_name: 'todo.csv',
    undone_at: null,
  });

  // A new device is given what was completed long ago page by page, not in its first pull.
  const { rows: read } = await ann.client.rpc('pull_changes').then(({ data }) => data as never);
  expect(new Set((read as { row: { rev: number } }[]).map((change) => change.row.rev)).size).toBe(
    1,
  );
  for (const given of [below, note, task, completed, contact, category, above]) {
    const { table, ...columns } = given;
    const found: object = succeeded(
      await ann.client.from(table).select().eq('uid', given.uid).single(),
    );
    for (const [column, value] of Object.entries(columns)) {
      if (column.endsWith('_at'))
        expect(Date.parse(String(Object(found)[column]))).toBe(Date.parse(String(value)));
      else expect(found).toHaveProperty(column, value);
    }
  }
});

test('design §7 an import: all of it comes to be or nothing, and what was sent waits', async () => {
  const uid = randomUUID();
  const good = row('tasks', { title: 'Good' });
  await stage(ann, uid, 1, [good]);
  await stage(ann, uid, 2, [row('contacts', { first_name: 'x'.repeat(201) })]);
  expect((await commit(ann, uid, 2)).error).toMatchObject({ code: '23514' });
  expect(await there(ann)).toEqual([]);
  // The part that did not fit takes its own place.
  await stage(ann, uid, 2, [row('contacts', { first_name: 'x'.repeat(200) })]);
  expect(succeeded(await commit(ann, uid, 2))).toMatchObject([
    { counts: { ...none, tasks: 1, contacts: 1 } },
  ]);
  expect(await staged()).toBe(0);
});

test('design §7 an import: sent again after a lost answer, it is the same one', async () => {
  const uid = randomUUID();
  const rows = [row('tasks', { title: 'Once' })];
  await stage(ann, uid, 1, rows);
  await stage(ann, uid, 1, rows);
  const [first, second] = await Promise.all([commit(ann, uid), commit(ann, uid)]);
  expect(succeeded(first)).toEqual(succeeded(second));
  expect(await there(ann)).toHaveLength(1);
  const taken = await undone(ann, uid);
  expect(taken).toMatchObject({ removed: 1, kept: 0 });
  expect(await undone(ann, uid)).toEqual(taken);
  // Nor does a commit that arrives late do it a second time.
  expect(succeeded(await commit(ann, uid))).toEqual([taken]);
  expect(await there(ann)).toEqual([]);
});

test('design §7 an import: a part that is missing is waited for, and what is cancelled is gone', async () => {
  const uid = randomUUID();
  await stage(ann, uid, 2, [row('tasks', { title: 'Second' })]);
  expect((await commit(ann, uid, 2)).error).toMatchObject({ code: 'PT409' });
  expect((await commit(ann, uid, 1)).error).toMatchObject({ code: 'PT409' });
  await stage(ann, uid, 1, [row('tasks', { title: 'First' })]);
  // Another one begins afresh.
  const other = randomUUID();
  await stage(ann, other, 1, []);
  expect((await commit(ann, uid, 2)).error).toMatchObject({ code: 'PT404' });
  expect(succeeded(await commit(ann, other))).toMatchObject([{ counts: none }]);
  await stage(ann, uid, 1, [row('tasks', { title: 'First' })]);
  expect((await ann.client.rpc('cancel_import', { import_uid: uid })).error).toBeNull();
  expect((await commit(ann, uid)).error).toMatchObject({ code: 'PT404' });
  expect(await there(ann)).toEqual([]);
});

test('design §7 an import: a category that is there stays, and names go by its spelling', async () => {
  const garden = await done(ann, {
    table: 'categories',
    uid: randomUUID(),
    create: true,
    set: { name: 'Garden', color: 'red' },
  });
  const { counts } = await importRows(
    ann,
    row('categories', { name: 'GARDEN', color: 'blue' }),
    row('categories', { name: 'Kitchen' }),
    row('categories', { name: 'kitchen' }),
  );
  expect(counts).toEqual({ ...none, categories: 1 });
  const found = succeeded(await ann.client.from('categories').select('uid, name, color'));
  expect(found).toHaveLength(2);
  expect(found).toContainEqual({ uid: garden.uid, name: 'Garden', color: 'red' });
});

test('design §4 an import: what waits is bounded in rows, bytes, parts and time', async () => {
  const uid = randomUUID();
  const title = (length: number) => row('notes', { title: 'N', content: 'x'.repeat(length) });
  const many = Array.from({ length: 1001 }, () => ({}));
  expect((await stage(ann, uid, 1, many)).error).toMatchObject({ code: '23514' });
  expect((await stage(ann, uid, 51, [])).error).toMatchObject({ code: '23514' });
  expect((await stage(ann, uid, 0, [])).error).toMatchObject({ code: '23514' });
  expect((await stage(ann, uid, 1, [title(9_000_000)])).error).toMatchObject({ code: '23514' });
  const object = { import_uid: uid, file_name: 'x', part: 1, rows: {} };
  expect((await ann.client.rpc('stage_import', object)).error).toMatchObject({ code: '23514' });
  expect(await staged()).toBe(0);

  await database.query(
    `insert into private.import_parts (user_id, import_uid, part, file_name, rows, bytes)
     select $1, $2, n, 'x', '[]', 9000000 from generate_series(1, 11) as n`,
    [ann.id, uid],
  );
  const large = await stage(ann, uid, 12, [title(1_100_000)]);
  expect(large).toMatchObject({ status: 413, error: { code: 'PT413' } });
  expect((await stage(ann, uid, 12, [title(900_000)])).error).toBeNull();

  // Left for a day, it goes when anybody imports something.
  await database.query(
    `update private.import_parts set staged_at = now() - interval '25 hours' where user_id = $1`,
    [ann.id],
  );
  const ben = await actor('ben');
  await stage(ben, randomUUID(), 1, []);
  expect(await staged()).toBe(0);
});

test('design §4 an import: who has no room left is told, and nothing has come to be', async () => {
  await database.query('insert into private.account_limits values ($1, 2, 1000000)', [ann.id]);
  const uid = randomUUID();
  await stage(
    ann,
    uid,
    1,
    ['1', '2', '3'].map((title) => row('tasks', { title })),
  );
  expect(await commit(ann, uid)).toMatchObject({ status: 507, error: { code: 'PT507' } });
  expect(await there(ann)).toEqual([]);
});

test('design §4 an import: nobody reaches another’s, nor takes a row from them', async () => {
  const mine = row('tasks', { title: 'Mine' });
  const { uid } = await importRows(ann, mine);
  const pending = randomUUID();
  await stage(ann, pending, 1, [row('tasks', { title: 'Waits' })]);

  const eve = await actor('eve');
  expect(succeeded(await eve.client.rpc('list_imports'))).toEqual([]);
  expect((await undo(eve, uid)).error).toMatchObject({ code: 'PT404' });
  expect((await commit(eve, pending)).error).toMatchObject({ code: 'PT404' });
  await eve.client.rpc('cancel_import', { import_uid: pending });
  expect(await staged()).toBe(1);
  // A row of somebody else's uid, or in somebody else's name or folder.
  const folder = row('folders', { name: 'F' });
  await push(ann, { table: 'folders', uid: folder.uid, create: true, set: { name: 'F' } });
  const planted = row('notes', { title: 'Planted', folder_uid: folder.uid });
  for (const [rows, code] of [
    [[{ ...mine, title: 'Taken' }], '23505'],
    [[planted], '23503'],
  ] as const) {
    const other = randomUUID();
    await stage(eve, other, 1, [...rows]);
    expect((await commit(eve, other)).error).toMatchObject({ code });
  }
  const named = randomUUID();
  await stage(eve, named, 1, [row('tasks', { title: 'T', user_id: ann.id, id: 1, rev: 1e9 })]);
  expect(succeeded(await commit(eve, named))).toMatchObject([{ counts: { ...none, tasks: 1 } }]);
  expect(succeeded(await eve.client.from('tasks').select('user_id'))).toEqual([
    { user_id: eve.id },
  ]);
  expect((await there(ann)).toSorted()).toEqual([mine.uid, folder.uid].toSorted());
});

test('design §7 an import: a device that changes things meanwhile loses nothing, and keeps none of it from undoing', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => row('tasks', { title: `Task ${at}` }));
  const uid = randomUUID();
  await stage(ann, uid, 1, rows);
  const own = Array.from({ length: 20 }, () => randomUUID());
  const create = (task: string) =>
    push(ann, { table: 'tasks', uid: task, create: true, set: { title: 'Own' } });
  await Promise.all([...own.slice(0, 10).map(create), commit(ann, uid)]);
  expect(await there(ann)).toHaveLength(310);
  const change = { table: 'tasks', uid: rows[7]?.uid, set: { priority: 'high' } };
  const [, undoing] = await Promise.all([
    push(ann, change),
    undone(ann, uid),
    ...own.slice(10).map(create),
  ]);
  // Whichever came first: a change that came later does not bring back what nobody typed in.
  expect((undoing.removed ?? 0) + (undoing.kept ?? 0)).toBe(300);
  expect(await there(ann)).toHaveLength(20 + (undoing.kept ?? 0));
});
