import { repeatOfRRule } from '../domain/repeat-rules.ts';
import type { RepeatType } from '../domain/repeat.ts';
import { TASK_LIMITS, type TaskPriority } from '../domain/task.ts';
import { escapeText } from '../import-export/content-lines.ts';
import { dayOf, laterBy } from './days.ts';
import {
  firstOf,
  isComponent,
  Malformed,
  parseComponents,
  print,
  setProperty,
  unescapeText,
  type Component,
} from './lines.ts';
import { leavesOut, patchDates, patchRule, recurrenceOf } from './recurrence.ts';

/** What of a task a VTODO says. */
export type TaskFields = {
  title: string;
  description: string | null;
  priority: TaskPriority;
  due_date: string | null;
  repeat_type: RepeatType;
  /** What no repeat_type says, as `tasks.recurrence` has it. */
  recurrence: string | null;
  completed: boolean;
  completed_at: string | null;
};

export type TaskRow = TaskFields & { uid: string; created_at: string; updated_at: string };

const PRIORITIES = { high: 1, medium: 5, low: 9 } as const;

/** Letters that the database would refuse, and a text cut to what it takes. */
const stored = (text: string, most: number) =>
  // oxlint-disable-next-line no-control-regex -- NUL is what no text may hold
  [...text.toWellFormed().replaceAll('\u0000', '')].slice(0, most).join('');

const stamp = (time: string) => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/gu, '');
const dayValue = (day: string) => day.replaceAll('-', '');

/** The VTODO of an object: the one that the others are exceptions of. */
export function todoOf(text: string): { calendar: Component; todo: Component; uid: string } {
  const [calendar, ...more] = parseComponents(text);
  if (!calendar || more.length > 0 || calendar.name !== 'VCALENDAR')
    throw new Malformed('It is not one VCALENDAR');
  const todos = calendar.children.filter(isComponent).filter(({ name }) => name === 'VTODO');
  const todo = todos.find((one) => !firstOf(one, 'RECURRENCE-ID')) ?? todos[0];
  if (!todo) throw new Malformed('There is no VTODO in it');
  const uid = firstOf(todo, 'UID')?.value.trim();
  if (!uid) throw new Malformed('It has no UID');
  if (todos.some((one) => firstOf(one, 'UID')?.value.trim() !== uid))
    throw new Malformed('It has several UIDs');
  return { calendar, todo, uid };
}

function momentOf(value: string): string | null {
  const [, year, month, day, hour = '12', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/u.exec(value.trim()) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function priorityOf(value: string | undefined): TaskPriority {
  const number = Number(value ?? 0);
  if (number >= 1 && number <= 4) return 'high';
  return number >= 6 && number <= 9 ? 'low' : 'medium';
}

/** When it is due, as iCalendar: a DURATION stands for the end as well (RFC 5545, 3.6.2). */
function dueOf(todo: Component): string | undefined {
  const duration = firstOf(todo, 'DURATION')?.value;
  const due = firstOf(todo, 'DUE')?.value;
  if (due !== undefined || duration === undefined) return due;
  return laterBy(firstOf(todo, 'DTSTART')?.value ?? '', duration) ?? undefined;
}

/** What a VTODO says of a task; what it says besides is kept with its text. */
export function readTodo(todo: Component, timeZone: string): TaskFields {
  const text = (name: string) => unescapeText(firstOf(todo, name)?.value ?? '');
  const due = dueOf(todo);
  const dueDate = due === undefined ? null : dayOf(due, timeZone);
  const status = firstOf(todo, 'STATUS')?.value.trim().toUpperCase();
  const completedAt = firstOf(todo, 'COMPLETED')?.value;
  const isDone =
    status === 'COMPLETED' ||
    (status === undefined && (completedAt !== undefined || text('PERCENT-COMPLETE') === '100'));
  const rule = firstOf(todo, 'RRULE')?.value;
  const repeat =
    rule === undefined || leavesOut(todo, dueDate, timeZone) ? null : repeatOfRRule(rule, dueDate);
  return {
    title: stored(text('SUMMARY').replaceAll(/\s+/gu, ' ').trim(), TASK_LIMITS.title) || 'Untitled',
    description: stored(text('DESCRIPTION'), TASK_LIMITS.description) || null,
    priority: priorityOf(firstOf(todo, 'PRIORITY')?.value),
    due_date: dueDate,
    repeat_type: repeat ?? 'none',
    recurrence: repeat === null ? recurrenceOf(todo, dueDate, timeZone) : null,
    completed: isDone,
    completed_at: isDone && completedAt !== undefined ? momentOf(completedAt) : null,
  };
}

/** Writes into a VTODO what differs from what it says; everything else stays as it is. */
export function patchTodo(todo: Component, row: TaskRow, timeZone: string): void {
  const said = readTodo(todo, timeZone);
  if (said.title !== row.title) setProperty(todo, 'SUMMARY', escapeText(row.title));
  if ((said.description ?? '') !== (row.description ?? ''))
    setProperty(todo, 'DESCRIPTION', row.description ? escapeText(row.description) : null);
  if (said.priority !== row.priority)
    setProperty(todo, 'PRIORITY', String(PRIORITIES[row.priority]), { params: '' });
  patchDates(todo, said.due_date, row.due_date, timeZone);
  patchRule(todo, readTodo(todo, timeZone), row, timeZone);
  if (said.completed !== row.completed) {
    setProperty(todo, 'STATUS', row.completed ? 'COMPLETED' : 'NEEDS-ACTION', { params: '' });
    const done = row.completed && row.completed_at !== null;
    setProperty(todo, 'COMPLETED', done ? stamp(row.completed_at ?? '') : null, { params: '' });
    setProperty(todo, 'PERCENT-COMPLETE', row.completed ? '100' : null, { params: '' });
  }
}

const NEW_TODO = (uid: string, row: TaskRow) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//DAV//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    `DTSTAMP:${stamp(row.updated_at)}`,
    `CREATED:${stamp(row.created_at)}`,
    'SUMMARY:-',
    'STATUS:NEEDS-ACTION',
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** A task as an object: what a program has sent, brought up to date, or a new one. */
export function taskObject(row: TaskRow, raw: string | null, timeZone: string): string {
  const { calendar, todo } = todoOf(raw ?? NEW_TODO(row.uid, row));
  patchTodo(todo, row, timeZone);
  if (raw !== null && firstOf(todo, 'LAST-MODIFIED') && print(calendar) !== raw)
    setProperty(todo, 'LAST-MODIFIED', stamp(row.updated_at));
  return print(calendar);
}

type DueTask = Pick<TaskRow, 'uid' | 'title' | 'description' | 'due_date' | 'updated_at'>;

const CALENDAR = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Almanac//DAV//EN'];

/**
 * Open tasks with a day, as all-day events for calendars that know no tasks.
 * @param header further lines of the calendar
 */
export function dueEvents(rows: readonly DueTask[], header: readonly string[] = []): string {
  const [calendar] = parseComponents([...CALENDAR, ...header, 'END:VCALENDAR', ''].join('\r\n'));
  if (!calendar) throw new Malformed('There is no VCALENDAR');
  for (const row of rows) {
    const next = new Date(`${row.due_date}T00:00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    const event: Component = {
      name: 'VEVENT',
      begin: 'BEGIN:VEVENT\r\n',
      end: 'END:VEVENT\r\n',
      children: [],
    };
    const isDay = { params: ';VALUE=DATE' };
    setProperty(event, 'UID', `due-${row.uid}`);
    setProperty(event, 'DTSTAMP', stamp(row.updated_at));
    setProperty(event, 'DTSTART', dayValue(row.due_date ?? ''), isDay);
    setProperty(event, 'DTEND', dayValue(next.toISOString().slice(0, 10)), isDay);
    setProperty(event, 'SUMMARY', escapeText(row.title));
    if (row.description) setProperty(event, 'DESCRIPTION', escapeText(row.description));
    setProperty(event, 'TRANSP', 'TRANSPARENT');
    calendar.children.push(event);
  }
  return print(calendar);
}
