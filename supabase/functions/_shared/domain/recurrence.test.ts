import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { expect, test } from 'vitest';
import { addDays } from './dates.ts';
import { nextByRecurrence } from './recurrence.ts';

const compact = (date: string) => date.replaceAll('-', '');

test.each([
  ['the second Tuesday', 'FREQ=MONTHLY;BYDAY=2TU', '2026-11-10', '2026-11-10', '2026-12-08'],
  ['the last Friday', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', '2026-11-27', '2026-12-25'],
  [
    'two days every third week',
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE',
    '2026-11-23',
    '2026-11-23',
    '2026-11-25',
  ],
  [
    'and on in the third week',
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE',
    '2026-11-25',
    '2026-11-25',
    '2026-12-14',
  ],
  ['two months a year', 'FREQ=YEARLY;BYMONTH=3,9', '2026-03-01', '2026-03-01', '2026-09-01'],
  ['leap days', 'FREQ=YEARLY', '2096-02-29', '2096-02-29', '2104-02-29'],
  ['months without a 31st', 'FREQ=MONTHLY;COUNT=9', '2026-01-31', '2026-01-31', '2026-03-31'],
  [
    'the last working day',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    '2026-10-30',
    '2026-10-30',
    '2026-11-30',
  ],
  [
    'Friday the 13th',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '2026-11-13',
    '2026-11-13',
    '2027-08-13',
  ],
  [
    'late: what has passed is passed over',
    'FREQ=DAILY;INTERVAL=3',
    '2026-11-01',
    '2026-11-08',
    '2026-11-10',
  ],
])('design §7 DAV: a rule of another program is followed: %s', (_name, rrule, due, today, next) => {
  expect(nextByRecurrence(`RRULE:${rrule}`, due, today)?.due_date).toBe(next);
});

test('design §7 DAV: COUNT becomes fewer by what is passed, and both it and UNTIL end a series', () => {
  const next = (rule: string, due: string, today = due) =>
    nextByRecurrence(`RRULE:${rule}`, due, today);
  expect(next('FREQ=DAILY;INTERVAL=2;COUNT=3', '2026-11-01')).toEqual({
    due_date: '2026-11-03',
    recurrence: 'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2',
  });
  expect(next('FREQ=DAILY;INTERVAL=2;COUNT=3', '2026-11-01', '2026-11-04')).toEqual({
    due_date: '2026-11-05',
    recurrence: 'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=1',
  });
  expect(next('FREQ=DAILY;COUNT=1', '2026-11-01')).toBe(null);
  expect(next('FREQ=DAILY;INTERVAL=2;COUNT=3', '2026-11-01', '2026-11-05')).toBe(null);
  expect(next('FREQ=DAILY;UNTIL=20261102', '2026-11-01')?.due_date).toBe('2026-11-02');
  expect(next('FREQ=DAILY;UNTIL=20261102', '2026-11-02')).toBe(null);
});

test('design §7 DAV: days that are left out are passed over and counted, and DURATION moves along', () => {
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=4\nEXDATE:20261130,20261214\nDURATION:P2D';
  // Starts on Mondays, and is due on Wednesdays.
  const first = nextByRecurrence(rule, '2026-11-25', '2026-11-25');
  expect(first).toEqual({ due_date: '2026-12-09', recurrence: rule.replace('COUNT=4', 'COUNT=2') });
  expect(nextByRecurrence(first?.recurrence ?? '', '2026-12-09', '2026-12-09')).toBe(null);
});

test('design §7 DAV: what has no days, or is not understood, is not followed', () => {
  for (const rule of [
    'RRULE:FREQ=HOURLY',
    'RRULE:FREQ=DAILY;BYHOUR=9,17',
    'RRULE:FREQ=WEEKLY;BYDAY=2MO',
    'RRULE:FREQ=MONTHLY;BYYEARDAY=3',
    'RRULE:FREQ=YEARLY;BYWEEKNO=20',
    'RRULE:RSCALE=CHINESE;FREQ=YEARLY',
    'RRULE:INTERVAL=2',
    'RRULE:FREQ=DAILY;INTERVAL=0',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'nonsense',
    '',
  ])
    expect(nextByRecurrence(rule, '2026-11-23', '2026-11-23'), rule).toBe(null);
});

const list = (values: readonly (number | string)[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength });
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const PLACES = [-2, -1, 1, 2, 3, 5].flatMap((place) => WEEKDAYS.map((day) => `${place}${day}`));

const rrule = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY').chain((frequency) =>
  fc
    .record(
      {
        INTERVAL: fc.integer({ min: 1, max: 5 }),
        BYMONTH: list([1, 2, 6, 11, 12], 3),
        ...(frequency !== 'WEEKLY' && { BYMONTHDAY: list([1, 2, 13, 28, 30, 31, -1, -3], 3) }),
        BYDAY: list(WEEKDAYS, 3),
        // By themselves: rrule-temporal 2.2 leaves BYMONTHDAY and days without a place out of account
        // beside them.
        ...((frequency === 'MONTHLY' || frequency === 'YEARLY') && { places: list(PLACES, 3) }),
        WKST: fc.constantFrom('MO', 'SU', 'WE'),
        ...(frequency !== 'DAILY' && { BYSETPOS: list([1, 2, -1, -2], 2) }),
      },
      { requiredKeys: [] },
    )
    .map(({ BYSETPOS, places, ...parts }) => {
      if (places && !parts.BYMONTHDAY) parts.BYDAY = places;
      const by = { ...parts, ...(parts.BYDAY && BYSETPOS && { BYSETPOS }) };
      const all = Object.entries(by).map(([name, value]) => `${name}=${String(value)}`);
      return [`FREQ=${frequency}`, ...all].join(';');
    }),
);
const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2023-01-01', days));

test('design §7 DAV: a rule has the days that rrule-temporal gives it, and keeps them from each on', () => {
  fc.assert(
    fc.property(rrule, day, (rule, start) => {
      const end = addDays(start, 366 * 8);
      const expected = new RRuleTemporal({
        rruleString: [
          `DTSTART;TZID=UTC:${compact(start)}T000000`,
          `RRULE:${rule};UNTIL=${compact(end)}T000000Z`,
        ].join('\n'),
      })
        .all((_date, at) => at < 13)
        .map((date) => date.toPlainDate().toString())
        .filter((date) => date > start)
        .slice(0, 12);
      const after = (from: string, today: string) =>
        nextByRecurrence(`RRULE:${rule}`, from, today)?.due_date;
      for (const [at, date] of expected.entries()) {
        const before = expected[at - 1] ?? start;
        expect(after(start, before)).toBe(date);
        expect(after(before, before)).toBe(date);
      }
    }),
    { numRuns: 300 },
  );
});
