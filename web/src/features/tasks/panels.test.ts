import { expect, test } from 'vitest';
import { groupTasks } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { completedEntries, reusePanels } from './panels.ts';

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

test('design §2: what is done stands by day, the newest first, and is searched by title', () => {
  const done = (title: string, completed_at: string) => ({ title, completed_at });
  const tasks = [
    done('Old', '2026-03-01T09:00:00Z'),
    done('Morning', '2026-03-04T08:00:00Z'),
    done('Evening', '2026-03-04T20:00:00+00:00'),
    { title: 'Without a time', completed_at: null },
  ];
  const list = (text: string) =>
    completedEntries(tasks, text, (moment) => moment.slice(0, 10)).map((entry) =>
      'task' in entry ? entry.task.title : `${entry.day} ${entry.count}`,
    );
  expect(list('')).toEqual(['2026-03-04 2', 'Evening', 'Morning', '2026-03-01 1', 'Old']);
  expect(list(' oLD')).toEqual(['2026-03-01 1', 'Old']);
  expect(list('nothing')).toEqual([]);
});
