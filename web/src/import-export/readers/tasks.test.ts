import { expect, test } from 'vitest';
import { fixture, read, source } from '../testing.ts';

const NEW = {
  completed: false,
  completed_at: null,
  created_at: null,
  rank: null,
  repeat_anchor_day: null,
  recurrence: null,
};
const task = (fields: object) => ({
  description: null,
  priority: 'medium',
  category: null,
  due_date: null,
  repeat_type: 'none',
  ...NEW,
  ...fields,
});
const done = (time: string) => ({ completed: true, completed_at: `${time}.000Z` });
const created = (time: string) => ({ created_at: `${time}.000Z` });
const JANUARY = created('2026-01-01T00:00:00');

test.each([
  [
    'todoist.csv',
    'todoist',
    [
      task({
        title: 'Äpfel kaufen',
        description:
          'Zwei Kilo, "rote"\n\nSection: Küche\nLabels: Markt, bio\nDuration: 30 minute\nComment: Nicht vergessen 🍎',
        priority: 'high',
        category: 'todoist',
        due_date: '2026-11-23',
        repeat_type: 'daily',
      }),
      task({
        title: 'Unterpunkt',
        description:
          'Part of: Äpfel kaufen\nSection: Küche\nAssigned to: Max (2)\nDeadline: 2026-12-31',
        priority: 'low',
        category: 'todoist',
        due_date: '2026-12-24',
      }),
      task({
        title: 'Arzt anrufen',
        description: 'Section: Küche\nDate in Todoist: morgen um 15:00',
        category: 'todoist',
        due_date: '2026-11-24',
      }),
    ],
  ],
  [
    'ticktick.csv',
    'ticktick',
    [
      task({
        title: 'Child first',
        description: 'Part of: Parent\nFolder: Arbeit\nTags: a, b',
        priority: 'high',
        category: 'Projekt Ä',
        due_date: '2026-12-02',
        repeat_type: 'biweekly',
        ...created('2026-01-01T10:00:00'),
      }),
      task({
        title: 'Parent',
        description:
          'Line 1\nLine 2 😀\n\nFolder: Arbeit\nColumn: Doing\nDue at: 21:30 (America/New_York)',
        priority: 'low',
        category: 'Projekt Ä',
        due_date: '2026-12-04',
        ...done('2026-01-02T10:00:00'),
        ...created('2026-01-01T10:00:00'),
      }),
      task({
        title: 'List',
        description: '- [ ] Milk\n- [x] Bread\n- [x] Rye\n\nRepeats: RRULE:FREQ=DAILY;COUNT=3',
        ...created('2026-01-01T10:00:00'),
      }),
    ],
  ],
  [
    'microsoft-to-do.json',
    'microsoft-to-do',
    [
      task({
        title: 'Fenster putzen 🪟',
        description: 'Mit Essig\n\nZweite Zeile\n\n- [x] Küche\n- [ ] Bad\n\nCategories: Blau',
        priority: 'high',
        category: 'Haus & Hof',
        due_date: '2026-12-24',
        repeat_type: 'daily-weekday',
        created_at: '2026-01-02T03:04:05.123Z',
      }),
      task({
        title: 'Fertig',
        description:
          'Repeats: {"type":"relativeMonthly","interval":1,"daysOfWeek":["monday"],"index":"first"}',
        priority: 'low',
        category: 'Haus & Hof',
        ...done('2026-02-03T00:00:00'),
      }),
    ],
  ],
  [
    'Tasks.json',
    'google-tasks',
    [
      task({
        title: 'Kind 👶',
        description: 'Notiz\n\nPart of: Mutter\nDue at: 23:30 (Europe/Berlin)',
        category: 'Meine Liste',
        due_date: '2026-03-01',
        ...JANUARY,
      }),
      task({
        title: 'Mutter',
        category: 'Meine Liste',
        due_date: '2026-02-28',
        ...done('2026-02-01T12:00:00'),
      }),
    ],
  ],
  [
    'todo.ics',
    'icalendar',
    [
      task({
        title: 'Brötchen holen, schnell',
        description:
          'Erste Zeile\nzweite mit sehr langem Text der auf der nächsten Zeile weitergeht\n\nPart of: Frühstück\nCategories: Früh\nDue at: 07:30 (Europe/Berlin)\nReminder: -PT15M\nPlace: Bäcker',
        priority: 'high',
        category: 'Essen',
        due_date: '2026-12-01',
        repeat_type: 'daily-weekday',
      }),
      task({
        title: 'Frühstück',
        description: 'Due at: 00:30 (Europe/Berlin)\nRepeats: FREQ=MONTHLY;BYDAY=2MO',
        category: 'Privat',
        due_date: '2026-12-01',
        ...done('2026-12-01T06:00:00'),
      }),
    ],
  ],
  [
    'vikunja-data.json',
    'vikunja',
    [
      task({
        title: 'Rosen schneiden 🌹',
        description:
          'Nur rote\n- eins\n\nLabels: draußen\nDue at: 00:30 (Europe/Berlin)\nDone: 50 %\nComment: Gut\nAttachment left out: rose.jpg',
        priority: 'high',
        category: 'Garten',
        due_date: '2027-01-01',
        repeat_type: 'weekly',
        ...JANUARY,
      }),
      task({
        title: 'Schere',
        description: 'Part of: Rosen schneiden 🌹\nRepeats: every 10 days',
        priority: 'low',
        category: 'Garten',
        ...done('2026-01-05T00:00:00'),
      }),
      task({ title: 'Gießen', category: 'Beet', repeat_type: 'monthly' }),
    ],
  ],
  [
    'tududi.json',
    'tududi',
    [
      task({
        title: 'Streichen 🎨',
        description: 'Zwei Schichten\n\nTags: rot',
        priority: 'high',
        category: 'Küche',
        due_date: '2026-12-01',
        repeat_type: 'biweekly',
        ...JANUARY,
      }),
      task({
        title: 'Farbe',
        description: 'Part of: Streichen 🎨\nRepeats: monthly_weekday, every 1',
        priority: 'low',
        ...done('2026-02-01T00:00:00'),
      }),
    ],
  ],
  [
    'super-productivity.json',
    'super-productivity',
    [
      task({
        title: 'Bericht 📈',
        description: 'Über alles\n\nTags: wichtig\nDue at: 18:00 (Europe/Berlin)\nEstimate: 60 min',
        category: 'Büro',
        due_date: '2026-12-01',
        repeat_type: 'weekly',
        ...JANUARY,
      }),
      task({
        title: 'Zahlen',
        description: 'Part of: Bericht 📈',
        category: 'Büro',
        due_date: '2026-12-03',
        ...done('2026-01-02T00:00:00'),
        ...JANUARY,
      }),
      task({ title: 'Alt', category: 'Büro', ...done('2026-01-02T00:00:00'), ...JANUARY }),
    ],
  ],
])('design §6: the tasks of %s', (name, format, tasks) => {
  const found = read(fixture(name));
  expect(found.formats).toEqual([format]);
  expect(found.tasks).toEqual(tasks);
});

test('design §6: what is not imported is said with its place', () => {
  expect(read(fixture('Tasks.json')).problems).toEqual([
    'Tasks.json#3 It was deleted.',
    'Tasks.json#4 It has no title.',
  ]);
  expect(read(fixture('todo.ics')).problems).toEqual([
    'todo.ics:37 This task has no end: the file is cut off.',
    'todo.ics 1 event or journal entry: Almanac takes tasks (VTODO).',
  ]);
});

test('docs/limits.md: a text that is too long for a task goes on in a note', () => {
  const long = 'ü'.repeat(30_000);
  const { tasks, notes, problems } = read(
    source(
      'todo.ics',
      `BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:${'x'.repeat(600)}\nDESCRIPTION:${long}\nEND:VTODO\nEND:VCALENDAR`,
    ),
  );
  expect([...(tasks[0]?.title ?? '')]).toHaveLength(500);
  expect(tasks[0]?.description).toHaveLength(20_000);
  expect(notes[0]?.content).toContain(long);
  expect(notes[0]?.content).toContain(`Title: ${'x'.repeat(600)}`);
  expect(problems).toHaveLength(1);
});
