import { isDateOnly } from '#domain/dates.ts';
import {
  contentLines,
  splitValue,
  unescapeText,
  type ContentLine,
} from '../files/content-lines.ts';
import { dayAndTime, dueTime, storedTime } from '../files/moments.ts';
import { repeatOfRRule } from '#domain/repeat-rules.ts';
import { decode, withoutExtension } from '../files/text.ts';
import type { Collector, LeftField, ReadContext, Reader } from '../types.ts';

const READ = new Set(
  'BEGIN END UID DTSTAMP SUMMARY DESCRIPTION PRIORITY CATEGORIES DUE RRULE STATUS COMPLETED CREATED LAST-MODIFIED SEQUENCE PERCENT-COMPLETE RELATED-TO CLASS X-ALMANAC-REPEAT X-ALMANAC-ANCHOR-DAY X-ALMANAC-COMPLETED X-APPLE-SORT-ORDER X-OC-HIDESUBTASKS X-MOZ-GENERATION'.split(
    ' ',
  ),
);
const LABELS: Record<string, string> = {
  DTSTART: 'Start',
  LOCATION: 'Place',
  URL: 'Link',
  COMMENT: 'Comment',
  ATTACH: 'Attachment',
  RDATE: 'Also on',
  EXDATE: 'Not on',
  GEO: 'Place',
  DURATION: 'Duration',
  ORGANIZER: 'Organiser',
  ATTENDEE: 'Takes part',
};

/** A date or time of iCalendar: without a zone or with one by name it is what the clock shows. */
function dateOf(line: ContentLine | undefined, timeZone: string) {
  const [, year, month, date, hours, minutes, seconds, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/u.exec(line?.value.trim() ?? '') ?? [];
  const day = `${year}-${month}-${date}`;
  if (!isDateOnly(day)) return null;
  if (hours === undefined) return { day, time: null, zone: '' };
  if (!utc) return { day, time: `${hours}:${minutes}`, zone: line?.params.get('TZID')?.[0] ?? '' };
  const shown = dayAndTime(new Date(`${day}T${hours}:${minutes}:${seconds}Z`), timeZone);
  return shown && { ...shown, zone: timeZone };
}

const momentOf = (line: ContentLine | undefined) =>
  storedTime(
    (line?.value.trim() ?? '')
      .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/u, '$1-$2-$3T$4:$5:$6Z')
      .replace(/^(\d{4})(\d\d)(\d\d)$/u, '$1-$2-$3'),
  );

/** RFC 5545, 3.8.1.9: 1 to 4 high, 5 medium, 6 to 9 low, 0 none. */
function priorityOf(text: string) {
  const priority = Number(text);
  if (priority >= 1 && priority <= 4) return 'high';
  return priority >= 6 && priority <= 9 ? 'low' : 'medium';
}

type Todo = { lines: ContentLine[]; alarms: string[] };

function add(
  { lines, alarms }: Todo,
  file: string,
  titles: ReadonlyMap<string, string>,
  calendar: string,
  to: Collector,
  { timeZone }: ReadContext,
) {
  const of = (name: string) => lines.find((line) => line.name === name);
  const text = (name: string) => unescapeText(of(name)?.value ?? '').trim();
  const at = { file, line: lines[0]?.line ?? 1 };
  const due = dateOf(of('DUE'), timeZone) ?? (of('DUE') ? null : dateOf(of('DTSTART'), timeZone));
  const rule = text('RRULE');
  const repeat = rule === '' ? null : repeatOfRRule(rule, due?.day ?? null);
  const [category, ...categories] = lines
    .filter(({ name }) => name === 'CATEGORIES')
    .flatMap(({ value }) => splitValue(value, ','));
  const parent = lines.find(
    ({ name, params }) =>
      name === 'RELATED-TO' && /^(?:PARENT)?$/iu.test(params.get('RELTYPE')?.[0] ?? ''),
  );
  const percent = text('PERCENT-COMPLETE');
  const status = text('STATUS').toUpperCase();
  const left: LeftField[] = [
    { label: 'Part of', text: titles.get(parent?.value.trim() ?? '') ?? '' },
    { label: 'Categories', text: categories.join(', ') },
    ...dueTime(due?.time, due?.zone ?? ''),
    { label: 'Repeats', text: rule !== '' && repeat === null ? rule : '' },
    {
      label: 'Done',
      text: percent !== '' && percent !== '0' && percent !== '100' ? `${percent} %` : '',
    },
    { label: 'Status', text: status === 'CANCELLED' ? 'cancelled' : '' },
    { label: 'Reminder', text: alarms.join(', ') },
    ...lines
      .filter(
        ({ name }) =>
          !READ.has(name) &&
          !(name === 'DTSTART' && !of('DUE')) &&
          !(name === 'DTSTART' && of('DUE')?.value === of('DTSTART')?.value),
      )
      .map((line) => ({
        label: LABELS[line.name] ?? line.name.replace(/^X-/u, '').toLowerCase(),
        text: unescapeText(line.value),
      })),
  ];
  const anchor = Number(text('X-ALMANAC-ANCHOR-DAY')) || null;
  to.task(
    at,
    {
      title: text('SUMMARY'),
      description: text('DESCRIPTION'),
      priority: priorityOf(text('PRIORITY')),
      category: category ?? calendar,
      due_date: due?.day ?? null,
      repeat_type: repeat ?? 'none',
      repeat_anchor_day: anchor && anchor >= 1 && anchor <= 31 ? anchor : null,
      completed:
        status === 'COMPLETED' ||
        status === 'CANCELLED' ||
        (status === '' && of('COMPLETED') !== undefined),
      completed_at: text('X-ALMANAC-COMPLETED') || momentOf(of('COMPLETED')),
      created_at: momentOf(of('CREATED')),
    },
    left,
  );
}

function readFile(file: string, text: string, to: Collector, context: ReadContext) {
  const { lines, lost } = contentLines(text);
  for (const line of lost.slice(0, 20))
    to.problem({ file, line }, 'This line is no part of a task and was left out.');
  const todos: Todo[] = [];
  const stack: string[] = [];
  let open: Todo | undefined;
  let others = 0;
  let calendar = '';
  for (const line of lines) {
    const part = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') {
      stack.push(part);
      if (part === 'VTODO') open = { lines: [line], alarms: [] };
      if (part === 'VEVENT' || part === 'VJOURNAL') others += 1;
    } else if (line.name === 'END') {
      while (stack.length > 0 && stack.pop() !== part);
      if (part === 'VTODO' && open) {
        todos.push(open);
        open = undefined;
      }
    } else if (stack.at(-1) === 'VTODO') open?.lines.push(line);
    else if (stack.at(-1) === 'VALARM' && open && line.name === 'TRIGGER')
      open.alarms.push(line.value);
    else if (stack.length === 1 && line.name === 'X-WR-CALNAME')
      calendar = unescapeText(line.value);
  }
  const titles = new Map(
    todos.map((todo) => [
      todo.lines.find(({ name }) => name === 'UID')?.value.trim() ?? '',
      unescapeText(todo.lines.find(({ name }) => name === 'SUMMARY')?.value ?? ''),
    ]),
  );
  const name =
    calendar === 'Almanac' ? '' : calendar || withoutExtension(file.split('/').at(-1) ?? '');
  for (const todo of todos) add(todo, file, titles, calendar === '' ? '' : name, to, context);
  if (open)
    to.skip({ file, line: open.lines[0]?.line ?? 1 }, 'This task has no end: the file is cut off.');
  if (others > 0)
    to.skip(
      { file },
      `${others.toLocaleString('en-US')} ${others === 1 ? 'event or journal entry' : 'events and journal entries'}: Almanac takes tasks (VTODO).`,
    );
}

/** The tasks of iCalendar files (RFC 5545, VTODO). */
export const readVTodo: Reader = (files, to, context) => {
  for (const { name, bytes } of files) readFile(name, decode(bytes).text, to, context);
};
