import { addDays, daysBetween, isDateOnly } from '../domain/dates.ts';
import { rruleOf } from '../domain/repeat-rules.ts';
import type { RepeatType } from '../domain/repeat.ts';
import { dayOf, wallClock, zoneOf } from './days.ts';
import { firstOf, propertiesOf, setProperty, type Component } from './lines.ts';

/** Letters of a rule, and days that are left out, that a task keeps (docs/decisions/0065-rules-of-others.md). */
const MOST_LETTERS = 500;
const MOST_EXCEPT = 200;
const MOST_DURATION = 999;

const compact = (day: string) => day.replaceAll('-', '');

/** The zone that a rule's days are those of: that of its start, else its owner's. */
const zoneOfRule = (todo: Component, timeZone: string): string =>
  zoneOf(firstOf(todo, 'DTSTART') ?? firstOf(todo, 'DUE'), timeZone);

/** The last day of a rule, whose UNTIL may be a moment, before or after the time that it starts at. */
function untilOf(value: string, todo: Component, timeZone: string): string {
  const day = value.slice(0, 8);
  const start = firstOf(todo, 'DTSTART')?.value.trim() ?? '';
  if (!start.includes('T') || !/^\d{8}T\d{6}Z?$/u.test(value)) return day;
  const clock = (moment: string) => wallClock(moment, timeZone) ?? { day, time: '' };
  const end = clock(value);
  return compact(end.time < clock(start).time ? addDays(end.day, -1) : end.day);
}

/** As the pattern of recurrence.ts has it: capitals, no plus signs, no zeros ahead, days for moments. */
function normalized(rrule: string, todo: Component, timeZone: string): string {
  const parts = rrule
    .toUpperCase()
    .replaceAll(/\s/gu, '')
    .split(';')
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('UNTIL=')
        ? `UNTIL=${untilOf(part.slice(6), todo, timeZone)}`
        : part.replaceAll(
            /(?<=[=,])([+-]?)0*(\d+)/gu,
            (_whole, sign: string, digits: string) => (sign === '-' ? '-' : '') + digits,
          ),
    );
  const text = parts.join(';');
  // Kept with the object, and named; nobody has such a rule.
  return /^[!-~]+$/u.test(text) && text.length <= MOST_LETTERS ? text : 'UNKNOWN';
}

/** The days that a rule leaves out, oldest first; the last ones where there are too many. */
function exceptOf(todo: Component, timeZone: string): string[] {
  const days = propertiesOf(todo, 'EXDATE')
    .flatMap(({ value }) => value.split(','))
    .map((value) => dayOf(value, timeZone))
    .filter((day) => day !== null);
  return [...new Set(days)].toSorted().slice(-MOST_EXCEPT).map(compact);
}

/**
 * The rule of a VTODO as `tasks.recurrence` has it (domain/recurrence.ts); null without one.
 * `dueDate` in days of the owner's `timeZone`.
 */
export function recurrenceOf(
  todo: Component,
  dueDate: string | null,
  timeZone: string,
): string | null {
  const rule = firstOf(todo, 'RRULE')?.value;
  if (rule === undefined) return null;
  const zone = zoneOfRule(todo, timeZone);
  const except = exceptOf(todo, zone);
  const start = dayOf(firstOf(todo, 'DTSTART')?.value ?? '', timeZone);
  const duration = start !== null && dueDate !== null ? daysBetween(start, dueDate) : 0;
  return [
    `RRULE:${normalized(rule, todo, zone)}`,
    ...(except.length > 0 ? [`EXDATE:${except.join(',')}`] : []),
    ...(duration > 0 && duration <= MOST_DURATION ? [`DURATION:P${duration}D`] : []),
  ].join('\n');
}

/** Whether a day that would come is left out, which no repeat of the spec says. */
export function leavesOut(todo: Component, dueDate: string | null, timeZone: string): boolean {
  const last = exceptOf(todo, zoneOfRule(todo, timeZone)).at(-1);
  return last !== undefined && (dueDate === null || last > compact(dueDate));
}

type Repeats = { repeat_type: RepeatType; recurrence: string | null; due_date: string | null };

const withoutCount = (recurrence: string) => recurrence.replace(/COUNT=\d+/u, 'COUNT=');
const withoutDuration = (recurrence: string | null) =>
  recurrence?.replace(/\nDURATION:.*$/u, '') ?? null;

/** A date or a moment so many days later, at the same time of day. */
function later(value: string, days: number): string | null {
  const [, year, month, day, rest] = /^(\d{4})(\d\d)(\d\d)(T\d{6}Z?)?$/u.exec(value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  return isDateOnly(date) ? compact(addDays(date, days)) + (rest ?? '') : null;
}

/** Writes the rule of a task into a VTODO, which has its dates, where it says another one. */
export function patchRule(todo: Component, said: Repeats, row: Repeats, timeZone: string): void {
  const { due_date } = row;
  const own = recurrenceOf(todo, due_date, timeZone);
  // Without a due date there are no days up to it.
  const wanted = due_date === null ? withoutDuration(row.recurrence) : row.recurrence;
  if (wanted === null) {
    if (said.repeat_type === row.repeat_type && said.recurrence === null) return;
  } else if (own !== null && withoutCount(own) === withoutCount(wanted)) {
    // The next one of a series: everything but what is left of it is as it was written.
    const rule = firstOf(todo, 'RRULE')?.value ?? '';
    const count = /COUNT=\d+/u.exec(wanted)?.[0];
    if (own !== wanted && count) setProperty(todo, 'RRULE', rule.replace(/COUNT=\d+/iu, count));
    return;
  }
  const [rrule, ...more] = wanted?.split('\n') ?? [];
  const rule = rrule?.slice('RRULE:'.length) ?? rruleOf(row.repeat_type);
  setProperty(todo, 'RRULE', rule, { params: '' });
  // They were those of the other rule.
  for (const name of ['EXDATE', 'RDATE'])
    for (const at of propertiesOf(todo, name)) setProperty(todo, name, null, { at });
  const except = more.find((line) => line.startsWith('EXDATE:'))?.slice('EXDATE:'.length);
  if (except) setProperty(todo, 'EXDATE', except, { params: ';VALUE=DATE' });
  const start = firstOf(todo, 'DTSTART');
  if (rule === null || due_date === null || (start && wanted === null)) return;
  const duration = Number(/DURATION:P(\d+)D/u.exec(wanted ?? '')?.[1] ?? 0);
  const begins = addDays(due_date, -duration);
  const begun = start && dayOf(start.value, timeZone);
  const moved = begun && later(start.value, daysBetween(begun, begins));
  if (moved) setProperty(todo, 'DTSTART', moved);
  else setProperty(todo, 'DTSTART', compact(begins), { params: ';VALUE=DATE' });
}

/**
 * Gives a VTODO another due date. Its start moves along, and both keep their time of day where that
 * is possible.
 */
export function patchDates(
  todo: Component,
  said: string | null,
  wanted: string | null,
  timeZone: string,
): void {
  if (said === wanted) return;
  const due = firstOf(todo, 'DUE');
  const start = firstOf(todo, 'DTSTART');
  if (due && said !== null && wanted !== null) {
    const days = daysBetween(said, wanted);
    const moved = later(due.value, days);
    const begun = start && later(start.value, days);
    // A moment of UTC may be on another day where the clocks were changed.
    if (moved !== null && begun !== null && dayOf(moved, timeZone) === wanted) {
      setProperty(todo, 'DUE', moved);
      if (begun !== undefined) setProperty(todo, 'DTSTART', begun);
      return;
    }
  }
  // Never beside a due date.
  setProperty(todo, 'DURATION', null);
  const date = { params: ';VALUE=DATE' };
  const value = wanted === null ? null : compact(wanted);
  setProperty(todo, 'DUE', value, date);
  // Of one type, and never after it (RFC 5545, 3.8.2.3).
  if (start && value !== null) setProperty(todo, 'DTSTART', value, date);
}
