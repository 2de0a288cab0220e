import { expect, test } from 'vitest';
import type { TaskRow } from '../../db/rows.ts';
import {
  isPendingTask,
  withChanged,
  withCreated,
  withOrder,
  withoutTask,
  withToggled,
} from './pending-task.ts';

const [task] = withCreated({ title: 'Buy milk' })([]);
if (!task) throw new Error('A created task is shown');
const stored = (id: number, fields: Partial<TaskRow> = {}): TaskRow => ({ ...task, id, ...fields });

test('design §5: a created task is shown at once, with the defaults of the database', () => {
  expect(isPendingTask(task)).toBe(true);
  expect(task).toMatchObject({
    title: 'Buy milk',
    priority: 'medium',
    repeat_type: 'none',
    completed: false,
    due_date: null,
    sort_order: 0,
  });
});

test('design §5: a created task that has arrived already does not stand there twice', () => {
  const before = [stored(4, { title: 'Buy milk' })];
  const create = withCreated({ title: 'Buy milk' });
  expect(create(before)).toHaveLength(2);
  expect(create([...before, stored(5)])).toHaveLength(2);
});

test('§4 checkbox: toggling completes with a time, and re-opens without', () => {
  const [done] = withToggled(stored(1))([stored(1), stored(2)]);
  expect(done).toMatchObject({ completed: true, completed_at: expect.any(String) });
  if (!done) throw new Error('The task stays in the list');
  expect(withToggled(done)([done])).toMatchObject([{ completed: false, completed_at: null }]);
});

test('design §5: a change touches its own task only', () => {
  const rows = [stored(1), stored(2)];
  const changed = withChanged(2, { title: 'Buy bread' })(rows);
  expect(changed[0]).toBe(rows[0]);
  expect(changed[1]?.title).toBe('Buy bread');
  expect(withoutTask(1)(rows)).toEqual([rows[1]]);
});

test('§4 drag and drop: shown as reorder_tasks will number them', () => {
  const numbered = withOrder([3, 1])([stored(1), stored(2), stored(3)]);
  expect(numbered.map(({ sort_order }) => sort_order)).toEqual([-1, 0, -2]);
});
