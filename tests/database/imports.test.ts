import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, type Actor } from '../support/actors.ts';
import { ANY, done, pull, push } from '../support/changes.ts';
import { connect } from '../support/database.ts';
import { succeeded } from '../support/outcomes.ts';

type Import = { uid: string; counts: object; removed: number | null; kept: number | null };

let database: Client;
let ann: Actor;

beforeAll(async () => {
  database = await connect();
});

beforeEach(async () => {
  ann = await actor('ann');
});

const row = <Fields extends object>(table: string, set: Fields) => ({
  table,
  uid: randomUUID() as string,
  ...set,
});
const none = { categories: 0, folders: 0, notes: 0, tasks: 0, contacts: 0 };

const stage = (of: Actor, uid: string, part: number, rows: object[]) =>
  of.client.rpc('stage_import', { import_uid: uid, file_name: 'todo.csv', part, rows });
const commit = (of: Actor, uid: string, parts = 1) =>
  of.client.rpc('commit_import', { import_uid: uid, parts });
const undo = (of: Actor, uid: string) => of.client.rpc('undo_import', { import_uid: uid });

async function importRows(...rows: object[]): Promise<Import> {
  const uid = randomUUID();
  expect((await stage(ann, uid, 1, rows)).error).toBeNull();
  const [imported] = succeeded(await commit(ann, uid)) as Import[];
  if (!imported) throw new Error('No import was answered.');
  return imported;
}

async function undone(uid: string): Promise<Import> {
  const [imported] = succeeded(await undo(ann, uid)) as Import[];
  if (!imported) throw new Error('No import was answered.');
  return imported;
}

/** The uids of what is there and not deleted. */
async function there(): Promise<string[]> {
  const { rows } = await pull(ann);
  return rows.flatMap((change) => (change.row['deleted_at'] === null ? [change.row.uid] : []));
}

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
  const imported = await importRows(below, note, task, completed, contact, category, above);
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
  expect(await there()).toEqual([]);
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
  expect(await there()).toHaveLength(1);
  const taken = await undone(uid);
  expect(taken).toMatchObject({ removed: 1, kept: 0 });
  expect(await undone(uid)).toEqual(taken);
  // Nor does a commit that arrives late do it a second time.
  expect(succeeded(await commit(ann, uid))).toEqual([taken]);
  expect(await there()).toEqual([]);
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
  expect(await there()).toEqual([]);
});

test('design §7 an import: a category that is there stays, and names go by its spelling', async () => {
  const garden = await done(ann, {
    table: 'categories',
    uid: randomUUID(),
    create: true,
    set: { name: 'Garden', color: 'red' },
  });
  const { counts } = await importRows(
    row('categories', { name: 'GARDEN', color: 'blue' }),
    row('categories', { name: 'Kitchen' }),
    row('categories', { name: 'kitchen' }),
  );
  expect(counts).toEqual({ ...none, categories: 1 });
  const found = succeeded(await ann.client.from('categories').select('uid, name, color'));
  expect(found).toHaveLength(2);
  expect(found).toContainEqual({ uid: garden.uid, name: 'Garden', color: 'red' });
});

test('design §7 undo: what was changed since stays, with its folder and its category', async () => {
  const [kept, gone] = [row('categories', { name: 'Kept' }), row('categories', { name: 'Gone' })];
  const above = row('folders', { name: 'Above' });
  const middle = row('folders', { name: 'Middle', parent_uid: above.uid });
  const beside = row('folders', { name: 'Beside', parent_uid: above.uid });
  const inner = row('folders', { name: 'Inner', parent_uid: beside.uid });
  const notes = [middle, middle, beside, inner].map((folder) =>
    row('notes', { title: `In ${folder.name}`, folder_uid: folder.uid }),
  );
  const tasks = ['Kept', 'Gone', 'Gone'].map((category) => row('tasks', { title: 'T', category }));
  const rows = [kept, gone, above, middle, beside, inner, ...notes, ...tasks];
  const { uid } = await importRows(...rows);
  const edited = notes[0]?.uid ?? '';
  await push(
    ann,
    { table: 'notes', uid: edited, set: { pinned: true } },
    { table: 'tasks', uid: tasks[0]?.uid, set: { completed: true } },
    { table: 'tasks', uid: tasks[1]?.uid, delete: true, seen: ANY },
  );
  const stay = [kept.uid, above.uid, middle.uid, edited, tasks[0]?.uid];
  // What the person had deleted is not the undoing's: it counts as changed.
  expect(await undone(uid)).toMatchObject({ removed: rows.length - 6, kept: 6 });
  expect(new Set(await there())).toEqual(new Set(stay));

  // What lay in one folder comes back with it, and what stood alone stays in the trash.
  await push(ann, { table: 'folders', uid: beside.uid, restore: true });
  const back = [beside.uid, inner.uid, notes[2]?.uid, notes[3]?.uid];
  expect(new Set(await there())).toEqual(new Set([...stay, ...back]));
});

test('design §7 undo: what somebody has put into a folder of the import keeps it', async () => {
  const folder = row('folders', { name: 'Recipes' });
  const { uid } = await importRows(folder, row('notes', { title: 'Soup', folder_uid: folder.uid }));
  const mine = randomUUID();
  await push(ann, {
    table: 'notes',
    uid: mine,
    create: true,
    set: { title: 'Mine', folder_uid: folder.uid },
  });
  expect(await undone(uid)).toMatchObject({ removed: 1, kept: 1 });
  expect((await there()).toSorted()).toEqual([folder.uid, mine].toSorted());
});

test('design §7 undo: a device that edited offline before it brings its row back', async () => {
  const [first, second] = [row('tasks', { title: 'First' }), row('tasks', { title: 'Second' })];
  const { uid } = await importRows(first, second);
  const { rev } = await pull(ann);
  await undone(uid);
  await push(ann, { table: 'tasks', uid: first.uid, set: { title: 'Typed in a tunnel' } });
  await push(ann, { table: 'tasks', uid: second.uid, delete: true, seen: rev });
  expect(await there()).toEqual([first.uid]);
});

test('design §7 undo: offered for 30 days, and of the last 100 imports', async () => {
  const { uid } = await importRows(row('tasks', { title: 'T' }));
  const ageOf = (interval: string) =>
    database.query(
      'update private.imports set committed_at = committed_at - $2::interval where uid = $1',
      [uid, interval],
    );
  await ageOf('29 days 23 hours');
  expect(succeeded(await ann.client.rpc('list_imports'))).toMatchObject([{ uid }]);
  await ageOf('2 hours');
  expect(succeeded(await ann.client.rpc('list_imports'))).toEqual([]);
  expect((await undo(ann, uid)).error).toMatchObject({ code: 'PT404' });
  await database.query(
    `insert into private.imports (user_id, uid, file_name, counts, rev, committed_at)
     select $1, gen_random_uuid(), 'x', '{}', 1, now() - n * interval '1 minute'
     from generate_series(1, 120) as n`,
    [ann.id],
  );
  await importRows();
  expect(succeeded(await ann.client.rpc('list_imports'))).toHaveLength(100);
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
  expect(await there()).toEqual([]);
});

test('design §4 an import: nobody reaches another’s, nor takes a row from them', async () => {
  const mine = row('tasks', { title: 'Mine' });
  const { uid } = await importRows(mine);
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
  expect((await there()).toSorted()).toEqual([mine.uid, folder.uid].toSorted());
});

test('design §7 an import: a device that changes things meanwhile loses nothing, and keeps none of it from undoing', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => row('tasks', { title: `Task ${at}` }));
  const uid = randomUUID();
  await stage(ann, uid, 1, rows);
  const own = Array.from({ length: 20 }, () => randomUUID());
  const create = (task: string) =>
    push(ann, { table: 'tasks', uid: task, create: true, set: { title: 'Own' } });
  await Promise.all([...own.slice(0, 10).map(create), commit(ann, uid)]);
  expect(await there()).toHaveLength(310);
  const change = { table: 'tasks', uid: rows[7]?.uid, set: { priority: 'high' } };
  const [, undoing] = await Promise.all([
    push(ann, change),
    undone(uid),
    ...own.slice(10).map(create),
  ]);
  // Whichever came first: a change that came later does not bring back what nobody typed in.
  expect((undoing.removed ?? 0) + (undoing.kept ?? 0)).toBe(300);
  expect(await there()).toHaveLength(20 + (undoing.kept ?? 0));
});
