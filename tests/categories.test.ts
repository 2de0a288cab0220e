import { beforeEach, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { limit, refusal, succeeded } from './support/outcomes.ts';

// A user's categories are few and their names are all there is, so every test has its own user.
let ann: Actor;

beforeEach(async () => {
  ann = await actor('ann');
});

const names = async () => {
  const rows = succeeded(await ann.client.from('categories').select('name').order('id'));
  return rows.map(({ name }) => name);
};
const add = async (...list: string[]) =>
  succeeded(
    await ann.client
      .from('categories')
      .insert(list.map((name) => ({ name })))
      .select(),
  );
const rename = (old_name: string, new_name: string) =>
  ann.client.rpc('rename_category', { old_name, new_name });
const fill = async (of: Actor, category: string) => {
  for (const [table, row] of [
    ['tasks', { title: 'T' }],
    ['contacts', { last_name: 'C' }],
    ['folders', { name: 'F' }],
  ] as const) {
    succeeded(
      await of.client
        .from(table)
        .insert({ ...row, category })
        .select('id'),
    );
  }
};
const three = (list: string[]) => [list, list, list];
const used = async (of: Actor) => {
  const tables = ['tasks', 'contacts', 'folders'];
  const answers = await Promise.all(
    tables.map((table) => of.client.from(table).select('category').order('id')),
  );
  return answers.map((answer) => succeeded(answer).map(({ category }) => category));
};

test('spec §4 category: renaming takes its tasks, contacts and folders along', async () => {
  const bob = await actor('bob');
  succeeded(await bob.client.from('categories').insert({ name: 'Work' }).select());
  await add('Work', 'Home');
  await Promise.all([fill(ann, 'Work'), fill(bob, 'Work')]);
  await fill(ann, 'Home');

  expect((await rename('Work', '  Office ')).error).toBeNull();
  expect(await names()).toEqual(['Office', 'Home']);
  expect(await used(ann)).toEqual(three(['Office', 'Home']));
  expect(await used(bob)).toEqual(three(['Work']));
});

test('spec §5 category: a rename onto another existing category is refused, nothing moves', async () => {
  await add('Work', 'Home');
  await fill(ann, 'Work');
  for (const taken of ['Home', 'home', 'HOME']) {
    expect(await rename('Work', taken)).toMatchObject(
      refusal({
        status: 409,
        code: 'PT409',
        message: `A category named "${taken}" already exists`,
      }),
    );
  }
  expect(await names()).toEqual(['Work', 'Home']);
  expect(await used(ann)).toEqual(three(['Work']));
});

test('spec §5 category: a change of case is a rename like any other', async () => {
  await add('work');
  await fill(ann, 'work');
  expect((await rename('work', 'Work')).error).toBeNull();
  expect(await names()).toEqual(['Work']);
  expect(await used(ann)).toEqual(three(['Work']));
  expect((await rename('Work', 'Work')).error).toBeNull();
});

test('spec §5 category: a rename needs a category and a name', async () => {
  await add('Work');
  expect(await rename('Garden', 'Kitchen')).toMatchObject(
    refusal({
      status: 404,
      code: 'PT404',
      message: 'Category not found',
    }),
  );
  expect(await rename('Work', '   ')).toMatchObject(
    refusal({
      status: 400,
      code: 'P0001',
      message: 'A category needs a name',
    }),
  );
  expect(await rename('Work', 'x'.repeat(201))).toMatchObject(
    refusal(limit('categories', 'name_has_1_to_200_characters')),
  );
});

test('spec §5 category: one name once, in whatever case, and none that the filters use', async () => {
  await add('Work');
  expect(await ann.client.from('categories').insert({ name: 'WORK' })).toMatchObject(
    refusal({
      status: 409,
      code: '23505',
      message: 'duplicate key value violates unique constraint "categories_one_per_name"',
    }),
  );
  for (const name of ['', ' Work', 'Work ']) {
    expect(await ann.client.from('categories').insert({ name })).toMatchObject(
      refusal(limit('categories', 'name_has_1_to_200_characters')),
    );
  }
  for (const name of ['all', 'None']) {
    expect(await ann.client.from('categories').insert({ name })).toMatchObject(
      refusal(limit('categories', 'name_is_not_a_reserved_word')),
    );
  }
});

test('spec §7 bulk category: moves the own tasks of one category and says how many', async () => {
  const bob = await actor('bob');
  await Promise.all([fill(ann, 'Work'), fill(bob, 'Work')]);
  await fill(ann, 'Work');
  const move = (old_category: string, new_category: string | null) =>
    ann.client.rpc('bulk_update_task_category', { old_category, new_category });
  expect(succeeded(await move('Work', 'Office'))).toBe(2);
  expect(succeeded(await move('Work', 'Office'))).toBe(0);
  expect(await used(ann)).toEqual([
    ['Office', 'Office'],
    ['Work', 'Work'],
    ['Work', 'Work'],
  ]);
  expect(succeeded(await move('Office', null))).toBe(2);
  expect((await used(ann))[0]).toEqual([null, null]);
  expect((await used(bob))[0]).toEqual(['Work']);
});
