import { addDays, daysBetween, isDateOnly } from './dates.ts';

/**
 * A rule of another program, which the spec's repeats cannot say, as `tasks.recurrence` has it: lines
 * of iCalendar (RFC 5545). `RRULE:`, then `EXDATE:` with the days left out, and `DURATION:` for the
 * days from the start, which the rule is about, to the due date. The database has the same rule
 * (`private.next_by_recurrence`); one that does not fit this pattern is kept and shown, and not
 * followed.
 */
const PART =
  '(?:FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)|INTERVAL=[1-9]\\d{0,2}|COUNT=[1-9]\\d{0,3}|UNTIL=\\d{8}' +
  '|WKST=(?:MO|TU|WE|TH|FR|SA|SU)|BYDAY=(?:(?:-?[1-9]\\d?)?(?:MO|TU|WE|TH|FR|SA|SU),?)+' +
  '|BY(?:MONTH|MONTHDAY|YEARDAY|SETPOS)=(?:-?[1-9]\\d{0,2},?)+|BY(?:HOUR|MINUTE|SECOND)=\\d\\d?)';
const FOLLOWED = new RegExp(
  `^RRULE:${PART}(?:;${PART})*(?:\\nEXDATE:[\\d,]+)?(?:\\nDURATION:P\\d{1,3}D)?$`,
  'u',
);

/** Lines of a rule, whether it is followed or not, as the database takes them. */
const KEPT = /^RRULE:[!-~]+(?:\nEXDATE:\d{8}(?:,\d{8})*)?(?:\nDURATION:P\d{1,3}D)?$/u;
const MOST_LETTERS = 2500;

/** Whether a text may stand in `tasks.recurrence`. */
export const isRecurrence = (text: string): boolean =>
  text.length <= MOST_LETTERS && KEPT.test(text);

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const EPOCH = '1970-01-01';
/** A rule that does not come back within so many years has ended. */
const MOST_YEARS = 40;

type Rule = {
  frequency: string;
  interval: number;
  count: number;
  until: string;
  /** 0 Sunday to 6 Saturday. */
  weekStart: number;
  by: Record<'MONTH' | 'MONTHDAY' | 'YEARDAY' | 'DAY' | 'SETPOS', readonly string[] | undefined>;
  except: ReadonlySet<string>;
  /** Days from the start to the due date. */
  duration: number;
};

/** Null for what is not followed. */
function readRule(recurrence: string): Rule | null {
  if (!FOLLOWED.test(recurrence)) return null;
  const lines = new Map(
    recurrence.split('\n').map((line) => line.split(':') as [string, string | undefined]),
  );
  const parts = new Map(
    lines
      .get('RRULE')
      ?.split(';')
      .map((part) => part.split('=') as [string, string | undefined]),
  );
  const listed = (name: string) => parts.get(name)?.split(',');
  const frequency = parts.get('FREQ') ?? '';
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
  const hasPlaces = /\d/u.test(parts.get('BYDAY') ?? '');
  if (frequency === '' || (hasPlaces && !isLong)) return null;
  if (parts.has('BYYEARDAY') && frequency !== 'YEARLY') return null;
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: Number(parts.get('COUNT') ?? Infinity),
    until: parts.get('UNTIL') ?? '99991231',
    weekStart: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
    by: {
      MONTH: listed('BYMONTH'),
      MONTHDAY: listed('BYMONTHDAY'),
      YEARDAY: listed('BYYEARDAY'),
      DAY: listed('BYDAY'),
      SETPOS: listed('BYSETPOS'),
    },
    except: new Set(lines.get('EXDATE')?.split(',')),
    duration: Number(/\d+/u.exec(lines.get('DURATION') ?? '0')),
  };
}

/** A day by its number since 1970, with its places from the beginning and from the end. */
function dayAt(number: number) {
  const date = new Date(number * 86_400_000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const startOf = (ofMonth: number) => new Date(0).setUTCFullYear(year, ofMonth, 1) / 86_400_000;
  const fromEnd = (end: number) => number - end;
  return {
    number,
    year,
    month: year * 12 + month,
    inYear: month + 1,
    weekday: date.getUTCDay(),
    monthDays: [day, fromEnd(startOf(month + 1))],
    yearDays: [number - startOf(0) + 1, fromEnd(startOf(12))],
  };
}
type Day = ReturnType<typeof dayAt>;

const has = (listed: readonly string[] | undefined, values: readonly (number | string)[]) =>
  !listed || values.some((value) => listed.includes(String(value)));

/** How many weeks there are in so many days, those begun, too: the place of a weekday. */
const weeksIn = (days: number) => Math.sign(days) * Math.ceil(Math.abs(days) / 7);

function matches({ frequency, by }: Rule, day: Day): boolean {
  const weekday = WEEKDAYS[day.weekday] ?? '';
  const inMonth = frequency === 'MONTHLY' || by.MONTH;
  const places = (inMonth ? day.monthDays : day.yearDays).map((days) => weeksIn(days) + weekday);
  return (
    has(by.MONTH, [day.inYear]) &&
    has(by.MONTHDAY, day.monthDays) &&
    has(by.YEARDAY, day.yearDays) &&
    has(by.DAY, [weekday, ...places])
  );
}

/** What a rule leaves out is said by the day that it starts on (RFC 5545, 3.3.10). */
function filledIn(rule: Rule, start: Day): Rule {
  const { frequency, by } = rule;
  if (by.DAY || by.MONTHDAY || by.YEARDAY || frequency === 'DAILY') return rule;
  if (frequency === 'WEEKLY')
    return { ...rule, by: { ...by, DAY: [WEEKDAYS[start.weekday] ?? ''] } };
  const MONTHDAY = [String(start.monthDays[0])];
  const MONTH = by.MONTH ?? (frequency === 'YEARLY' ? [String(start.inYear)] : undefined);
  return { ...rule, by: { ...by, MONTH, MONTHDAY } };
}

function periodOf({ frequency, weekStart }: Rule, day: Day): number {
  if (frequency === 'DAILY') return day.number;
  // 1970 began on a Thursday.
  if (frequency === 'WEEKLY') return Math.floor((day.number + 4 - weekStart) / 7);
  return frequency === 'MONTHLY' ? day.month : day.year;
}

/** The days of a rule behind its start, those left out too, from a day's period to the end of a year. */
function* daysOf(rule: Rule, start: Day, from: Day, lastYear: number): Generator<number> {
  const own = periodOf(rule, start);
  const first = periodOf(rule, from);
  let { number } = from;
  while (rule.frequency !== 'DAILY' && periodOf(rule, dayAt(number - 1)) === first) number -= 1;
  let set: number[] = [];
  for (let day = dayAt(number); day.year <= lastYear;) {
    const period = periodOf(rule, day);
    if ((period - own) % rule.interval === 0 && matches(rule, day)) set.push(day.number);
    day = dayAt(day.number + 1);
    if (periodOf(rule, day) === period) continue;
    for (const [at, one] of set.entries())
      if (one > start.number && has(rule.by.SETPOS, [at + 1, at - set.length])) yield one;
    set = [];
  }
}

/** When a task is due again, and the rule from there on. */
export type Next = { due_date: string; recurrence: string };

/**
 * The first day of a rule after both the due date and today, as for the spec's repeats (design
 * section 3). What COUNT has left becomes fewer by the days that were passed.
 *
 * @param recurrence as `tasks.recurrence` has it
 * @param dueDate null: the rule starts today.
 * @returns null where the rule has ended, and where it is not followed.
 */
export function nextByRecurrence(
  recurrence: string,
  dueDate: string | null,
  today: string,
): Next | null {
  const read = readRule(recurrence);
  if (!read) return null;
  const first = daysBetween(EPOCH, dueDate ?? today) - read.duration;
  const floor = dayAt(Math.max(first, daysBetween(EPOCH, today) - read.duration));
  const start = dayAt(first);
  const rule = filledIn(read, start);
  let left = rule.count;
  // Only what is counted has to be gone through from the start, and that has an end.
  const from = left === Infinity ? floor : start;
  if (floor.year - from.year > MOST_YEARS) return null;
  for (const number of daysOf(rule, start, from, floor.year + MOST_YEARS)) {
    const written = addDays(EPOCH, number).replaceAll('-', '');
    left -= 1;
    if (written > rule.until || left < 1) return null;
    if (number <= floor.number || rule.except.has(written)) continue;
    const due_date = addDays(EPOCH, number + rule.duration);
    if (!isDateOnly(due_date)) return null;
    return { due_date, recurrence: recurrence.replace(/COUNT=\d+/u, `COUNT=${left}`) };
  }
  return null;
}
