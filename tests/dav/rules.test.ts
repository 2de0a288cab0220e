import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { nextOccurrenceUid } from '#domain/uid.ts';
import { actor, type Actor } from '../support/actors.ts';
import { appPassword } from '../support/programs.ts';
import { done } from '../support/changes.ts';
import { ask } from './support.ts';

let ann: Actor;
let password: string;

beforeEach(async () => {
  ann = await actor('ann');
  ({ password } = await appPassword(ann, 'dav'));
});

const list = () => `/dav/calendars/${ann.username}/none/`;
const headers = { 'content-type': 'text/calendar; charset=utf-8' };
const put = (name: string, body: string) =>
  ask(ann, password, 'PUT', `${list()}${name}.ics`, { body, headers });
const get = async (name: string) => (await ask(ann, password, 'GET', `${list()}${name}.ics`)).text;
const tasks = async () =>
  (await ann.client.from('tasks').select().is('deleted_at', null).order('due_date')).data ?? [];

const object = (uid: string, lines: string[], ...after: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Phone//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    'SUMMARY:Bins',
    ...lines,
    'BEGIN:VALARM',
    'UID:4D1A',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VTODO',
    ...after,
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const TIMED = [
  'DTSTART;TZID=Europe/Berlin:20261123T070000',
  'DUE;TZID=Europe/Berlin:20261125T080000',
  'RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE;COUNT=12;WKST=SU',
  'EXDATE;TZID=Europe/Berlin:20261125T070000,20261214T070000',
  'X-APPLE-SORT-ORDER:7',
];

test('design §7 DAV: the next occurrence of a rule of another program is its object, moved, with all that stood in it', async () => {
  const uid = randomUUID().toUpperCase();
  const raw = object(uid, TIMED);
  expect((await put('bins', raw)).status).toBe(201);
  const [task] = await tasks();
  expect(task).toMatchObject({
    due_date: '2026-11-25',
    repeat_type: 'none',
    recurrence: [
      'RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE;COUNT=12;WKST=SU',
      'EXDATE:20261125,20261214',
      'DURATION:P2D',
    ].join('\n'),
  });
  expect(await get('bins')).toBe(raw);

  await done(ann, { table: 'tasks', uid: task.uid, set: { completed: true }, today: '2026-11-25' });
  const [, next] = await tasks();
  const successor = nextOccurrenceUid(task.uid);
  expect(next).toMatchObject({ uid: successor, due_date: '2026-12-18', completed: false });
  expect(await get(successor)).toBe(
    raw
      .replace(uid, successor)
      .replace('DTSTART;TZID=Europe/Berlin:20261123', 'DTSTART;TZID=Europe/Berlin:20261216')
      .replace('DUE;TZID=Europe/Berlin:20261125', 'DUE;TZID=Europe/Berlin:20261218')
      .replace('COUNT=12', 'COUNT=9'),
  );
  // What the phone then sends is what is there.
  expect((await put(successor, await get(successor))).status).toBe(204);
  expect((await tasks())[1]).toMatchObject({
    due_date: '2026-12-18',
    recurrence: next.recurrence,
  });
});

test('design §7 DAV: a phone completes a task with its rule: the next one has what it sent with that', async () => {
  const uid = randomUUID();
  const lines = ['DUE;VALUE=DATE:20991208', 'RRULE:FREQ=MONTHLY;BYDAY=2TU'];
  expect((await put(uid, object(uid, lines))).status).toBe(201);
  const [task] = await tasks();
  const completed = object(uid, [...lines, 'LOCATION:Yard', 'STATUS:COMPLETED']);
  expect((await put(uid, completed)).status).toBe(204);
  const successor = nextOccurrenceUid(task.uid);
  expect(await get(successor)).toBe(
    object(successor, [...lines, 'LOCATION:Yard', 'STATUS:NEEDS-ACTION']).replace(
      'VALUE=DATE:20991208',
      'VALUE=DATE:21000112',
    ),
  );
  expect(await get(uid)).toBe(completed);
});

test('design §7 DAV: another repeat, or none, takes the rule out of the object', async () => {
  const uid = randomUUID();
  const raw = object(uid, TIMED);
  await put(uid, raw);
  const [task] = await tasks();
  const set = async (fields: object) => done(ann, { table: 'tasks', uid: task.uid, set: fields });
  await set({ repeat_type: 'weekly' });
  const weekly = await get(uid);
  expect(weekly).toContain('RRULE:FREQ=WEEKLY\r\n');
  expect(weekly).not.toContain('EXDATE');
  await set({ repeat_type: 'none' });
  expect(await get(uid)).not.toMatch(/RRULE|EXDATE/u);
  expect(await get(uid)).toContain('TRIGGER:-PT15M');
});

test('design §7 DAV: a rule that is not followed is kept, and ends with its task', async () => {
  const uid = randomUUID();
  const raw = object(uid, ['DUE;VALUE=DATE:20261201', 'RRULE:FREQ=HOURLY;INTERVAL=5']);
  await put(uid, raw);
  const [task] = await tasks();
  expect(task.recurrence).toBe('RRULE:FREQ=HOURLY;INTERVAL=5');
  await done(ann, { table: 'tasks', uid: task.uid, set: { completed: true } });
  expect(await tasks()).toHaveLength(1);
  expect(await get(uid)).toContain('RRULE:FREQ=HOURLY;INTERVAL=5');
});
