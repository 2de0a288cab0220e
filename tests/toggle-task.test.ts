import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { refusal, succeeded } from './support/outcomes.ts';

let ann: Actor;
let bob: Actor;

beforeAll(async () => {
  [ann, bob] = await Promise.all([actor('ann'), actor('bob')]);
});

const notFound = { status: 404, code: 'PT404', message: 'Task not found' };
const toggle = (task_id: number, today: string | null) =>
  ann.client.rpc('toggle_task', { task_id, today });
const create = async (row: object) =>
  succeeded(await ann.client.from('tasks').insert(row).select().single());
const openTasks = async (title: string) =>
  succeeded(
    await ann.client
      .from('tasks')
      .select()
      .eq('title', title)
      .eq('completed', false)
      .is('deleted_at', null)
      .order('id'),
  );

test('spec §7 toggle: flips completed and answers the task as it is then', async () => {
  const task = await create({ title: unique('once') });
  const done = succeeded(await toggle(task.id, '2026-11-21'));
  expect(done).toMatchObject({ id: task.id, completed: true });
  expect(done.completed_at).not.toBeNull();
  expect(await openTasks(task.title)).toEqual([]);
  expect(succeeded(await toggle(task.id, '2026-11-21'))).toMatchObject({
    completed: false,
    completed_at: null,
  });
});

test('spec §7 toggle: an unknown task and a stranger’s are the same to the caller', async () => {
  const task = await create({ title: 'Mine' });
  expect(await toggle(9_007_199_254_740_991, '2026-11-21')).toMatchObject(refusal(notFound));
  const stolen = bob.client.rpc('toggle_task', { task_id: task.id, today: '2026-11-21' });
  expect(await stolen).toMatchObject(refusal(notFound));
});

test('spec §7 toggle: asks for a day that is on the calendar', async () => {
  const task = await create({ title: 'Mine' });
  for (const today of [null, 'infinity']) {
    expect(await toggle(task.id, today)).toMatchObject(
      refusal({
        status: 400,
        code: 'P0001',
        message: 'The date of today is needed',
      }),
    );
  }
});

test('spec §4 repeat: completing creates the next open occurrence, alike but for its date', async () => {
  const task = await create({
    title: unique('rent'),
    description: 'by transfer',
    priority: 'high',
    category: 'Home',
    due_date: '2026-01-31',
    repeat_type: 'monthly',
    rank: 'Zx',
  });
  succeeded(await toggle(task.id, '2026-01-31'));
  const [february, ...more] = await openTasks(task.title);
  expect(more).toEqual([]);
  expect(february).toMatchObject({
    description: 'by transfer',
    priority: 'high',
    category: 'Home',
    due_date: '2026-02-28',
    repeat_type: 'monthly',
    rank: 'Zx',
    completed_at: null,
  });
  succeeded(await toggle(february.id, '2026-02-27'));
  expect(await openTasks(task.title)).toMatchObject([{ due_date: '2026-03-31' }]);
});

test('spec §4 repeat: a task completed late comes again after today', async () => {
  const task = await create({
    title: unique('late'),
    due_date: '2026-11-02',
    repeat_type: 'weekly',
  });
  succeeded(await toggle(task.id, '2026-11-21'));
  expect(await openTasks(task.title)).toMatchObject([{ due_date: '2026-11-23' }]);
});

test('spec §4 repeat: completing by an ordinary update repeats as well', async () => {
  const task = await create({
    title: unique('plain'),
    due_date: '2999-01-01',
    repeat_type: 'daily',
  });
  succeeded(
    await ann.client.from('tasks').update({ completed: true }).eq('id', task.id).select('id'),
  );
  expect(await openTasks(task.title)).toMatchObject([{ due_date: '2999-01-02' }]);
});

test('spec §4 repeat: un-completing removes the occurrence while it is untouched', async () => {
  const task = await create({
    title: unique('oops'),
    due_date: '2026-11-21',
    repeat_type: 'daily',
    category: unique('chores'),
  });
  succeeded(await toggle(task.id, '2026-11-21'));
  const [next] = await openTasks(task.title);
  // Dragging it and renaming its category does not make it something else.
  expect((await ann.client.rpc('reorder_tasks', { task_ids: [next.id] })).error).toBeNull();
  const renamed = { old_category: task.category, new_category: unique('duties') };
  expect(succeeded(await ann.client.rpc('bulk_update_task_category', renamed))).toBe(2);
  succeeded(await toggle(task.id, '2026-11-21'));
  expect(await openTasks(task.title)).toMatchObject([{ id: task.id }]);
});

test.each([{ description: 'call first' }, { due_date: '2026-12-24' }, { category: 'Other' }])(
  'spec §4 repeat: an occurrence with a new %o stays, and is not doubled later',
  async (edit) => {
    const task = await create({
      title: unique('edited'),
      due_date: '2026-11-21',
      repeat_type: 'daily',
    });
    succeeded(await toggle(task.id, '2026-11-21'));
    const [next] = await openTasks(task.title);
    succeeded(await ann.client.from('tasks').update(edit).eq('id', next.id).select('id'));
    succeeded(await toggle(task.id, '2026-11-21'));
    expect(await openTasks(task.title)).toMatchObject([{ id: task.id }, { id: next.id, ...edit }]);
    succeeded(await toggle(task.id, '2026-11-21'));
    expect(await openTasks(task.title)).toMatchObject([{ id: next.id }]);
  },
);

test('spec §4 repeat: one that was completed in its turn stays', async () => {
  const task = await create({
    title: unique('chain'),
    due_date: '2026-11-21',
    repeat_type: 'daily',
  });
  succeeded(await toggle(task.id, '2026-11-21'));
  const [second] = await openTasks(task.title);
  succeeded(await toggle(second.id, '2026-11-22'));
  succeeded(await toggle(task.id, '2026-11-22'));
  const open = await openTasks(task.title);
  expect(open).toMatchObject([{ id: task.id }, { due_date: '2026-11-23' }]);
});

test('spec §4 repeat: a new due date is a new day of the month to come back to', async () => {
  const task = await create({
    title: unique('moved'),
    due_date: '2026-01-31',
    repeat_type: 'monthly',
  });
  const moved = ann.client.from('tasks').update({ due_date: '2026-01-30' }).eq('id', task.id);
  succeeded(await moved.select('id'));
  succeeded(await toggle(task.id, '2026-02-28'));
  expect(await openTasks(task.title)).toMatchObject([{ due_date: '2026-03-30' }]);
});

test('spec §4 repeat: two tabs completing at once make one occurrence or none, never two', async () => {
  const task = await create({
    title: unique('twice'),
    due_date: '2026-11-21',
    repeat_type: 'daily',
  });
  await Promise.all(Array.from({ length: 5 }, () => toggle(task.id, '2026-11-21')));
  expect(await openTasks(task.title)).toMatchObject([{ due_date: '2026-11-22' }]);
});
