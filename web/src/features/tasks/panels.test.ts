import { expect, test } from 'vitest';
import { groupTasks } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { completedEntries, entriesSince, panelDays, reusePanels } from './panels.ts';

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
  recurrence: null,
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

  const entries = completedEntries(tasks, '', (moment) => moment.slice(0, 10));
  expect(entriesSince(entries, '2026-03-04T12:00:00+00:00')).toBe(2);
  expect(entriesSince(entries, '2026-03-02T00:00:00Z')).toBe(4);
  expect(entriesSince(entries, '2026-01-01T00:00:00Z')).toBe(5);
});

test('design §8: a panel says its days, and what day is dropped on it, whenever the week begins', () => {
  const [wednesday, friday, saturday, sunday] = [
    '2026-03-04',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
  ];
  const ofWednesday = panelDays(wednesday, 0);
  expect(ofWednesday).toEqual({
    noDueDate: { drop: null },
    dueToday: { only: wednesday, drop: wednesday },
    dueTomorrow: { text: 'Mar 5', only: '2026-03-05', drop: '2026-03-05' },
    restOfWeek: { text: 'Mar 6 to 7', drop: friday },
    completedToday: { only: wednesday },
    nextWeek: { text: 'Mar 8 to 14', drop: sunday },
    thisMonth: { text: 'March' },
    all: {},
  });
  const rest = (today: string, weekStart: number) => panelDays(today, weekStart).restOfWeek;
  const next = (today: string, weekStart: number) => panelDays(today, weekStart).nextWeek.text;
  expect(rest(wednesday, 1)).toEqual({ text: 'Mar 6 to 8', drop: friday });
  expect(next(wednesday, 1)).toBe('Mar 9 to 15');
  expect(rest(wednesday, 6)).toEqual({ text: 'Mar 6', drop: friday, only: friday });
  // Nothing is left of the week on its last two days.
  expect(rest(friday, 0)).toEqual({});
  expect(rest(saturday, 0)).toEqual({});
  expect(next(saturday, 0)).toBe('Mar 8 to 14');
  // On its first day the whole week lies ahead.
  expect(rest(sunday, 0)).toEqual({ text: 'Mar 10 to 14', drop: '2026-03-10' });
  expect(rest(sunday, 1)).toEqual({});
  expect(next(sunday, 1)).toBe('Mar 9 to 15');
});
