import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { limit, refusal, succeeded } from './support/outcomes.ts';

let ann: Actor;
let bob: Actor;

beforeAll(async () => {
  [ann, bob] = await Promise.all([actor('ann'), actor('bob')]);
});

const circle = {
  status: 400,
  code: 'P0001',
  message: 'A folder cannot be moved into itself or into a folder below it',
};
const create = async (of: Actor, row: object): Promise<{ id: number }> =>
  succeeded(
    await of.client
      .from('folders')
      .insert({ name: unique('folder'), ...row })
      .select()
      .single(),
  );
const move = (id: number, parent_id: number | null) =>
  ann.client.from('folders').update({ parent_id }).eq('id', id).select('id');

async function chain(length: number): Promise<{ id: number }[]> {
  const folders: { id: number }[] = [];
  for (let level = 0; level < length; level += 1) {
    folders.push(await create(ann, { parent_id: folders.at(-1)?.id ?? null }));
  }
  return folders;
}

test('§3 Folder: a name is enough', async () => {
  expect(await create(ann, { name: 'Recipes' })).toMatchObject({
    name: 'Recipes',
    category: '',
    parent_id: null,
  });
});

test('§5 Folder: needs a name of reasonable length', async () => {
  for (const name of ['', '   ', 'x'.repeat(201)]) {
    expect(await ann.client.from('folders').insert({ name })).toMatchObject(
      refusal(limit('folders', 'name_has_1_to_200_characters')),
    );
  }
});

test('§3 Folder: lies only below a folder of the same owner', async () => {
  const theirs = await create(bob, {});
  const mine = await create(ann, {});
  const stranger = {
    status: 409,
    code: '23503',
    message:
      /on table "folders" violates foreign key constraint "parent_is_a_folder_of_the_same_user"$/,
  };
  expect(await move(mine.id, theirs.id)).toMatchObject(refusal(stranger));
  const planted = ann.client.from('folders').insert({ name: 'x', parent_id: theirs.id });
  expect(await planted).toMatchObject(refusal(stranger));
});

test('§4 Folder: moves anywhere but into itself or below itself', async () => {
  const [top, middle, bottom] = await chain(3);
  if (!top || !middle || !bottom) throw new Error('A chain of three is needed.');
  expect(await move(top.id, top.id)).toMatchObject(refusal(circle));
  expect(await move(top.id, middle.id)).toMatchObject(refusal(circle));
  expect(await move(top.id, bottom.id)).toMatchObject(refusal(circle));
  succeeded(await move(bottom.id, top.id));
  succeeded(await move(middle.id, bottom.id));
  succeeded(await move(bottom.id, null));
});

test('§4 Folder: two moves at once cannot close a circle', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = await Promise.all([create(ann, {}), create(ann, {})]);
    const answers = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
    const refused = answers.filter(({ error }) => error);
    expect(refused).toHaveLength(1);
    for (const answer of refused) expect(answer).toMatchObject(refusal(circle));
  }
});

test('§5 Folder: deleting one deletes all its contents, and nothing else', async () => {
  const [top, middle, bottom] = await chain(3);
  if (!top || !middle || !bottom) throw new Error('A chain of three is needed.');
  const beside = await create(ann, {});
  const note = async (folder_id: number | null) =>
    succeeded(
      await ann.client.from('notes').insert({ title: 'N', folder_id }).select('id').single(),
    );
  await Promise.all([note(top.id), note(bottom.id)]);
  const kept = await Promise.all([note(beside.id), note(null)]);

  succeeded(await ann.client.from('folders').delete().eq('id', middle.id).select('id'));
  const left = ann.client.from('folders').select('id').in('id', [top.id, middle.id, bottom.id]);
  expect(succeeded(await left)).toEqual([{ id: top.id }]);
  succeeded(await ann.client.from('folders').delete().eq('id', top.id).select('id'));
  const notes = succeeded(await ann.client.from('notes').select('id').order('id'));
  expect(notes).toEqual(kept.toSorted((one, other) => one.id - other.id));
});
