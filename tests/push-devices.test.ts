import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { done, pull, push, pushFrom } from './support/changes.ts';
import { connect } from './support/database.ts';

let ann: Actor;
let bob: Actor;
let database: Client;

beforeAll(async () => {
  [ann, bob] = await Promise.all([actor('ann'), actor('bob')]);
  database = await connect();
});

async function rows<Row extends object>(sql: string, value: string): Promise<Row[]> {
  return (await database.query<Row>(sql, [value])).rows;
}

const create = (table: string, set: object) => ({ table, uid: randomUUID(), create: true, set });

test('design §3 who wins: a change sent again after another device changed the same: it does nothing', async () => {
  const phone = randomUUID();
  const task = create('tasks', { title: 'Milk', repeat_type: 'daily', due_date: '2026-11-21' });
  const folder = create('folders', { name: 'F' });
  const note = create('notes', { title: 'N', content: 'one', folder_uid: folder.uid });
  const changes = [
    task,
    { table: 'tasks', uid: task.uid, set: { title: 'of the phone', completed: true } },
    { table: 'tasks', uid: task.uid, delete: true, seen: Number.MAX_SAFE_INTEGER },
    { table: 'tasks', uid: task.uid, restore: true },
    folder,
    note,
    { table: 'notes', uid: note.uid, set: { content: 'two' } },
    { table: 'folders', uid: folder.uid, delete: true, seen: Number.MAX_SAFE_INTEGER },
  ].map((change, at) => ({ ...change, seq: at + 1 }));
  const first = await pushFrom(ann, phone, ...changes);
  expect(first.map(({ error }) => error)).toEqual(changes.map(() => undefined));

  await push(
    ann,
    { table: 'tasks', uid: task.uid, set: { title: 'of the laptop', completed: false } },
    { table: 'folders', uid: folder.uid, restore: true },
    { table: 'notes', uid: note.uid, set: { content: 'three' } },
  );
  const before = await pull(ann);
  const again = await pushFrom(ann, phone, ...changes);
  expect(await pull(ann)).toEqual(before);
  // What they answer is what is there now, without the texts of notes.
  const now = new Map(before.rows.map(({ row }) => [row.uid, row]));
  expect(again).toEqual(changes.map(({ uid }) => ({ uid, row: now.get(uid), repeated: true })));
});

test('design §3: a change of which the row is gone by now is answered without one, and is no refusal', async () => {
  const phone = randomUUID();
  const task = { ...create('tasks', { title: 'T' }), seq: 1 };
  await pushFrom(ann, phone, task);
  await rows('delete from public.tasks where uid = $1', task.uid);
  expect(await pushFrom(ann, phone, task)).toEqual([{ uid: task.uid, row: null, repeated: true }]);
});

test('design §3: what was refused may be sent again', async () => {
  const phone = randomUUID();
  const name = unique('category');
  const taken = await done(ann, create('categories', { name }));
  const second = { ...create('categories', { name }), seq: 7 };
  const [refused] = await pushFrom(ann, phone, second);
  expect(refused?.error?.code).toBe('23505');
  await done(ann, { table: 'categories', uid: taken.uid, set: { name: unique('other') } });
  const [answer] = await pushFrom(ann, phone, second);
  expect(answer?.row).toMatchObject({ uid: second.uid, name });
});

test('design §3: a number is one device’s, and one person’s', async () => {
  const device = randomUUID();
  for (const [person, from] of [
    [ann, device],
    [ann, randomUUID()],
    [bob, device],
  ] as const) {
    const task = { ...create('tasks', { title: 'T' }), seq: 1 };
    const [answer] = await pushFrom(person, from, task);
    expect(answer?.row).toMatchObject({ uid: task.uid });
  }
});

test('design §3: within one request, too, a number is done once', async () => {
  const { uid } = await done(ann, create('tasks', { title: 'T' }));
  const answers = await pushFrom(
    ann,
    randomUUID(),
    { table: 'tasks', uid, set: { title: 'first' }, seq: 1 },
    { table: 'tasks', uid, set: { title: 'second' }, seq: 1 },
  );
  expect(answers.map(({ row }) => row?.['title'])).toEqual(['first', 'first']);
});

test.each(['one', 1.5, 1e300, {}])(
  'design §3: a number that is none (%j) is refused, and the others are done',
  async (seq) => {
    const [odd, even] = [create('tasks', { title: 'odd' }), create('tasks', { title: 'even' })];
    const answers = await pushFrom(ann, randomUUID(), { ...odd, seq }, { ...even, seq: 2 });
    expect(answers).toMatchObject([
      { uid: odd.uid, error: { code: expect.stringMatching(/^22/) } },
      { uid: even.uid, row: { title: 'even' } },
    ]);
  },
);

test.each([0, -1, -(2 ** 53)])(
  'design §3: a number that no device of ours gives (%d) is one like any other: done once',
  async (seq) => {
    const phone = randomUUID();
    const { uid } = await done(ann, create('tasks', { title: 'T' }));
    const rename = (title: string) => ({ table: 'tasks', uid, set: { title }, seq });
    expect(await pushFrom(ann, phone, rename('first'))).toMatchObject([
      { row: { title: 'first' } },
    ]);
    expect(await pushFrom(ann, phone, rename('second'))).toMatchObject([
      { row: { title: 'first' }, repeated: true },
    ]);
  },
);

test('design §3: changes of somebody else’s are done in nobody’s account', async () => {
  const task = create('tasks', { title: 'of ann' });
  const args = { changes: [{ ...task, seq: 1 }], device: randomUUID(), owner: ann.id };
  const answer = await bob.client.rpc('push_changes', args);
  expect(answer).toMatchObject({
    status: 403,
    error: { message: 'These are changes of another account' },
  });
  const { data } = await bob.client.from('tasks').select('uid').eq('uid', task.uid);
  expect(data).toEqual([]);
});

test('design §4: what is remembered of devices has an end: 400 numbers of each, 100 devices, 30 days', async () => {
  const carl = await actor('carl');
  const { uid } = await done(carl, create('tasks', { title: 'T' }));
  const tick = (seq: number) => ({ table: 'tasks', uid, set: { completed: seq % 2 > 0 }, seq });
  const phone = randomUUID();
  for (const from of [1, 201, 401]) {
    await pushFrom(carl, phone, ...Array.from({ length: 200 }, (_, at) => tick(from + at)));
  }
  const numbers = await rows<{ done: string[] }>(
    'select done from private.devices where user_id = $1',
    carl.id,
  );
  expect(numbers.map(({ done: all }) => all.map(Number).toSorted((a, b) => a - b))).toEqual([
    Array.from({ length: 400 }, (_, at) => 201 + at),
  ]);

  await rows(
    `insert into private.devices (user_id, uid, done, seen_at)
     select $1, gen_random_uuid(), '{}', now() - n * interval '1 hour' from generate_series(1, 150) as n`,
    carl.id,
  );
  await pushFrom(carl, randomUUID(), tick(1));
  const devices = await rows<{ uid: string; hours: number }>(
    `select uid, extract(epoch from now() - seen_at)::int / 3600 as hours
     from private.devices where user_id = $1 order by seen_at desc`,
    carl.id,
  );
  expect(devices).toHaveLength(100);
  expect(devices.map((device) => device.uid)).toContain(phone);
  expect(devices.at(-1)?.hours).toBe(98);

  await rows(
    `update private.devices set seen_at = now() - interval '31 days' where user_id = $1`,
    carl.id,
  );
  await pushFrom(carl, randomUUID(), tick(1));
  const left = await rows('select from private.devices where user_id = $1', carl.id);
  expect(left).toHaveLength(1);
});
