import { expect, test } from 'vitest';
import { overdueTasks } from './notifications-button.tsx';

const today = '2026-03-10';

function task(id: number, due_date: string | null, completed = false) {
  const repeat_type = 'none' as const;
  return { id, uid: `${id}`, completed, completed_at: null, due_date, repeat_type, rank: null };
}

test('spec §2 notifications: overdue is open, with a due date, before today; the oldest comes first', () => {
  const tasks = [
    task(1, '2026-03-09'),
    task(2, '2026-03-10'),
    task(3, null),
    task(4, '2026-03-01', true),
    task(5, '2025-12-31'),
  ];
  expect(overdueTasks(tasks, today).map(({ id }) => id)).toEqual([5, 1]);
});

test('spec §2 notifications: tasks of one day stand in the order in which they were made', () => {
  const tasks = [task(3, '2026-03-01'), task(1, '2026-03-01'), task(2, '2026-03-01')];
  expect(overdueTasks(tasks, today).map(({ id }) => id)).toEqual([1, 2, 3]);
});
