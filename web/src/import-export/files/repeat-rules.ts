import type { RepeatType } from '#domain/repeat.ts';

const WORK_DAYS = 'FR,MO,TH,TU,WE';

type Rule = {
  every: 'day' | 'week' | 'month' | 'year';
  interval: number;
  days?: readonly string[];
};

/** The repeat rule for one that comes every so many days, weeks, months or years. */
export function repeatOf({ every, interval, days = [] }: Rule): RepeatType | null {
  const listed = days.toSorted().join(',');
  if (listed === WORK_DAYS && interval === 1 && (every === 'week' || every === 'day'))
    return 'daily-weekday';
  if (days.length === 7 && interval === 1 && every === 'week') return 'daily';
  if (days.length > 1) return null;
  const known: Record<string, RepeatType> = {
    'day 1': 'daily',
    'day 7': 'weekly',
    'day 14': 'biweekly',
    'week 1': 'weekly',
    'week 2': 'biweekly',
    'month 1': 'monthly',
    'month 3': 'quarterly',
    'month 12': 'yearly',
    'year 1': 'yearly',
  };
  return known[`${every} ${interval}`] ?? null;
}

const UNITS: Record<string, Rule['every']> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

/**
 * The repeat rule with the same meaning as an RRULE (RFC 5545, 3.3.10), or null where there is none.
 * One that ends (COUNT, UNTIL) has no counterpart.
 */
export function repeatOfRRule(rrule: string, dueDate: string | null): RepeatType | null {
  const parts = new Map(
    rrule
      .replace(/^RRULE:/iu, '')
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=') as [string, string | undefined]),
  );
  const every = UNITS[parts.get('FREQ') ?? ''];
  if (!every) return null;
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const days = parts.get('BYDAY')?.split(',') ?? [];
  if (days.some((day) => !/^(?:MO|TU|WE|TH|FR|SA|SU)$/u.test(day))) return null;
  const known = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'WKST', 'BYMONTHDAY', 'BYMONTH']);
  if ([...parts.keys()].some((part) => part !== '' && !known.has(part))) return null;
  const monthDay = parts.get('BYMONTHDAY');
  if (
    monthDay &&
    (every === 'day' ||
      every === 'week' ||
      (dueDate && Number(monthDay) !== Number(dueDate.slice(8))))
  )
    return null;
  const month = parts.get('BYMONTH');
  if (month && (every !== 'year' || (dueDate && Number(month) !== Number(dueDate.slice(5, 7)))))
    return null;
  if (days.length === 1 && every !== 'week') return null;
  return repeatOf({ every, interval, days });
}
