import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { ANY, done, pull, push } from './support/changes.ts';
import { succeeded } from './support/outcomes.ts';

// Two devices of one person are two requests: nothing in a change says which device sent it.
let ann: Actor;

beforeAll(async () => {
  ann = await actor('ann');
});

const task = async (set: object = {}) => {
  const uid = randomUUID();
  const create = { table: 'tasks', uid, create: true, set: { title: unique('task'), ...set } };
  return done(ann, create);
};
const edit = (uid: string, set: object) => done(ann, { table: 'tasks', uid, set });
const remove = (uid: string, seen: number) =>
  done(ann, { table: 'tasks', uid, delete: true, seen });
const deletedAt = expect.stringMatching(/^20\d\d-/);

test('design §3 who wins: different fields of one row: both', async () => {
  const { uid } = await task();
  await edit(uid, { title: 'from the phone' });
  await edit(uid, { due_date: '2026-12-24' });
  expect(await edit(uid, { priority: 'high' })).toMatchObject({
    title: 'from the phone',
    due_date: '2026-12-24',
    priority: 'high',
  });
});

test('design §3 who wins: the same field: who arrives last', async () => {
  const { uid } = await task();
  await edit(uid, { title: 'first' });
  expect(await edit(uid, { title: 'second' })).toMatchObject({ title: 'second' });
  const at = (completed_at: string) => edit(uid, { completed: true, completed_at });
  await at('2026-03-03T03:03:03+00:00');
  // Never whose clock says so.
  const arrived = '2026-01-01T01:01:01+00:00';
  expect(await at(arrived)).toMatchObject({ completed_at: arrived });
});

test('design §3 who wins: a deletion that has not seen an edit: the row stays', async () => {
  const { uid, rev } = await task();
  const edited = await edit(uid, { description: 'typed on the train' });
  expect(await remove(uid, rev)).toMatchObject({ deleted_at: null, rev: edited.rev });
  expect(await remove(uid, edited.rev)).toMatchObject({ deleted_at: deletedAt });
});

test('design §3 who wins: an edit of what was deleted: it comes back, since somebody typed it', async () => {
  const { uid, rev } = await task({ category: 'Garden' });
  await remove(uid, rev);
  expect(await edit(uid, { title: 'still needed' })).toMatchObject({
    deleted_at: null,
    title: 'still needed',
    category: 'Garden',
  });
});

test('design §3 who wins: a tick, a move or a drag of what was deleted: it stays deleted', async () => {
  const { uid, rev } = await task({ repeat_type: 'daily', due_date: '2026-11-21' });
  const gone = await remove(uid, rev);
  for (const set of [{ completed: true }, { due_date: '2026-12-24' }, { rank: 'a5' }]) {
    expect(await edit(uid, set)).toEqual(gone);
  }
  const [folder, note] = [randomUUID(), randomUUID()];
  await push(
    ann,
    { table: 'folders', uid: folder, create: true, set: { name: 'F' } },
    { table: 'notes', uid: note, create: true, set: { title: 'N' } },
    { table: 'notes', uid: note, delete: true, seen: ANY },
  );
  expect(await done(ann, { table: 'notes', uid: note, set: { folder_uid: folder } })).toMatchObject(
    { deleted_at: deletedAt, folder_uid: null },
  );
});

test('design §3 who wins: a deletion that has not seen a tick or a drag: it is deleted', async () => {
  const { uid, rev } = await task();
  await edit(uid, { completed: true });
  await edit(uid, { rank: 'a5' });
  expect(await remove(uid, rev)).toMatchObject({ deleted_at: deletedAt });
});

test('design §3 who wins: an edit and a deletion by one device in one request: it is deleted', async () => {
  const uid = randomUUID();
  const changes = [
    { table: 'tasks', uid, create: true, set: { title: 'never mind' } },
    { table: 'tasks', uid, set: { title: 'never mind this' } },
    { table: 'tasks', uid, delete: true, seen: 0 },
  ];
  const [, , gone] = await push(ann, ...changes);
  expect(gone?.row).toMatchObject({ title: 'never mind this', deleted_at: deletedAt });
  const again = await push(ann, ...changes);
  expect(again.map(({ row }) => row)).toEqual([gone?.row, gone?.row, gone?.row]);
});

test('design §3 who wins: and another device typed before that: the row stays', async () => {
  const { uid, rev: seen } = await task();
  await edit(uid, { description: 'of the laptop' });
  const [, answer] = await push(
    ann,
    { table: 'tasks', uid, set: { title: 'of the phone' } },
    { table: 'tasks', uid, delete: true, seen },
  );
  expect(answer?.row).toMatchObject({
    title: 'of the phone',
    description: 'of the laptop',
    deleted_at: null,
  });
});

test('design §3 who wins: the same change twice: the second does nothing', async () => {
  const { uid, rev } = await task();
  const note = randomUUID();
  const changes = [
    { table: 'tasks', uid, set: { title: 'Buy bread', category: 'Shop', due_date: '2026-01-02' } },
    { table: 'tasks', uid, set: { completed: true, completed_at: '2026-01-02T03:04:05.678Z' } },
    // A clock that is an hour ahead.
    {
      table: 'tasks',
      uid,
      set: { completed: true, completed_at: new Date(Date.now() + 3_600_000).toISOString() },
    },
    { table: 'notes', uid: note, create: true, set: { title: 'N', content: 'one' } },
    { table: 'notes', uid: note, set: { content: 'two' } },
    { table: 'tasks', uid, delete: true, seen: rev },
    { table: 'tasks', uid, restore: true },
    { table: 'tasks', uid, delete: true, seen: ANY },
    { table: 'tasks', uid, erase: true },
  ];
  for (const change of changes) {
    const first = await done(ann, change);
    const head = (await pull(ann)).rev;
    expect(await done(ann, change), JSON.stringify(change)).toEqual(first);
    expect((await pull(ann)).rev, JSON.stringify(change)).toBe(head);
  }
});

test('design §3 who wins: an edit sent again after somebody deleted the row: it stays deleted', async () => {
  const { uid } = await task();
  const typed = { title: 'typed' };
  const { rev } = await edit(uid, typed);
  const gone = await remove(uid, rev);
  expect(await edit(uid, typed)).toEqual(gone);
});

test('design §3: creating twice is creating once', async () => {
  const { uid, title } = await task();
  await edit(uid, { title: 'Buy bread' });
  const create = { table: 'tasks', uid, create: true, set: { title } };
  const answers = await Promise.all(Array.from({ length: 4 }, () => push(ann, create)));
  for (const [answer] of answers) expect(answer?.row).toMatchObject({ title: 'Buy bread' });
  const stored = await ann.client.from('tasks').select('uid').in('title', [title, 'Buy bread']);
  expect(succeeded(stored).filter((row) => row.uid === uid)).toHaveLength(1);
});

test('design §3: a new row knows when it was made, and that is never in the future', async () => {
  const created_at = '2026-02-03T04:05:06+00:00';
  expect(await task({ created_at })).toMatchObject({ created_at });
  const ahead = await task({ created_at: '2999-01-01T00:00:00Z' });
  expect(Date.parse(String(ahead['created_at']))).toBeLessThan(Date.now() + 60_000);
});

test('design §3: changes of one request have one place in the history, the next the next', async () => {
  const first = await push(
    ann,
    ...[1, 2, 3].map((n) => ({
      table: 'tasks',
      uid: randomUUID(),
      create: true,
      set: { title: `${n}` },
    })),
  );
  expect(new Set(first.map(({ row }) => row?.rev)).size).toBe(1);
  expect((await task()).rev).toBe((first[0]?.row?.rev ?? 0) + 1);
});
