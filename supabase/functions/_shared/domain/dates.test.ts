import { expect, test } from 'vitest';
import {
  addDays,
  dayOfMonth,
  daysBetween,
  isDateOnly,
  monthNumber,
  nthOfMonth,
  toDateOnly,
  weekdayOf,
} from './dates.ts';

test('§3 dueDate: only existing days written YYYY-MM-DD are dates', () => {
  expect(['2024-02-29', '0001-01-01', '9999-12-31'].every(isDateOnly)).toBe(true);
  expect(
    ['2023-02-29', '2023-13-01', '2023-00-10', '2023-1-1', '0000-01-01'].some(isDateOnly),
  ).toBe(false);
  expect(isDateOnly('2023-01-01T00:00')).toBe(false);
  expect(() => addDays('yesterday', 1)).toThrow('Not a date: yesterday');
});

test('§9 dates are local: the day of a moment is the one on the local calendar', () => {
  expect(toDateOnly(new Date(2026, 0, 5, 0, 0, 0))).toBe('2026-01-05');
  expect(toDateOnly(new Date(2026, 11, 31, 23, 59, 59))).toBe('2026-12-31');
});

test('§4 date shift: days are counted over months, leap years and clock changes', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2023-12-31', 1)).toBe('2024-01-01');
  expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
});

test('§4 date shift: weekdays count from Sunday', () => {
  expect(weekdayOf('2026-11-22')).toBe(0);
  expect(weekdayOf('2026-11-21')).toBe(6);
});

test('§3 dueDate: a day of the month that does not exist is its last day', () => {
  expect(nthOfMonth(monthNumber('2026-02-01'), 31)).toBe('2026-02-28');
  expect(nthOfMonth(monthNumber('2028-02-01'), 30)).toBe('2028-02-29');
  expect(nthOfMonth(monthNumber('2026-12-01'), 31)).toBe('2026-12-31');
  expect(nthOfMonth(monthNumber('0050-01-01') + 1, 29)).toBe('0050-02-28');
  expect(dayOfMonth('2026-02-09')).toBe(9);
});
