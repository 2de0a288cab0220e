import { beforeAll, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { limit, refusal, succeeded } from './support/outcomes.ts';

let ann: Actor;
let bob: Actor;

beforeAll(async () => {
  [ann, bob] = await Promise.all([actor('ann'), actor('bob')]);
});

const create = async (row: object) =>
  succeeded(await ann.client.from('notes').insert(row).select().single());

test('spec §3 Note: a title is enough', async () => {
  expect(await create({ title: 'New Note' })).toMatchObject({ content: '', folder_uid: null });
  expect(await create({ title: 'New Note', content: null })).toMatchObject({ content: null });
});

test('spec §3 Note: long texts come back whole', async () => {
  const content = '**Ünï** 🌱\n> quote\n'.repeat(50_000).slice(0, 900_000);
  expect((await create({ title: 'Long', content })).content).toBe(content);
});

test('spec §5 Note: needs a title; texts have an end', async () => {
  const notes = ann.client.from('notes');
  for (const title of ['', ' ', 'x'.repeat(501)]) {
    expect(await notes.insert({ title })).toMatchObject(
      refusal(limit('notes', 'title_has_1_to_500_characters')),
    );
  }
  expect(await notes.insert({ title: 'Long', content: 'x'.repeat(1_000_001) })).toMatchObject(
    refusal(limit('notes', 'content_has_up_to_1000000_characters')),
  );
});

test('spec §1 per user: a note cannot be put into a stranger’s folder, new or moved', async () => {
  const theirs = succeeded(
    await bob.client.from('folders').insert({ name: 'Bob’s' }).select('uid').single(),
  );
  const stranger = {
    status: 409,
    code: '23503',
    message:
      /on table "notes" violates foreign key constraint "folder_is_a_folder_of_the_same_user"$/,
  };
  const notes = ann.client.from('notes');
  expect(await notes.insert({ title: 'N', folder_uid: theirs.uid })).toMatchObject(
    refusal(stranger),
  );
  const mine = await create({ title: 'N' });
  expect(await notes.update({ folder_uid: theirs.uid }).eq('id', mine.id)).toMatchObject(
    refusal(stranger),
  );
});

test('design §5: a save is conditional on the version that was loaded', async () => {
  const loaded = await create({ title: 'Draft' });
  const save = (content: string) =>
    ann.client
      .from('notes')
      .update({ content })
      .eq('id', loaded.id)
      .eq('updated_at', loaded.updated_at)
      .select('content');
  expect(succeeded(await save('first tab'))).toEqual([{ content: 'first tab' }]);
  expect(succeeded(await save('second tab'))).toEqual([]);
});
