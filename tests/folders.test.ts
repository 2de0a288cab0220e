import { randomUUID } from 'node:crypto';
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
const create = async (of: Actor, row: object): Promise<{ uid: string }> =>
  succeeded(
    await of.client
      .from('folders')
      .insert({ name: unique('folder'), ...row })
      .select()
      .single(),
  );
const move = (uid: string, parent_uid: string | null) =>
  ann.client.from('folders').update({ parent_uid }).eq('uid', uid).select('uid');

async function chain(length: number): Promise<{ uid: string }[]> {
  const folders: { uid: string }[] = [];
  for (let level = 0; level < length; level += 1) {
    folders.push(await create(ann, { parent_uid: folders.at(-1)?.uid ?? null }));
  }
  return folders;
}

test('spec §3 Folder: a name is enough', async () => {
  expect(await create(ann, { name: 'Recipes' })).toMatchObject({
    name: 'Recipes',
    category: '',
    parent_uid: null,
  });
});

test('spec §5 Folder: needs a name of reasonable length', async () => {
  for (const name of ['', '   ', 'x'.repeat(201)]) {
    expect(await ann.client.from('folders').insert({ name })).toMatchObject(
      refusal(limit('folders', 'name_has_1_to_200_characters')),
    );
  }
});

test('spec §3 Folder: lies only below a folder of the same owner', async () => {
  const theirs = await create(bob, {});
  const mine = await create(ann, {});
  const stranger = {
    status: 409,
    code: '23503',
    message:
      /on table "folders" violates foreign key constraint "parent_is_a_folder_of_the_same_user"$/,
  };
  expect(await move(mine.uid, theirs.uid)).toMatchObject(refusal(stranger));
  const planted = ann.client.from('folders').insert({ name: 'x', parent_uid: theirs.uid });
  expect(await planted).toMatchObject(refusal(stranger));
});

test('spec §4 Folder: moves anywhere but into itself or below itself', async () => {
  const [top, middle, bottom] = await chain(3);
  if (!top || !middle || !bottom) throw new Error('A chain of three is needed.');
  expect(await move(top.uid, top.uid)).toMatchObject(refusal(circle));
  expect(await move(top.uid, middle.uid)).toMatchObject(refusal(circle));
  expect(await move(top.uid, bottom.uid)).toMatchObject(refusal(circle));
  succeeded(await move(bottom.uid, top.uid));
  succeeded(await move(middle.uid, bottom.uid));
  succeeded(await move(bottom.uid, null));
});

test('spec §4 Folder: two moves at once cannot close a circle', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = await Promise.all([create(ann, {}), create(ann, {})]);
    const answers = await Promise.all([move(a.uid, b.uid), move(b.uid, a.uid)]);
    const refused = answers.filter(({ error }) => error);
    expect(refused).toHaveLength(1);
    for (const answer of refused) expect(answer).toMatchObject(refusal(circle));
  }
});

const tooDeep = {
  status: 400,
  code: 'P0001',
  message: 'Folders can be nested 100 levels deep at most',
};

/** New folders, each in the one before. */
function nested(levels: number): { uid: string; name: string; parent_uid: string | null }[] {
  const uids = Array.from({ length: levels }, () => randomUUID());
  return uids.map((uid, level) => ({
    uid,
    name: `Level ${level + 1}`,
    parent_uid: uids[level - 1] ?? null,
  }));
}

test('spec §4 Folder: lies at most a hundred levels deep', async () => {
  const folders = nested(100);
  const { client } = await actor('digger');
  succeeded(await client.from('folders').insert(folders).select('uid'));
  const put = (uid: string, into?: { uid: string }) =>
    client
      .from('folders')
      .update({ parent_uid: into?.uid ?? null })
      .eq('uid', uid);
  const below = { name: 'Deeper', parent_uid: folders[99]?.uid };
  expect(await client.from('folders').insert(below)).toMatchObject(refusal(tooDeep));
  // One level beside another of two.
  const [top, low] = nested(2);
  if (!top || !low) throw new Error('Two are needed.');
  succeeded(await client.from('folders').insert([top, low]).select('uid'));
  expect(await put(top.uid, folders[98])).toMatchObject(refusal(tooDeep));
  expect(await put(top.uid, folders[97])).toMatchObject({ status: 204 });
  expect(await put(low.uid, folders[98])).toMatchObject({ status: 204 });
  // From the lowest up in one statement.
  const deep = nested(101).toReversed();
  expect(await client.from('folders').insert(deep)).toMatchObject(refusal(tooDeep));
});

test('spec §5 Folder: deleting one deletes all its contents, and nothing else', async () => {
  const [top, middle, bottom] = await chain(3);
  if (!top || !middle || !bottom) throw new Error('A chain of three is needed.');
  const beside = await create(ann, {});
  const note = async (folder_uid: string | null): Promise<string> => {
    const row = { title: 'N', folder_uid };
    return succeeded(await ann.client.from('notes').insert(row).select('uid').single()).uid;
  };
  await Promise.all([note(top.uid), note(bottom.uid)]);
  const kept = await Promise.all([note(beside.uid), note(null)]);

  const remove = async (uid: string) => {
    const change = { table: 'folders', uid, delete: true, seen: Number.MAX_SAFE_INTEGER };
    const answer = succeeded(await ann.client.rpc('push_changes', { changes: [change] }));
    expect(answer.answers).toMatchObject([{ uid, row: { uid } }]);
  };
  const shown = async (view: string): Promise<string[]> =>
    succeeded(await ann.client.from(view).select('uid').order('uid')).map(({ uid }) => uid);
  await remove(middle.uid);
  expect(await shown('api_folders')).toContain(top.uid);
  expect(await shown('api_folders')).not.toContain(middle.uid);
  expect(await shown('api_folders')).not.toContain(bottom.uid);
  await remove(top.uid);
  expect(await shown('api_notes')).toEqual(kept.toSorted());
});
