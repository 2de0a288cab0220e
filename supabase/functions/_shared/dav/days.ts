import { isDateOnly } from '../domain/dates.ts';

/** A time zone as this machine names it; null for none, and for one that it does not know. */
export function knownZone(name: string | null): string | null {
  if (name === null) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * Day (YYYY-MM-DD) and time (HHMMSS, empty for a date) of a date or a moment of iCalendar, which are
 * those that it is written with; one of UTC has those of `timeZone`. Null for what is neither.
 */
export function wallClock(value: string, timeZone: string): { day: string; time: string } | null {
  const [, year, month, date, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/u.exec(value.trim()) ?? [];
  if (year === undefined) return null;
  const day = `${year}-${month}-${date}`;
  if (!isDateOnly(day)) return null;
  const written = { day, time: hour === undefined ? '' : `${hour}${minute}${second}` };
  if (!utc) return written;
  const moment = new Date(`${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(moment.getTime())) return written;
  const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const [there = '', clock = ''] = new Intl.DateTimeFormat('sv-SE', format)
    .format(moment)
    .split(' ');
  return { day: there, time: clock.replaceAll(':', '') };
}

/** The day of a date or a moment, as {@link wallClock}. */
export const dayOf = (value: string, timeZone: string): string | null =>
  wallClock(value, timeZone)?.day ?? null;
