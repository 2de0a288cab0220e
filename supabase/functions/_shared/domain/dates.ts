/**
 * Calendar arithmetic on date-only strings, 'YYYY-MM-DD' (spec section 3, dueDate). No clock and no
 * time zone: a day is a day, so a daylight-saving change cannot move one.
 */

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY = 86_400_000;

function fromUtc(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return iso.slice(0, iso.indexOf('T'));
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function toUtc(date: string): number {
  if (!isDateOnly(date)) throw new RangeError(`Not a date: ${date}`);
  return Date.parse(`${date}T00:00:00Z`);
}

/** Whether the text is a day that exists, written 'YYYY-MM-DD', in the years 0001 to 9999. */
export function isDateOnly(text: string): boolean {
  if (!PATTERN.test(text) || text.startsWith('0000')) return false;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(milliseconds) && fromUtc(milliseconds) === text;
}

/** The local day of a moment: what the calendar on the wall says where the code runs. */
export function toDateOnly(moment: Date): string {
  return `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1, 2)}-${pad(moment.getDate(), 2)}`;
}

/** The date so many days later; earlier where negative. @throws RangeError if `date` is none. */
export function addDays(date: string, days: number): string {
  return fromUtc(toUtc(date) + days * DAY);
}

/** Whole days from one date to the other; negative where `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (toUtc(to) - toUtc(from)) / DAY;
}

/** 0 Sunday to 6 Saturday, as `Date.getDay()`. */
export function weekdayOf(date: string): number {
  return new Date(toUtc(date)).getUTCDay();
}

/** Day of the month, 1 to 31. */
export function dayOfMonth(date: string): number {
  toUtc(date);
  return Number(date.slice(8));
}

/** Months since year 0, so that months can be counted and compared over years. */
export function monthNumber(date: string): number {
  toUtc(date);
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The day of a month counted by {@link monthNumber}, or its last day where the month is shorter. */
export function nthOfMonth(month: number, day: number): string {
  const first = new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);
  const next = new Date(0).setUTCFullYear(Math.floor((month + 1) / 12), (month + 1) % 12, 1);
  return fromUtc(first + (Math.min(day, (next - first) / DAY) - 1) * DAY);
}
