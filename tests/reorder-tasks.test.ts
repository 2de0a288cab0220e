import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { refusal, succeeded } from './support/outcomes.ts';

let ann: Actor;
let bob: Actor;

beforeAll(async () => {
  [ann, bob] = await Promise.all([actor('ann'), actor('bob')]);
});

const reorder = (task_ids: number[] | null) => ann.client.rpc('reorder_tasks', { task_ids });
const notFound = { status: 404, code: 'PT404', message: 'Task not found' };

async function createTasks(of: Actor, category: string, total: number): Promise<number[]> {
  const rows = Array.from({ length: total }, (_, place) => ({ title: `${place}`, category }));
  const created = succeeded(await of.client.from('tasks').insert(rows).select('id').order('id'));
  return created.map(({ id }) => id);
}

async function inOrder(category: string): Promise<{ id: number; rank: string | null }[]> {
  const sorted = ann.client.from('tasks').select('id, rank').eq('category', category);
  return succeeded(await sorted.order('rank', { nullsFirst: false }).order('due_date').order('id'));
}

test('spec §4 drag: the dragged tasks come first, in the order given', async () => {
  const category = unique('drag');
  const [a = 0, b = 0, c = 0, d = 0] = await createTasks(ann, category, 4);
  expect((await reorder([c, a, b])).error).toBeNull();
  expect(await inOrder(category)).toEqual([
    { id: c, rank: 'Zx' },
    { id: a, rank: 'Zy' },
    { id: b, rank: 'Zz' },
    { id: d, rank: null },
  ]);
  // In front of those that were dragged before.
  expect((await reorder([b, d])).error).toBeNull();
  expect((await inOrder(category)).map(({ id }) => id)).toEqual([b, d, c, a]);
});

test('spec §4 drag: a list with a stranger’s, an unknown or a doubled task changes nothing', async () => {
  const category = unique('drag');
  const [a = 0, b = 0] = await createTasks(ann, category, 2);
  const [foreign = 0] = await createTasks(bob, category, 1);
  expect(await reorder([b, foreign, a])).toMatchObject(refusal(notFound));
  expect(await reorder([b, a, 9_007_199_254_740_991])).toMatchObject(refusal(notFound));
  expect(await reorder([b, a, b])).toMatchObject(
    refusal({
      status: 400,
      code: 'P0001',
      message: 'Every task must be listed once',
    }),
  );
  expect(await inOrder(category)).toEqual([
    { id: a, rank: null },
    { id: b, rank: null },
  ]);
});

test('spec §4 drag: an empty list is no mistake', async () => {
  expect((await reorder([])).error).toBeNull();
  expect((await reorder(null)).error).toBeNull();
});

test('spec §4 drag: two tabs dragging at once end with one of their orders', async () => {
  const category = unique('drag');
  const ids = await createTasks(ann, category, 30);
  const reversed = ids.toReversed();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => reorder(turn % 2 ? ids : reversed)),
  );
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
  const result = (await inOrder(category)).map(({ id }) => id);
  expect([ids, reversed]).toContainEqual(result);
});
