import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTACT_LIMITS } from '../domain/contact.ts';
import { addDays } from '../domain/dates.ts';
import { repeatTypes } from '../domain/repeat.ts';
import { taskPriorities } from '../domain/task.ts';
import { cardOf, contactObject, readCard, type ContactRow } from './contact-object.ts';
import { foldLine as fold } from '../import-export/content-lines.ts';
import { Malformed, parseComponents, print } from './lines.ts';
import { readTodo, taskObject, todoOf, type TaskRow } from './task-object.ts';

const ZONE = 'Europe/Berlin';
const lines = (...all: string[]) => [...all, ''].join('\r\n');

const text = fc.string({ unit: 'grapheme', maxLength: 120 }).map((value) =>
  value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
    .trim(),
);
const some = text.map((value) => value.replaceAll(/\s+/gu, ' ')).filter((value) => value !== '');
const optional = fc.option(some);
const moment = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}.000Z`);

/** What no repeat of the spec says. */
const RULES = [
  'RRULE:FREQ=MONTHLY;BYDAY=2TU',
  'RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE;COUNT=7',
  'RRULE:FREQ=YEARLY;BYMONTH=3,9;UNTIL=20401231',
  'RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20991230,20991231',
  'RRULE:FREQ=HOURLY\nDURATION:P3D',
];
const withoutDuration = (rule: string | null) => rule?.replace(/\nDURATION.*/u, '') ?? null;

const task: fc.Arbitrary<TaskRow> = fc
  .record({
    uid: fc.uuid(),
    title: some,
    description: fc.option(
      fc.array(some, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n')),
    ),
    priority: fc.constantFrom(...taskPriorities),
    due_date: fc.option(fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1990-01-01', n))),
    repeats: fc.oneof(
      fc.record({ repeat_type: fc.constantFrom(...repeatTypes), recurrence: fc.constant(null) }),
      fc.record({
        repeat_type: fc.constant('none' as const),
        recurrence: fc.constantFrom(...RULES),
      }),
    ),
    completed_at: fc.option(moment),
    created_at: moment,
    updated_at: moment,
  })
  .map(({ repeats, ...row }) => ({
    ...row,
    ...repeats,
    // The days from the start are said by the start, which is told from the due date.
    recurrence: row.due_date === null ? withoutDuration(repeats.recurrence) : repeats.recurrence,
    completed: row.completed_at !== null,
  }));

const FIELDS = (Object.keys(CONTACT_LIMITS) as (keyof typeof CONTACT_LIMITS)[]).filter(
  (field) => field !== 'category' && field !== 'display_full_name',
);
const contact = fc
  .record({
    uid: fc.uuid(),
    updated_at: moment,
    display_full_name: fc.constant(null),
    ...(Object.fromEntries(FIELDS.map((field) => [field, optional])) as Record<
      (typeof FIELDS)[number],
      typeof optional
    >),
  })
  // A card has to have a name, and then it is the one that it is shown by.
  .map((row): ContactRow => ({ ...row, first_name: row.first_name ?? 'A' }));

/** What phones send that Almanac has no field for; each stands somewhere in the object. */
const unknown = fc.uniqueArray(
  fc.constantFrom(
    'X-APPLE-SORT-ORDER:617',
    'GEO:48.2;16.3',
    'X-MOZ-LASTACK;VALUE=DATE-TIME:20261123T101010Z',
    'URL:https://example.org/a;b,c',
    'ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:iVBORw0KGgo=',
    'item1.X-ABLABEL:_$!<Other>!$_',
    `NOTE;X-P="a:b;c":${'long '.repeat(40)}`,
  ),
);
const ALARM = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:x', 'END:VALARM'];

test('RFC 5545, 3.1: what was parsed is printed byte for byte, however it was folded', () => {
  const object = fc
    .record({
      extra: unknown,
      width: fc.integer({ min: 5, max: 80 }),
      ends: fc.constantFrom('\r\n', '\n'),
    })
    .map(({ extra, width, ends }) =>
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VTODO',
        'SUMMARY:Ä ö 🧅',
        ...extra,
        ...ALARM,
        'END:VTODO',
        'END:VCALENDAR',
      ]
        .map(
          (line) => (line.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []).join(`${ends} `) + ends,
        )
        .join(''),
    );
  fc.assert(
    fc.property(object, (given) => {
      expect(parseComponents(given).map(print).join('')).toBe(given);
    }),
  );
});

test('design §7 DAV: a task written and read is the same, also over what a phone had written', () => {
  fc.assert(
    fc.property(task, task, unknown, (before, after, extra) => {
      const fresh = taskObject(before, null, ZONE);
      const { uid: _a, created_at: _b, updated_at: _c, ...fields } = before;
      expect(readTodo(todoOf(fresh).todo, ZONE)).toEqual(fields);

      const phones = fresh.replace(
        'END:VTODO',
        [...extra.map(fold), ...ALARM.map((line) => `${line}\r\n`), 'END:VTODO'].join(''),
      );
      // What says the same already is not touched.
      expect(taskObject(before, phones, ZONE)).toBe(phones);
      const patched = taskObject({ ...after, uid: before.uid }, phones, ZONE);
      const { uid: _d, created_at: _e, updated_at: _f, ...wanted } = after;
      expect(readTodo(todoOf(patched).todo, ZONE)).toEqual(
        // Without a change of state the time of the first one stands.
        before.completed && after.completed
          ? { ...wanted, completed_at: before.completed_at }
          : wanted,
      );
      for (const line of extra) expect(patched).toContain(fold(line));
      expect(patched).toContain(ALARM.join('\r\n'));
    }),
  );
});

test('design §7 DAV: a contact written and read is the same, also over what a phone had written', () => {
  fc.assert(
    fc.property(contact, contact, unknown, (before, after, extra) => {
      const fresh = contactObject(before, null);
      const fieldsOf = ({ uid: _a, updated_at: _b, ...fields }: ContactRow) => fields;
      expect(readCard(cardOf(fresh).card)).toEqual(fieldsOf(before));
      const phones = fresh.replace(
        'END:VCARD',
        [...extra.map(fold), fold('TEL;TYPE=FAX:+1 555'), 'END:VCARD'].join(''),
      );
      expect(contactObject(before, phones)).toBe(phones);
      const patched = contactObject(after, phones);
      expect(readCard(cardOf(patched).card)).toEqual(fieldsOf(after));
      for (const line of [...extra, 'TEL;TYPE=FAX:+1 555']) expect(patched).toContain(fold(line));
    }),
  );
});

test('design §7 DAV: several e-mails, numbers and addresses stay, and only the shown one is changed', () => {
  const card = lines(
    'BEGIN:VCARD',
    'VERSION:3.0',
    'UID:1',
    'FN:Ada Lovelace',
    'N:Lovelace;Ada;;Countess;',
    'ORG:Engines;Analytical',
    'EMAIL;TYPE=HOME:home@example.org',
    'item1.EMAIL;TYPE=INTERNET;TYPE=pref:work@example.org',
    'item1.X-ABLabel:Work',
    'TEL;TYPE=CELL:1',
    'TEL;TYPE=HOME,VOICE:2',
    'TEL;TYPE=WORK:3',
    'ADR;TYPE=HOME:PO 1;;Street 1;London;;N1;UK',
    'END:VCARD',
  );
  const said = readCard(cardOf(card).card);
  expect(said).toMatchObject({
    display_full_name: null,
    company: 'Engines',
    email_address: 'work@example.org',
    mobile_phone: '1',
    phone: '2',
    address_one: 'Street 1',
    city: 'London',
  });
  const row = { ...said, uid: '1', updated_at: '', company: 'Motors', phone: null, city: 'Paris' };
  expect(contactObject({ ...row, email_address: 'new@example.org' }, card)).toBe(
    card
      .replace('ORG:Engines;', 'ORG:Motors;')
      .replace('pref:work@', 'pref:new@')
      .replace('TEL;TYPE=HOME,VOICE:2\r\n', '')
      .replace('London', 'Paris'),
  );
});

test('design §7 DAV: times, rules and exceptions that Almanac has no field for stay while nobody changes them', () => {
  const todo = lines(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'END:VTIMEZONE',
    'BEGIN:VTODO',
    'UID:1',
    'SUMMARY:Bins',
    'DTSTART;TZID=Europe/Berlin:20261124T070000',
    'DUE;TZID=Europe/Berlin:20261124T080000',
    'RRULE:FREQ=WEEKLY;BYDAY=TU,FR',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:1',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261127T070000',
    'SUMMARY:Bins, but green',
    'END:VTODO',
    'END:VCALENDAR',
  );
  const said = readTodo(todoOf(todo).todo, ZONE);
  expect(said).toMatchObject({
    title: 'Bins',
    due_date: '2026-11-24',
    repeat_type: 'none',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU,FR',
  });
  const row = { ...said, uid: '1', created_at: '', updated_at: '' };
  expect(taskObject(row, todo, ZONE)).toBe(todo);
  expect(taskObject({ ...row, title: 'Bins out' }, todo, ZONE)).toBe(
    todo.replace('SUMMARY:Bins\r\n', 'SUMMARY:Bins out\r\n'),
  );
  const moved = taskObject({ ...row, due_date: '2026-11-25' }, todo, ZONE);
  // At the same time of day, and everything else as it stood.
  expect(moved).toBe(
    todo
      .replace('DTSTART;TZID=Europe/Berlin:20261124', 'DTSTART;TZID=Europe/Berlin:20261125')
      .replace('DUE;TZID=Europe/Berlin:20261124', 'DUE;TZID=Europe/Berlin:20261125'),
  );
  // A moment of UTC is the day that it is where its owner lives.
  const utc = todo.replace('DUE;TZID=Europe/Berlin:20261124T080000', 'DUE:20261124T233000Z');
  expect(readTodo(todoOf(utc).todo, ZONE).due_date).toBe('2026-11-25');
});

test('design §4 DAV: what is no object is refused, and nesting and length are bounded', () => {
  const bad = [
    '',
    'SUMMARY:x',
    'BEGIN:VCALENDAR\r\n',
    'BEGIN:VCALENDAR\r\nEND:VTODO\r\n',
    'BEGIN:VCALENDAR\r\nno property\r\nEND:VCALENDAR\r\n',
    'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR\r\n',
    'BEGIN:A\r\n'.repeat(11),
    `BEGIN:VCALENDAR\r\n${'X:1\r\n'.repeat(20_001)}`,
  ];
  for (const given of bad) expect(() => todoOf(given), given.slice(0, 60)).toThrow(Malformed);
  for (const version of ['2.1', '5.0'])
    expect(() => cardOf(lines('BEGIN:VCARD', `VERSION:${version}`, 'UID:1', 'END:VCARD'))).toThrow(
      Malformed,
    );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      try {
        todoOf(given);
      } catch (error) {
        expect(error).toBeInstanceOf(Malformed);
      }
    }),
  );
});
