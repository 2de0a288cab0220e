/**
 * Dates as the spec writes them, in English whatever the browser's language, by the browser's own
 * formatter: it costs no bytes, where date-fns' would be 6 kB before the first task.
 */
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const fullDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** A day is that day in every time zone; a moment is what the clock here says. */
function localDate(date: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00` : date);
}

/** 'Mar 4': the date of a task's row (spec section 9, 'MMM d'). */
export function formatDay(date: string): string {
  return day.format(localDate(date));
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
