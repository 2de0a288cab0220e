import { expect, test } from 'vitest';
import { fixture, read, source } from '../testing.ts';

test('design §6: Todoist writes dates in words, some of them past, and times of day', () => {
  const { tasks } = read(fixture('todoist-2026.csv'));
  const told = tasks.map(({ title, due_date, repeat_type, description }) =>
    [title, due_date, repeat_type, /Date in Todoist: (.*)/u.exec(description ?? '')?.[1]].join(
      ' | ',
    ),
  );
  expect(told).toEqual([
    'Team meeting | 2026-11-23 | weekly | every monday at 9am',
    'Water the ferns | 2026-11-23 | biweekly | every! 2 weeks',
    'Post the parcel | 2026-10-09 | none | Oct 9 2026 10:00',
    'Order soil | 2026-10-09 | none | ',
    'Check the tray |  | none | every mon, fri',
    'Call Lima | 2026-12-14 | none | ',
  ]);
  expect(tasks[5]?.description).toContain('Due at: 00:30 (Europe/Berlin)');
});

test('design §6: tududi has goals, areas, people and days of the week', () => {
  const { tasks, contacts, notes } = read(fixture('tududi-2026.json'));
  expect(tasks.map(({ title, repeat_type }) => [title, repeat_type])).toEqual([
    ['Gießen', 'none'],
    ['Standup', 'daily-weekday'],
    ['Kurs', 'none'],
  ]);
  expect(tasks[0]?.description).toBe(
    'Repeats: weekly, every 1, MO TH\nReminder: 2026-12-01T08:00:00.000Z\nEstimate: 20 min\nGoal: Fit werden\nArea: Zuhause\nAssigned to: Ana María Pérez',
  );
  expect(tasks[2]?.description).toBe('Repeats: weekly, every 1, until 2027-01-31');
  expect(contacts).toEqual([
    {
      first_name: 'Ana María',
      last_name: 'Pérez',
      email_address: 'ana@example.org',
      phone: '+34 1',
    },
  ]);
  expect(notes.map(({ title, content }) => [title, content])).toEqual([
    ['Garten', 'Beete & Bäume'],
    ['Zuhause', 'Alles rund ums Haus'],
    ['Fit werden', '**Weil** es gut tut\n\nGoal for: 2027-06-01\nStatus: active'],
    ['More about your contacts', 'Ana María Pérez\nRelationship: friend\nNote: Mag Rosen 🌹'],
  ]);
});

test('design §6: what pauses in Super Productivity does not repeat, and deadlines are kept', () => {
  const state = {
    task: {
      entities: {
        a: { title: 'A', repeatCfgId: 'r', deadlineDay: '2026-12-24', priority: 1, tagIds: [] },
      },
    },
    taskRepeatCfg: { entities: { r: { repeatCycle: 'DAILY', repeatEvery: 1, isPaused: true } } },
  };
  const { tasks } = read(source('sp.json', JSON.stringify({ data: state })));
  expect(tasks[0]).toMatchObject({
    repeat_type: 'none',
    description: 'Repeats: daily, every 1 (paused)\nPriority: 1\nDeadline: 2026-12-24',
  });
});
