import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { ANY, done, push, refused } from './support/changes.ts';
import { succeeded } from './support/outcomes.ts';

let ann: Actor;

beforeEach(async () => {
  ann = await actor('ann');
});

const folder = (parent_uid: string | null = null, name = 'Folder') =>
  done(ann, {
    table: 'folders',
    uid: randomUUID(),
    create: true,
    set: { name, parent_uid },
  });
const note = (folder_uid: string | null = null) =>
  done(ann, {
    table: 'notes',
    uid: randomUUID(),
    create: true,
    set: { title: 'Note', content: 'one', folder_uid },
  });
const find = async (table: string, uid: string) =>
  succeeded(await ann.client.from(table).select().eq('uid', uid).single());
const there = { deleted_at: null, deleted_with: null };
const deletedAt = expect.stringMatching(/^20\d\d-/);

test('design §3 who wins: a note’s text over one that is no longer there: it is refused, and merged on its device', async () => {
  const { uid, content_rev: base } = await note();
  const save = (content: string) => ({ table: 'notes', uid, set: { content }, base });
  const saved = await done(ann, save('of the phone'));
  expect(await refused(ann, save('of the laptop'))).toEqual({
    code: 'PT409',
    message: 'The note was changed meanwhile',
    hint: String(saved['content_rev']),
  });
  expect(await find('notes', uid)).toMatchObject({ content: 'of the phone' });
  // The same text is no conflict: it was sent twice, or typed twice.
  expect(await done(ann, save('of the phone'))).toEqual(saved);
});

test('design §3 who wins: a title, a move and a text of one note: all three', async () => {
  const { uid, content_rev: base } = await note();
  const into = await folder();
  await done(ann, { table: 'notes', uid, set: { title: 'Title' } });
  await done(ann, { table: 'notes', uid, set: { folder_uid: into.uid } });
  await done(ann, { table: 'notes', uid, set: { content: 'two' }, base });
  expect(await find('notes', uid)).toMatchObject({
    title: 'Title',
    folder_uid: into.uid,
    content: 'two',
  });
});

test('design §3 who wins: two texts of a note at once: the second is refused, and merged on its device', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { uid, content_rev: base } = await note();
    const texts = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(
      texts.map((content) => push(ann, { table: 'notes', uid, set: { content }, base })),
    );
    const codes = answers.map(([answer]) => answer?.error?.code);
    expect(codes.filter((code) => code === 'PT409')).toHaveLength(3);
    const { content } = await find('notes', uid);
    expect(content).toBe(texts[codes.indexOf(undefined)]);
  }
});

test('design §3 who wins: two moves of folders that close a circle: the second is refused and said', async () => {
  const [a, b] = [await folder(), await folder()];
  await done(ann, { table: 'folders', uid: a.uid, set: { parent_uid: b.uid } });
  const second = { table: 'folders', uid: b.uid, set: { parent_uid: a.uid } };
  expect(await refused(ann, second)).toMatchObject({
    code: 'P0001',
    message: 'A folder cannot be moved into itself or into a folder below it',
  });
});

test('design §3: a deleted folder takes its contents along and brings them back', async () => {
  const top = await folder();
  const below = await folder(top.uid);
  const [inTop, inBelow, beside] = [await note(top.uid), await note(below.uid), await note()];
  const early = await note(below.uid);
  await done(ann, { table: 'notes', uid: early.uid, delete: true, seen: ANY });

  await done(ann, { table: 'folders', uid: top.uid, delete: true, seen: ANY });
  expect(await find('folders', top.uid)).toMatchObject({
    deleted_at: deletedAt,
    deleted_with: null,
  });
  const gone = { deleted_at: deletedAt, deleted_with: top.uid };
  expect(await find('folders', below.uid)).toMatchObject(gone);
  for (const { uid } of [inTop, inBelow]) expect(await find('notes', uid)).toMatchObject(gone);
  expect(await find('notes', beside.uid)).toMatchObject(there);

  await done(ann, { table: 'folders', uid: top.uid, restore: true });
  expect(await find('folders', below.uid)).toMatchObject({ ...there, parent_uid: top.uid });
  expect(await find('notes', inTop.uid)).toMatchObject({ ...there, folder_uid: top.uid });
  expect(await find('notes', inBelow.uid)).toMatchObject({ ...there, folder_uid: below.uid });
  // It was in the trash before.
  expect(await find('notes', early.uid)).toMatchObject({ deleted_at: deletedAt });
});

test('design §3 who wins: a folder is deleted and somebody has typed in it since: what was typed stays, at the root', async () => {
  const top = await folder();
  const below = await folder(top.uid);
  const deep = await note(below.uid);
  const typed = await note(top.uid);
  const { rev: seen } = await folder();
  await done(ann, { table: 'notes', uid: typed.uid, set: { content: 'since' } });
  await done(ann, { table: 'folders', uid: below.uid, set: { name: 'since' } });

  await done(ann, { table: 'folders', uid: top.uid, delete: true, seen });
  expect(await find('folders', top.uid)).toMatchObject({ deleted_at: deletedAt });
  expect(await find('notes', typed.uid)).toMatchObject({ ...there, folder_uid: null });
  expect(await find('folders', below.uid)).toMatchObject({ ...there, parent_uid: null });
  expect(await find('notes', deep.uid)).toMatchObject({ ...there, folder_uid: below.uid });
});

test('design §3 who wins: put into a folder that was deleted meanwhile: it is at the root', async () => {
  const top = await folder();
  const moved = await note();
  await done(ann, { table: 'folders', uid: top.uid, delete: true, seen: ANY });
  expect(await note(top.uid)).toMatchObject({ folder_uid: null });
  expect(await folder(top.uid)).toMatchObject({ parent_uid: null });
  const move = { table: 'notes', uid: moved.uid, set: { folder_uid: top.uid } };
  expect(await done(ann, move)).toMatchObject({ folder_uid: null });
});

test('design §3: a note that came back alone is no longer its folder’s', async () => {
  for (const comeBack of [{ restore: true }, { set: { content: 'typed' } }]) {
    const top = await folder();
    const { uid } = await note(top.uid);
    await done(ann, { table: 'folders', uid: top.uid, delete: true, seen: ANY });
    expect(await done(ann, { table: 'notes', uid, ...comeBack })).toMatchObject({
      ...there,
      folder_uid: null,
    });
    await done(ann, { table: 'notes', uid, delete: true, seen: ANY });
    await done(ann, { table: 'folders', uid: top.uid, restore: true });
    expect(await find('notes', uid)).toMatchObject({ deleted_at: deletedAt });
  }
});

test('design §3 who wins: an edit of what was deleted for good: it is refused, and whoever typed is told', async () => {
  const top = await folder(null, 'Secrets');
  const { uid } = await note(top.uid);
  const erase = { table: 'folders', uid: top.uid, erase: true };
  // Only out of the trash.
  expect(await done(ann, erase)).toMatchObject({ ...there, name: 'Secrets' });
  await done(ann, { table: 'folders', uid: top.uid, delete: true, seen: ANY });
  const erased = { deleted_at: '1970-01-01T00:00:00+00:00' };
  expect(await done(ann, erase)).toMatchObject({ ...erased, name: '-', category: '' });
  expect(await find('notes', uid)).toMatchObject({ ...erased, title: '-', content: null });
  await done(ann, { table: 'folders', uid: top.uid, restore: true });
  expect(await find('notes', uid)).toMatchObject(erased);
  expect(await refused(ann, { table: 'notes', uid, set: { content: 'x' } })).toMatchObject({
    code: 'PT404',
    message: 'It is no longer there',
  });
});

test.each([
  { table: 'tasks', set: { title: 'T', description: 'secret', category: 'secret' } },
  { table: 'contacts', set: { first_name: 'secret', phone: 'secret', category: 'secret' } },
  { table: 'notes', set: { title: 'secret', content: 'secret' } },
])('design §3: nothing of $table is left after deleting for good', async ({ table, set }) => {
  const uid = randomUUID();
  const changes = [{ create: true, set }, { delete: true, seen: 0 }, { erase: true }];
  await push(ann, ...changes.map((change) => ({ table, uid, ...change })));
  const stored = await find(table, uid);
  expect(stored).toMatchObject({ deleted_at: '1970-01-01T00:00:00+00:00' });
  expect(JSON.stringify(stored)).not.toContain('secret');
});
