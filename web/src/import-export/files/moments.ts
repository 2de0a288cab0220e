import { isDateOnly } from '#domain/dates.ts';

/** A time as the database keeps it (ISO, UTC, years 1 to 9999), or null where it is none. */
export function storedTime(time: string | number | null | undefined): string | null {
  if (time === null || time === undefined || time === '' || time === 0) return null;
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return null;
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment.toISOString() : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch {
    format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  }
  formats.set(timeZone, format);
  return format;
}

/** The day and the time of day that the clock in that zone shows at a moment. */
export function dayAndTime(moment: Date, timeZone: string): { day: string; time: string } | null {
  if (Number.isNaN(moment.getTime())) return null;
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}`;
  return isDateOnly(day) ? { day, time: `${parts['hour']}:${parts['minute']}` } : null;
}

/**
 * The day that a written time falls on. One with an offset is a moment, one without is what the
 * clock on the wall shows: its day stays. `time` is null where there is none, or midnight sharp.
 */
export function readDay(
  text: string,
  timeZone: string,
): { day: string; time: string | null } | null {
  const written = text.trim().replace(/([+-]\d\d)(\d\d)$/u, '$1:$2');
  const [, day = '', time, offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:\d\d)?)?$/u.exec(
      written,
    ) ?? [];
  if (!isDateOnly(day)) return null;
  if (time === undefined || offset === undefined) {
    return { day, time: time === undefined || time === '00:00' ? null : time };
  }
  const shown = dayAndTime(new Date(written.replace(' ', 'T')), timeZone);
  return shown && { day: shown.day, time: shown.time === '00:00' ? null : shown.time };
}

/** The left field of a time of day, which a task's date does not hold. */
export function dueTime(time: string | null | undefined, zone: string) {
  return time ? [{ label: 'Due at', text: zone ? `${time} (${zone})` : time }] : [];
}
