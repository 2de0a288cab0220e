import { expect, test } from 'vitest';
import type { TaskFields } from '#domain/task.ts';
import { dueTasks } from './drag-test-page.tsx';

function task(id: number, due_date: string | null, fields: Partial<TaskFields> = {}): TaskFields {
  return {
    id,
    uid: `${id}`,
    completed: false,
    completed_at: null,
    due_date,
    repeat_type: 'none',
    rank: null,
    ...fields,
  };
}

test('spec §5 drag-test filter: open, due today or earlier; unparsable dates are left out', () => {
  const tasks = [
    task(1, '2026-03-10'),
    task(2, '2026-03-11'),
    task(3, null),
    task(4, '2026-03-01', { completed: true }),
    task(5, '2026-02-30'),
    task(6, 'soon'),
    task(7, ''),
    task(8, '2025-12-31'),
  ];
  expect(dueTasks(tasks, '2026-03-10').map(({ id }) => id)).toEqual([8, 1]);
});

test('spec §2 drag-test: sorted by sortOrder', () => {
  const tasks = [
    task(1, '2026-03-01'),
    task(2, '2026-03-10', { rank: 'a1' }),
    task(3, '2026-03-09', { rank: 'a0' }),
  ];
  expect(dueTasks(tasks, '2026-03-10').map(({ id }) => id)).toEqual([3, 2, 1]);
});
