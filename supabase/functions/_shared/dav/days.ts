import { isDateOnly } from '../domain/dates.ts';
import { paramOf, type Property } from './lines.ts';

/** A time zone as this machine names it; null for none, and for one that it does not know. */
export function knownZone(name: string | null): string | null {
  if (name === null) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Making one takes longer than all else that is done with a moment. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  clocks.set(timeZone, made);
  return made;
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
  const [there = '', clock = ''] = clockOf(timeZone).format(moment).split(' ');
  return { day: there, time: clock.replaceAll(':', '') };
}

/** The day of a date or a moment, as {@link wallClock}. */
export const dayOf = (value: string, timeZone: string): string | null =>
  wallClock(value, timeZone)?.day ?? null;

/** The zone that a property is written in: that of its TZID, else its owner's. */
export const zoneOf = (property: Property | undefined, timeZone: string): string =>
  knownZone((property && paramOf(property, 'TZID')[0]) ?? null) ?? timeZone;

/** When a date or a moment is, in milliseconds, where it says no zone itself. Null for what is neither. */
export function instantOf(value: string, timeZone: string): number | null {
  const written = wallClock(value, 'UTC');
  if (!written) return null;
  const { day, time } = written;
  const [, hour = '00', minute = '00', second = '00'] = /^(\d\d)(\d\d)(\d\d)$/u.exec(time) ?? [];
  const there = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  if (value.trim().endsWith('Z')) return there;
  const ahead = (at: number) => {
    const shown = wallClock(new Date(at).toISOString().replaceAll(/[-:]|\.\d+/gu, ''), timeZone);
    return shown
      ? (instantOf(`${shown.day.replaceAll('-', '')}T${shown.time}Z`, 'UTC') ?? at) - at
      : 0;
  };
  // The second look is for the hours beside a change of the clocks.
  return there - ahead(there - ahead(there));
}

/** A date or a moment later by a duration of iCalendar, in the same form. Null for what is no such thing. */
export function laterBy(value: string, duration: string): string | null {
  const [whole, weeks, days, hours, minutes, seconds] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/u.exec(
      duration.trim(),
    ) ?? [];
  const [, date, time = '', utc = ''] = /^(\d{8})(T\d{6})?(Z?)$/u.exec(value.trim()) ?? [];
  const start = instantOf(value.trim().replace('Z', ''), 'UTC');
  if (whole === undefined || date === undefined || start === null) return null;
  const number = (text = '0') => Number(text);
  const length =
    (number(weeks) * 7 + number(days)) * 86_400 +
    number(hours) * 3600 +
    number(minutes) * 60 +
    number(seconds);
  const end = new Date(start + length * 1000);
  if (Number.isNaN(end.getTime()) || end.getUTCFullYear() > 9999) return null;
  const text = end.toISOString().replaceAll(/[-:]|\.\d+Z/gu, '');
  return time === '' ? text.slice(0, 8) : text + utc;
}
