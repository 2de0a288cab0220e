import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, type Actor } from '../support/actors.ts';
import { ANY, pull, push } from '../support/changes.ts';
import { connect } from '../support/database.ts';
import { importRows, row, there, undo, undone } from '../support/imports.ts';
import { succeeded } from '../support/outcomes.ts';

let database: Client;
let ann: Actor;

beforeAll(async () => {
  database = await connect();
});

beforeEach(async () => {
  ann = await actor('ann');
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
  const { uid } = await importRows(ann, ...rows);
  const edited = notes[0]?.uid ?? '';
  await push(
    ann,
    { table: 'notes', uid: edited, set: { pinned: true } },
    { table: 'tasks', uid: tasks[0]?.uid, set: { completed: true } },
    { table: 'tasks', uid: tasks[1]?.uid, delete: true, seen: ANY },
  );
  const stay = [kept.uid, above.uid, middle.uid, edited, tasks[0]?.uid];
  // What the person had deleted is not the undoing's: it counts as changed.
  expect(await undone(ann, uid)).toMatchObject({ removed: rows.length - 6, kept: 6 });
  expect(new Set(await there(ann))).toEqual(new Set(stay));

  // What lay in one folder comes back with it, and what stood alone stays in the trash.
  await push(ann, { table: 'folders', uid: beside.uid, restore: true });
  const back = [beside.uid, inner.uid, notes[2]?.uid, notes[3]?.uid];
  expect(new Set(await there(ann))).toEqual(new Set([...stay, ...back]));
});

test('design §7 undo: what somebody has put into a folder of the import keeps it', async () => {
  const folder = row('folders', { name: 'Recipes' });
  const { uid } = await importRows(
    ann,
    folder,
    row('notes', { title: 'Soup', folder_uid: folder.uid }),
  );
  const mine = randomUUID();
  await push(ann, {
    table: 'notes',
    uid: mine,
    create: true,
    set: { title: 'Mine', folder_uid: folder.uid },
  });
  expect(await undone(ann, uid)).toMatchObject({ removed: 1, kept: 1 });
  expect((await there(ann)).toSorted()).toEqual([folder.uid, mine].toSorted());
});

test('design §7 undo: a device that edited offline before it brings its row back', async () => {
  const [first, second] = [row('tasks', { title: 'First' }), row('tasks', { title: 'Second' })];
  const { uid } = await importRows(ann, first, second);
  const { rev } = await pull(ann);
  await undone(ann, uid);
  await push(ann, { table: 'tasks', uid: first.uid, set: { title: 'Typed in a tunnel' } });
  await push(ann, { table: 'tasks', uid: second.uid, delete: true, seen: rev });
  expect(await there(ann)).toEqual([first.uid]);
});

test('design §7 undo: offered for 30 days, and of the last 100 imports', async () => {
  const { uid } = await importRows(ann, row('tasks', { title: 'T' }));
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
  await importRows(ann);
  expect(succeeded(await ann.client.rpc('list_imports'))).toHaveLength(100);
});
