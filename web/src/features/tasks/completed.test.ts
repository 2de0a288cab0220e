import { expect, test } from 'vitest';
import { completedEntries } from './completed.ts';

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
