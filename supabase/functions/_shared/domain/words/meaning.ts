import { addDays, dayOfMonth, isDateOnly, monthNumber, nthOfMonth, weekdayOf } from '../dates.ts';
import type { RepeatType } from '../repeat.ts';
import type { DateMeaning, Unit, Vocabulary } from './language.ts';

/** The words of a phrase, by the name of their place in it. */
export type Words = Partial<Record<string, string>>;

/** Which of the patterns is the word; -1 if none. */
function indexOf(patterns: readonly string[], word: string | undefined): number {
  if (word === undefined) return -1;
  return patterns.findIndex((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(word));
}

const units = ['day', 'week', 'month', 'quarter', 'year'] as const satisfies readonly Unit[];
const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

function countOf(words: Words, { language }: Vocabulary): { n: number; unit: Unit } | null {
  const { n = '1' } = words;
  const number = /^\d/.test(n) ? Number(n) : indexOf(language.numbers, n) + 1;
  const unit =
    units[
      indexOf(
        units.map((name) => language.units[name]),
        words.unit,
      )
    ];
  return unit && number > 0 ? { n: number, unit } : null;
}

function later(today: string, { n, unit }: { n: number; unit: Unit }): string {
  if (unit === 'day') return addDays(today, n);
  if (unit === 'week') return addDays(today, 7 * n);
  return nthOfMonth(monthNumber(today) + n * monthsIn[unit], dayOfMonth(today));
}

/** The first such weekday from `day` on. */
function weekdayFrom(day: string, weekday: number): string {
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
}

function mondayAfter(day: string): string {
  return weekdayFrom(addDays(day, 1), 1);
}

/** The first such day of a month from today on; a shorter month is passed over. */
function dayFrom(today: string, day: number): string | null {
  for (let month = monthNumber(today); month < monthNumber(today) + 3; month += 1) {
    const date = nthOfMonth(month, day);
    if (dayOfMonth(date) === day && date >= today) return date;
  }
  return null;
}

/** The number of a day, or the word for the first one. */
function dayIn({ day = '' }: Words): number {
  return Number.parseInt(day, 10) || 1;
}

/** That day of this year or the next; of the year that is given, if it has not passed. */
function dateFrom(today: string, day: number, month: number, year?: string): string | null {
  const given = year === undefined ? null : Number(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  const pad = (value: number) => String(value).padStart(2, '0');
  const years = given === null ? [thisYear, thisYear + 1, thisYear + 2, thisYear + 3] : [given];
  const dates = years.map((it) => `${it}-${pad(month)}-${pad(day)}`);
  return dates.find((date) => isDateOnly(date) && date >= today) ?? null;
}

/** The last day of that month of this year or the next. */
function endOf(today: string, month: number): string {
  const ahead = (month - 1 - (monthNumber(today) % 12) + 12) % 12;
  return nthOfMonth(monthNumber(today) + ahead, 31);
}

/** YYYY-MM-DD, or two or three numbers in the language's order. */
function dateOfNumbers(today: string, words: Words, { language }: Vocabulary): string | null {
  if (words.iso) return isDateOnly(words.iso) && words.iso >= today ? words.iso : null;
  const [a, b] = [Number(words.a), Number(words.b)];
  const [day, month] = language.monthFirst ? [b, a] : [a, b];
  return dateFrom(today, day, month, words.year);
}

/** The day that a phrase means; null for none, and for one that has passed. */
export function dateOf(
  meaning: DateMeaning,
  words: Words,
  vocabulary: Vocabulary,
  today: string,
): string | null {
  const weekday = indexOf(vocabulary.weekdays, words.weekday);
  if (words.weekday !== undefined && weekday < 0) return null;
  const month = indexOf(vocabulary.months, words.month) + 1;
  switch (meaning) {
    case 'after': {
      const count = countOf(words, vocabulary);
      return count && later(today, count);
    }
    case 'coming':
      return weekdayFrom(addDays(today, 1), weekday);
    case 'week after':
      return weekdayFrom(mondayAfter(today), weekday);
    case 'week later':
      return weekdayFrom(addDays(today, 8), weekday);
    case 'next week':
      return mondayAfter(today);
    case 'next month':
      return nthOfMonth(monthNumber(today) + 1, 1);
    case 'weekend':
      return weekdayOf(today) === 0 ? today : weekdayFrom(today, 6);
    case 'start of month':
      return month === 0 ? null : dateFrom(today, 1, month);
    case 'end of month':
      return month === 0 ? nthOfMonth(monthNumber(today), 31) : endOf(today, month);
    case 'end of next month':
      return nthOfMonth(monthNumber(today) + 1, 31);
    case 'day': {
      const day = dayFrom(today, dayIn(words));
      // "Wednesday 25" is one only where that day is a Wednesday.
      return day !== null && [-1, weekdayOf(day)].includes(weekday) ? day : null;
    }
    case 'day and month':
      return dateFrom(today, dayIn(words), month, words.year);
    case 'numbers':
      return dateOfNumbers(today, words, vocabulary);
    default:
      return addDays(today, meaning);
  }
}

const everyN = new Map<string, RepeatType>([
  ['1 day', 'daily'],
  ['7 day', 'weekly'],
  ['14 day', 'biweekly'],
  ['1 week', 'weekly'],
  ['2 week', 'biweekly'],
  ['1 month', 'monthly'],
  ['3 month', 'quarterly'],
  ['1 quarter', 'quarterly'],
  ['12 month', 'yearly'],
  ['1 year', 'yearly'],
]);

/** How a phrase repeats and when first, today included; null for what no rule of ours can say. */
export function repeatOf(
  rule: RepeatType | 'every',
  words: Words,
  vocabulary: Vocabulary,
  today: string,
): { repeat: RepeatType; due: string } | null {
  const count = countOf(words, vocabulary);
  const repeat = rule === 'every' ? count && everyN.get(`${count.n} ${count.unit}`) : rule;
  if (!repeat) return null;
  if (words.month) {
    const due = dateOf('day and month', words, vocabulary, today);
    return due === null ? null : { repeat, due };
  }
  if (words.day) {
    const due = dayFrom(today, dayIn(words));
    return due === null ? null : { repeat, due };
  }
  if (words.weekday) {
    const weekday = indexOf(vocabulary.weekdays, words.weekday);
    return weekday < 0 ? null : { repeat, due: weekdayFrom(today, weekday) };
  }
  const isWeekend = [0, 6].includes(weekdayOf(today));
  return { repeat, due: repeat === 'daily-weekday' && isWeekend ? mondayAfter(today) : today };
}
