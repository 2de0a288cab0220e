import { expect, test } from 'vitest';
import { groupTasks } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { reusePanels } from './panels.ts';

const task = (uid: string, due_date: string): TaskRow => ({
  id: 1,
  uid,
  user_id: '',
  rev: 1,
  edited_rev: 1,
  deleted_at: null,
  created_at: '',
  updated_at: '',
  title: uid,
  description: null,
  priority: 'medium',
  category: null,
  completed: false,
  completed_at: null,
  due_date,
  repeat_type: 'none',
  repeat_anchor_day: null,
  spawned_untouched: false,
  rank: null,
});

test('design §8: a panel whose tasks did not change is the same as before', () => {
  const today = '2026-03-04';
  const first = task('first', today);
  const second = task('second', '2026-03-05');
  const before = groupTasks([first, second], today);
  const completed = [{ ...first, completed: true }, second];
  const after = reusePanels(before, groupTasks(completed, today));
  expect(after.dueTomorrow).toBe(before.dueTomorrow);
  expect(after.nextWeek).toBe(before.nextWeek);
  expect(after.dueToday).toEqual([]);
  expect(after.completedToday).toHaveLength(1);
});
