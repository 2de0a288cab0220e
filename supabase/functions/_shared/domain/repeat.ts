import {
  addDays,
  dayOfMonth,
  daysBetween,
  isDateOnly,
  monthNumber,
  nthOfMonth,
  weekdayOf,
} from './dates.ts';

/** How a task repeats (spec section 3). */
export const repeatTypes = [
  'none',
  'daily',
  'daily-weekday',
  'weekly',
  'biweekly',
  'monthly',
  'quarterly',
  'yearly',
] as const;

/** One of {@link repeatTypes}. */
export type RepeatType = (typeof repeatTypes)[number];

/** What people read for it. */
export const repeatLabels: Record<RepeatType, string> = {
  none: 'One Time',
  daily: 'Daily',
  'daily-weekday': 'Daily (Weekdays)',
  weekly: 'Weekly',
  biweekly: 'Biweekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
};

const daysToNextWeekday = (date: string): number => ({ 5: 3, 6: 2 })[weekdayOf(date)] ?? 1;

function nextInWeeks(start: string, floor: string, step: number): string {
  return addDays(start, step * (Math.floor(daysBetween(start, floor) / step) + 1));
}

function nextInMonths(start: string, floor: string, step: number, anchorDay: number): string {
  const passed = monthNumber(floor) - monthNumber(start);
  const month = monthNumber(start) + Math.floor(passed / step) * step;
  const candidate = nthOfMonth(month, anchorDay);
  return candidate > floor ? candidate : nthOfMonth(month + step, anchorDay);
}

function nextIn(rule: RepeatType, start: string, floor: string, anchorDay: number): string | null {
  switch (rule) {
    case 'daily':
      return addDays(floor, 1);
    case 'daily-weekday':
      return addDays(floor, daysToNextWeekday(floor));
    case 'weekly':
      return nextInWeeks(start, floor, 7);
    case 'biweekly':
      return nextInWeeks(start, floor, 14);
    case 'monthly':
      return nextInMonths(start, floor, 1, anchorDay);
    case 'quarterly':
      return nextInMonths(start, floor, 3, anchorDay);
    case 'yearly':
      return nextInMonths(start, floor, 12, anchorDay);
    default:
      return null;
  }
}

/**
 * When a repeating task is due again: the first date of its rule after both its due date and today
 * (design section 3). The database has the same rule as `private.next_occurrence`.
 *
 * @param dueDate null: the rule starts today.
 * @param anchorDay the day of the month that monthly, quarterly and yearly come back to after a
 * shorter month (31 Jan, 28 Feb, 31 Mar); null: the day of the due date.
 * @returns null for 'none', and where the next date would lie beyond the year 9999.
 */
export function nextOccurrence(
  rule: RepeatType,
  dueDate: string | null,
  today: string,
  anchorDay: number | null,
): string | null {
  const start = dueDate ?? today;
  const floor = start > today ? start : today;
  const next = nextIn(rule, start, floor, anchorDay ?? dayOfMonth(start));
  return next !== null && isDateOnly(next) ? next : null;
}
