import { addDays } from '../domain/dates.ts';
import { rruleOf } from '../domain/repeat-rules.ts';
import type { ExportedTask, Rows } from './almanac-file.ts';
import { escapeText, foldLine } from './content-lines.ts';

const PRIORITIES = { high: 1, medium: 5, low: 9 } as const;

/** In UTC, whatever offset and fraction the database has written. */
const stamp = (time: string) => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/gu, '');
const day = (date: string) => date.replaceAll('-', '');

function linesOf(task: ExportedTask, now: string): string[] {
  const lines = ['BEGIN:VTODO', `UID:${task.uid}`, `DTSTAMP:${stamp(now)}`];
  if (task.created_at) lines.push(`CREATED:${stamp(task.created_at)}`);
  lines.push(`SUMMARY:${escapeText(task.title)}`);
  if (task.description) lines.push(`DESCRIPTION:${escapeText(task.description)}`);
  lines.push(`PRIORITY:${PRIORITIES[task.priority]}`);
  if (task.category) lines.push(`CATEGORIES:${escapeText(task.category)}`);
  const [, own] = /^RRULE:(.*)/u.exec(task.recurrence ?? '') ?? [];
  const [, except] = /\nEXDATE:(.*)/u.exec(task.recurrence ?? '') ?? [];
  const [, days = 0] = /\nDURATION:P(\d+)D/u.exec(task.recurrence ?? '') ?? [];
  const rule = own ?? rruleOf(task.repeat_type);
  // A rule counts from DTSTART (RFC 5545, 3.8.5.3).
  if (task.due_date && rule)
    lines.push(`DTSTART;VALUE=DATE:${day(addDays(task.due_date, -Number(days)))}`);
  if (task.due_date) lines.push(`DUE;VALUE=DATE:${day(task.due_date)}`);
  if (rule) lines.push(`RRULE:${rule}`);
  if (except) lines.push(`EXDATE;VALUE=DATE:${except}`);
  if (task.repeat_anchor_day) lines.push(`X-ALMANAC-ANCHOR-DAY:${task.repeat_anchor_day}`);
  lines.push(`STATUS:${task.completed ? 'COMPLETED' : 'NEEDS-ACTION'}`);
  if (task.completed_at)
    lines.push(
      `COMPLETED:${stamp(task.completed_at)}`,
      'PERCENT-COMPLETE:100',
      `X-ALMANAC-COMPLETED:${task.completed_at}`,
    );
  return [...lines, 'END:VTODO'];
}

/** `tasks.ics`: one calendar with a VTODO for each task (RFC 5545). */
export async function* icalOf(tasks: Rows<ExportedTask>, now: string): AsyncGenerator<string> {
  yield ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Almanac//Export//EN', 'X-WR-CALNAME:Almanac']
    .map(foldLine)
    .join('');
  for await (const task of tasks) yield linesOf(task, now).map(foldLine).join('');
  yield foldLine('END:VCALENDAR');
}
