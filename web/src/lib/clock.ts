import { useSyncExternalStore } from 'react';
import { toDateOnly } from '#domain/dates.ts';

/** Milliseconds between checks, which notice sleep and changes of the clock or time zone. */
const CHECK_EVERY = 60_000;

/** Today in the browser's time zone as YYYY-MM-DD. */
export function today(): string {
  return toDateOnly(new Date());
}

/** Milliseconds until the local date changes; right on days of 23 and 25 hours too. */
export function untilMidnight(now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return midnight.getTime() - now.getTime();
}

/**
 * Calls `onChange` when the local date may have changed: at midnight, when the tab or the machine
 * wakes, and once a minute. Returns a function that stops it.
 */
export function watchToday(onChange: () => void): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const check = () => {
    clearTimeout(timer);
    timer = setTimeout(check, Math.min(untilMidnight(new Date()), CHECK_EVERY));
    onChange();
  };
  timer = setTimeout(check, Math.min(untilMidnight(new Date()), CHECK_EVERY));
  const { signal } = stop;
  document.addEventListener('visibilitychange', check, { signal });
  addEventListener('pageshow', check, { signal });
  addEventListener('focus', check, { signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Today as YYYY-MM-DD; changes at local midnight without a reload. */
export function useToday(): string {
  return useSyncExternalStore(watchToday, today);
}

/** Resolves after `milliseconds`; never, once the signal has aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

const MINUTE = 60_000;
const startOfMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The start of the current minute, in milliseconds since 1970; changes by itself. */
export function useMinute(): number {
  return useSyncExternalStore(watchToday, startOfMinute);
}

/**
 * Dates as the spec writes them, in English whatever the browser's language. `Intl` costs no bytes,
 * date-fns would be 6 kB before the first task.
 */
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const fullDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long' });
const longDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** A date without a time is that day in every time zone; a moment is shown in local time. */
function localDate(date: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00` : date);
}

/** 'Mar 4': the date of a task's row (spec section 9, 'MMM d'). */
export function formatDay(date: string): string {
  return day.format(localDate(date));
}

/** 'Wednesday'. */
export function formatWeekday(date: string): string {
  return weekday.format(localDate(date));
}

/** 'March 4'. */
export function formatLongDay(date: string): string {
  return longDay.format(localDate(date));
}

/** 'March'. */
export function formatMonth(date: string): string {
  return month.format(localDate(date));
}

/** 'Mar 4 to 7', 'Mar 29 to Apr 4', or one day. */
export function formatDays(first: string, last: string): string {
  if (first === last) return formatDay(first);
  const end =
    first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(8))) : formatDay(last);
  return `${formatDay(first)} to ${end}`;
}

/**
 * The first day of the week for a language, 0 Sunday to 6 Saturday. For English always Sunday, as in
 * the spec.
 */
export function weekStartOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  if (locale.language === 'en') return 0;
  // Monday where a browser does not know.
  return (locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

/** 'Mar 4, 2026' (spec section 9, 'MMM d, yyyy'), of a day or of a moment in local time. */
export function formatFullDay(date: string): string {
  return fullDay.format(localDate(date));
}

/** 'Mar 4, 2026, 5:06 PM', in local time. */
export function formatMoment(moment: string): string {
  // The formatter puts a narrow no-break space before AM and PM.
  return `${formatFullDay(moment)}, ${time.format(localDate(moment)).replaceAll('\u202f', ' ')}`;
}
