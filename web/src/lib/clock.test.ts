import { expect, test } from 'vitest';
import {
  formatDay,
  formatDays,
  formatFullDay,
  formatMoment,
  untilMidnight,
  weekStartOf,
} from './clock.ts';

test('design §5: midnight is when the date changes', () => {
  expect(untilMidnight(new Date('2026-03-04T23:59:59.000'))).toBe(1000);
  expect(untilMidnight(new Date('2026-12-31T22:00:00'))).toBe(2 * 3_600_000);
  expect(untilMidnight(new Date('2026-03-04T00:00:00'))).toBe(24 * 3_600_000);
});

test('§9 dates: a row shows MMM d, whatever the time zone', () => {
  expect(formatDay('2026-03-04')).toBe('Mar 4');
  expect(formatDay('2025-12-31')).toBe('Dec 31');
  expect(formatDay('2024-02-29')).toBe('Feb 29');
});

test('§9 dates: notes and notifications show MMM d, yyyy', () => {
  expect(formatFullDay('2025-01-05')).toBe('Jan 5, 2025');
  expect(formatFullDay(new Date(2026, 6, 9, 23, 59).toISOString())).toBe('Jul 9, 2026');
});

test('§2 tasks: the time of completion is local, with plain spaces', () => {
  expect(formatMoment(new Date(2026, 2, 4, 17, 6).toISOString())).toBe('Mar 4, 2026, 5:06 PM');
  expect(formatMoment(new Date(2026, 2, 4, 0, 6).toISOString())).toBe('Mar 4, 2026, 12:06 AM');
});

test('design §8: a range of days says its month once, unless it ends in another', () => {
  expect(formatDays('2026-03-04', '2026-03-07')).toBe('Mar 4 to 7');
  expect(formatDays('2026-03-29', '2026-04-04')).toBe('Mar 29 to Apr 4');
  expect(formatDays('2026-12-27', '2027-01-02')).toBe('Dec 27 to Jan 2');
  expect(formatDays('2025-03-04', '2026-03-05')).toBe('Mar 4 to Mar 5');
  expect(formatDays('2026-03-07', '2026-03-07')).toBe('Mar 7');
});

test('design §8: weeks begin as the language has it; with Sunday in English everywhere', () => {
  expect(weekStartOf('en')).toBe(0);
  expect(weekStartOf('en-GB')).toBe(0);
  expect(weekStartOf('de')).toBe(1);
  expect(weekStartOf('fr-CA')).toBe(0);
  expect(weekStartOf('ar-EG')).toBe(6);
});
