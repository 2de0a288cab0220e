import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { limit, refusal, succeeded, type Refusal } from './support/outcomes.ts';

let ann: Actor;

beforeAll(async () => {
  ann = await actor('ann');
});

const tasks = () => ann.client.from('tasks');
const create = async (row: object) => succeeded(await tasks().insert(row).select().single());

test('spec §3 Task: a title is enough, the rest has its defaults', async () => {
  expect(await create({ title: 'Water the plants' })).toMatchObject({
    title: 'Water the plants',
    description: null,
    priority: 'medium',
    category: null,
    completed: false,
    completed_at: null,
    due_date: null,
    repeat_type: 'none',
    rank: null,
    deleted_at: null,
  });
});

test('spec §3 Task: every field comes back as it was given', async () => {
  const task = {
    title: 'Ünïcödé 🌱 "quotes" \\ \n newline',
    description: 'x'.repeat(20_000),
    priority: 'high',
    category: 'Garden',
    due_date: '2028-02-29',
    repeat_type: 'daily-weekday',
    rank: 'a0V',
  };
  expect(await create(task)).toMatchObject(task);
});

test('spec §4 Task: completed_at follows completed, whoever says so', async () => {
  const before = Date.now() - 60_000;
  const { id } = await create({ title: 'Done soon' });
  const update = async (change: object) =>
    succeeded(await tasks().update(change).eq('id', id).select().single());
  const done = await update({ completed: true });
  expect(Date.parse(done.completed_at)).toBeGreaterThan(before);
  expect((await update({ title: 'Done' })).completed_at).toBe(done.completed_at);
  expect((await update({ completed: false })).completed_at).toBeNull();

  // A device that was offline says when it was; that is never in the future.
  const completed_at = '2026-01-02T03:04:05+00:00';
  expect(await update({ completed: true, completed_at })).toMatchObject({ completed_at });
  const ahead = await update({ completed_at: '2999-01-01T00:00:00+00:00' });
  expect(Date.parse(ahead.completed_at)).toBeLessThan(Date.now() + 60_000);
  await update({ completed: false });
  expect((await update({ completed_at })).completed_at).toBeNull();
});

test('design §3: a rank is a key of fractional-indexing and nothing else', async () => {
  for (const rank of ['', 'a', 'a0', 'Zz', 'a0V', 'b00', 'Y00', 'e00000', `a0${'z'.repeat(200)}`]) {
    const isKey = rank.length > 1;
    const { error } = await tasks().insert({ title: 'Ranked', rank });
    expect(error?.message ?? null, rank).toBe(
      isKey
        ? null
        : 'new row for relation "tasks" violates check constraint "rank_is_a_fractional_index"',
    );
  }
  for (const rank of ['-1', 'a00', 'a0V0', 'b0', 'é0', 'a0 ', `a0${'z'.repeat(202)}`]) {
    expect(await tasks().insert({ title: 'Ranked', rank })).toMatchObject(
      refusal(limit('tasks', 'rank_is_a_fractional_index')),
    );
  }
});

test('spec §4 Task: a task that is put back knows when it was completed', async () => {
  const completed_at = '2025-05-06T07:08:09+00:00';
  expect(await create({ title: 'History', completed: true, completed_at })).toMatchObject({
    completed: true,
    completed_at,
  });
  expect(await create({ title: 'Open', completed: false, completed_at })).toMatchObject({
    completed: false,
    completed_at: null,
  });
});

test('spec §5 Task: what is no task is refused with the rule it breaks', async () => {
  const refuse = async (row: object, why: Refusal) =>
    expect(await tasks().insert(row)).toMatchObject(refusal(why));
  const title = unique('task');
  await refuse({ title: '  ' }, limit('tasks', 'title_has_1_to_500_characters'));
  await refuse({ title: 'x'.repeat(501) }, limit('tasks', 'title_has_1_to_500_characters'));
  await refuse(
    { title, description: 'x'.repeat(20_001) },
    limit('tasks', 'description_has_up_to_20000_characters'),
  );
  await refuse(
    { title, category: 'x'.repeat(201) },
    limit('tasks', 'category_has_up_to_200_characters'),
  );
  await refuse(
    { title, due_date: 'infinity' },
    limit('tasks', 'due_date_is_between_year_1_and_9999'),
  );
  await refuse(
    { priority: 'low' },
    {
      status: 400,
      code: '23502',
      message: 'null value in column "title" of relation "tasks" violates not-null constraint',
    },
  );
  await refuse(
    { title, priority: 'urgent' },
    {
      status: 400,
      code: '22P02',
      message: 'invalid input value for enum task_priority: "urgent"',
    },
  );
  await refuse(
    { title, due_date: '2026-02-30' },
    { status: 400, code: '22008', message: 'date/time field value out of range: "2026-02-30"' },
  );
});

test('design §3: two changes of a row in one moment still have different times', async () => {
  const { id } = await create({ title: 'Busy' });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      tasks()
        .update({ title: `Busy ${place}` })
        .eq('id', id)
        .select('updated_at')
        .single(),
    ),
  );
  const times = answers.map((answer) => Date.parse(succeeded(answer).updated_at));
  expect(new Set(times).size).toBe(10);
});

test('design §3: a list longer than the API answers at once can be paged to its end', async () => {
  const reader = await actor('reader');
  const rows = Array.from({ length: 1205 }, (_, place) => ({ title: `Task ${place}` }));
  const inserted = await reader.client.from('tasks').insert(rows);
  expect(inserted.error).toBeNull();

  const all = reader.client.from('tasks').select('id', { count: 'exact' }).order('id');
  const first = await all.range(0, 999);
  expect(first.count).toBe(1205);
  expect(succeeded(first)).toHaveLength(1000);
  const rest = await reader.client.from('tasks').select('id').order('id').range(1000, 1999);
  expect(succeeded(rest)).toHaveLength(205);
  const ids = new Set([...succeeded(first), ...succeeded(rest)].map(({ id }) => id));
  expect(ids.size).toBe(1205);
});
