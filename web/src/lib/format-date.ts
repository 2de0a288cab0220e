import { format, parseISO } from 'date-fns';

/** 'Mar 4': the date of a task's row (spec section 9, 'MMM d'). */
export function formatDay(date: string): string {
  return format(parseISO(date), 'MMM d');
}

/** 'Mar 4, 2026' (spec section 9, 'MMM d, yyyy'), of a day or of a moment in local time. */
export function formatFullDay(date: string): string {
  return format(parseISO(date), 'MMM d, yyyy');
}

/** 'Mar 4, 2026, 5:06 PM', in local time. */
export function formatMoment(moment: string): string {
  return format(parseISO(moment), 'MMM d, yyyy, h:mm a');
}
