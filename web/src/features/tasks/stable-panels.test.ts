import { expect, test } from 'vitest';
import { groupTasks } from '../../../../supabase/functions/_shared/domain/tasks.ts';
import { withChanged, withCreated } from '../../data/tasks/pending-task.ts';
import { withUnchanged } from './stable-panels.ts';

test('design §8: a panel whose tasks did not change is the same as before', () => {
  const today = '2026-03-04';
  const [first] = withCreated({ title: 'First', due_date: today })([]);
  const [second] = withCreated({ title: 'Second', due_date: '2026-03-05' })([]);
  if (!first || !second) throw new Error('Created tasks are shown');
  const tasks = [first, second];
  const before = groupTasks(tasks, today);
  const completed = withChanged(first.id, { completed: true, completed_at: null })(tasks);
  const after = withUnchanged(before, groupTasks(completed, today));
  expect(after.dueTomorrow).toBe(before.dueTomorrow);
  expect(after.nextWeek).toBe(before.nextWeek);
  expect(after.dueToday).toEqual([]);
  expect(after.completedToday).toHaveLength(1);
});
