import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { addDays } from '#domain/dates.ts';
import { nextByRecurrence } from '#domain/recurrence.ts';
import { connect } from '../support/database.ts';

let database: Client;

beforeAll(async () => {
  database = await connect();
});

const listOf = (values: readonly (number | string)[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map(String);
const day = (from: string, days: number) =>
  fc.integer({ min: 0, max: days }).map((passed) => addDays(from, passed));
const compact = (date: string) => date.replaceAll('-', '');

const parts = {
  INTERVAL: fc.integer({ min: 0, max: 6 }),
  COUNT: fc.integer({ min: 0, max: 300 }),
  UNTIL: day('2026-01-01', 4000).map(compact),
  WKST: fc.constantFrom('MO', 'SU', 'WE'),
  BYMONTH: listOf([1, 2, 6, 11, 12]),
  BYMONTHDAY: listOf([1, 13, 28, 30, 31, -1, -3]),
  BYYEARDAY: listOf([1, 59, 60, 366, -1, -366]),
  BYDAY: fc.oneof(listOf(['MO', 'WE', 'FR', 'SU']), listOf(['1MO', '2TU', '-1FR', '5SU', 'SA'])),
  BYSETPOS: listOf([1, 2, -1, -2]),
  BYHOUR: listOf([9, 17]),
};
const rrule = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY'),
    parts: fc.record(parts),
    // All of them at once leave hardly a day.
    said: fc.subarray(Object.keys(parts) as (keyof typeof parts)[], { maxLength: 3 }),
  })
  .map(({ frequency, parts: all, said }) =>
    [`RRULE:FREQ=${frequency}`, ...said.map((name) => `${name}=${all[name]}`)].join(';'),
  );
const recurrence = fc
  .record({
    rrule,
    except: fc.option(
      fc.array(day('2026-01-01', 400).map(compact), { minLength: 1, maxLength: 9 }),
    ),
    duration: fc.option(fc.integer({ min: 0, max: 40 })),
  })
  .map(({ rrule: rule, except, duration }) =>
    [
      rule,
      ...(except ? [`EXDATE:${except.join(',')}`] : []),
      ...(duration === null ? [] : [`DURATION:P${duration}D`]),
    ].join('\n'),
  );
// Three years around a leap year's turn, and the ends of the calendar.
const due = fc.option(
  fc.oneof(
    { weight: 20, arbitrary: day('2026-01-01', 1100) },
    fc.constantFrom('0001-03-01', '1899-12-31', '9999-11-30', '9999-12-31'),
  ),
);
const cases = fc.record({ recurrence, due, today: day('2026-01-01', 1500) });

test('design §7 DAV: database and domain agree on the rules of other programs', async () => {
  const all = fc.sample(cases, 1500);
  const { rows } = await database.query<{ due_date: string | null; recurrence: string | null }>(
    `select n.next_due_date::text as due_date, n.next_recurrence as recurrence
     from unnest($1::text[], $2::date[], $3::date[]) with ordinality as c (recurrence, due, today, place)
     cross join lateral private.next_by_recurrence(c.recurrence, c.due, c.today) as n
     order by c.place`,
    [all.map((one) => one.recurrence), all.map((one) => one.due), all.map(({ today }) => today)],
  );
  expect(rows).toHaveLength(all.length);
  const disagreements = all.flatMap((one, place) => {
    const ours = nextByRecurrence(one.recurrence, one.due, one.today);
    const theirs = rows[place]?.due_date ? rows[place] : null;
    return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ ...one, ours, theirs }];
  });
  expect(disagreements.slice(0, 5)).toEqual([]);
  expect(rows.filter((row) => row.due_date !== null).length).toBeGreaterThan(200);
});
