import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { actor, bearer, nobody, type Actor } from './support/actors.ts';
import { ANY, done, pull, push, refused } from './support/changes.ts';
import { succeeded } from './support/outcomes.ts';
import { claimsOf, forge } from './support/tokens.ts';

let ann: Actor;

beforeEach(async () => {
  ann = await actor('ann');
});

const create = async (table: string, set: object) =>
  done(ann, { table, uid: randomUUID(), create: true, set });
const remove = (table: string, uid: string) => done(ann, { table, uid, delete: true, seen: ANY });
const restore = (table: string, uid: string) => done(ann, { table, uid, restore: true });
const find = async (table: string, uid: string) =>
  succeeded(await ann.client.from(table).select().eq('uid', uid).single());
const there = { deleted_at: null, deleted_with: null };
const erased = { deleted_at: '1970-01-01T00:00:00+00:00' };

test('design §3: what is restored comes back whole, in its place and in its series', async () => {
  const first = await create('tasks', {
    title: 'Rent',
    category: 'Home',
    due_date: '2026-01-31',
    repeat_type: 'monthly',
    rank: 'a1',
  });
  await done(ann, {
    table: 'tasks',
    uid: first.uid,
    set: { completed: true },
    today: '2026-01-31',
  });
  const { rows } = await pull(ann);
  const next = rows.find(({ row }) => row['due_date'] === '2026-02-28')?.row;
  if (!next) throw new Error('There is no next occurrence.');
  await remove('tasks', next.uid);
  const later = { rev: expect.any(Number), updated_at: expect.any(String) };
  expect(await restore('tasks', next.uid)).toEqual({ ...next, ...later });
  expect(next).toMatchObject({ repeat_anchor_day: 31, rank: 'a1', spawned_untouched: true });
});

test('design §3: what is restored has the name that its category got meanwhile', async () => {
  const category = await create('categories', { name: 'Work' });
  const uses = await Promise.all([
    create('tasks', { title: 'T', category: 'Work' }),
    create('contacts', { first_name: 'C', category: 'Work' }),
    create('folders', { name: 'F', category: 'Work' }),
  ]);
  for (const [at, table] of ['tasks', 'contacts', 'folders'].entries()) {
    const { uid } = uses[at] ?? { uid: '' };
    await remove(table, uid);
    await done(ann, { table: 'categories', uid: category.uid, set: { name: `Office ${at}` } });
    expect(await restore(table, uid)).toMatchObject({ deleted_at: null, category: `Office ${at}` });
  }
});

test('design §3: restored twice is restored once, and so is deleting for good', async () => {
  const { uid } = await create('notes', { title: 'N', content: 'text' });
  await remove('notes', uid);
  const restored = await restore('notes', uid);
  expect(restored).toMatchObject({ ...there, title: 'N' });
  expect(await restore('notes', uid)).toEqual(restored);
  const erase = { table: 'notes', uid, erase: true };
  // It came back on another device before this arrived.
  expect(await done(ann, erase)).toEqual(restored);
  await remove('notes', uid);
  const gone = await done(ann, erase);
  expect(gone).toMatchObject(erased);
  expect(await done(ann, erase)).toEqual(gone);
  expect(await restore('notes', uid)).toEqual(gone);
  expect((await pull(ann)).rows.map(({ row }) => row)).toEqual([gone]);
});

test('design §3: a folder brings back what went with it, also out of one that was deleted again', async () => {
  const top = await create('folders', { name: 'Top' });
  const middle = await create('folders', { name: 'Middle', parent_uid: top.uid });
  const low = await create('folders', { name: 'Low', parent_uid: middle.uid });
  const lowest = await create('folders', { name: 'Lowest', parent_uid: low.uid });
  const note = await create('notes', { title: 'N', folder_uid: lowest.uid });
  const inMiddle = await create('notes', { title: 'M', folder_uid: middle.uid });
  await remove('folders', top.uid);
  // Somebody typed in it, and deleted it then.
  await done(ann, { table: 'folders', uid: middle.uid, set: { name: 'Middle, again' } });
  await remove('folders', middle.uid);

  await restore('folders', top.uid);
  expect(await find('folders', top.uid)).toMatchObject(there);
  expect(await find('folders', middle.uid)).toMatchObject({ deleted_at: expect.any(String) });
  expect(await find('folders', low.uid)).toMatchObject({ ...there, parent_uid: null });
  expect(await find('folders', lowest.uid)).toMatchObject({ ...there, parent_uid: low.uid });
  expect(await find('notes', note.uid)).toMatchObject({ ...there, folder_uid: lowest.uid });
  expect(await find('notes', inMiddle.uid)).toMatchObject({ ...there, folder_uid: null });
});

test('design §3: a folder that is restored finds its place, or the root', async () => {
  const top = await create('folders', { name: 'Top' });
  const below = await create('folders', { name: 'Below', parent_uid: top.uid });
  await remove('folders', below.uid);
  expect(await restore('folders', below.uid)).toMatchObject({ ...there, parent_uid: top.uid });
  await remove('folders', below.uid);
  await remove('folders', top.uid);
  expect(await restore('folders', below.uid)).toMatchObject({ ...there, parent_uid: null });
  expect(await find('folders', top.uid)).toMatchObject({ deleted_at: expect.any(String) });
});

test('design §3: only the owner restores or deletes for good', async () => {
  const { uid } = await create('tasks', { title: 'Of Ann' });
  const before = await remove('tasks', uid);
  const bob = await actor('bob');
  const forged = bearer(forge(claimsOf(ann.token)));
  for (const change of [
    { table: 'tasks', uid, restore: true },
    { table: 'tasks', uid, erase: true },
  ]) {
    const changes = [change];
    expect(await refused(bob, change)).toMatchObject({ code: 'PT404' });
    expect(await nobody().rpc('push_changes', { changes })).toMatchObject({ status: 401 });
    expect(await forged.rpc('push_changes', { changes })).toMatchObject({ status: 401 });
  }
  expect(await find('tasks', uid)).toMatchObject(before);
});

test('design §3: a folder takes nothing of other people along, whatever they say of their rows', async () => {
  const { uid } = await create('folders', { name: 'Of Ann' });
  await remove('folders', uid);
  const bob = await actor('bob');
  const own = { table: 'notes', uid: randomUUID() };
  await push(
    bob,
    { ...own, create: true, set: { title: 'Of Bob', content: 'x' } },
    { ...own, delete: true, seen: ANY },
  );
  const claim = bob.client.from('notes').update({ deleted_with: uid }).eq('uid', own.uid);
  const [before] = succeeded(await claim.select());
  for (const change of [{ restore: true }, { delete: true, seen: ANY }, { erase: true }]) {
    await done(ann, { table: 'folders', uid, ...change });
    const stored = await bob.client.from('notes').select().eq('uid', own.uid);
    expect(succeeded(stored)).toEqual([before]);
  }
});
