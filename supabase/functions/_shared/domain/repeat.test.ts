import { expect, test } from 'vitest';
import { nextOccurrence } from './repeat.ts';

test('§4 repeat: none never comes again', () => {
  expect(nextOccurrence('none', '2026-11-21', '2026-11-21', null)).toBeNull();
});

test('§4 repeat: the next date lies after the due date and after today', () => {
  expect(nextOccurrence('daily', '2026-11-21', '2026-11-21', null)).toBe('2026-11-22');
  expect(nextOccurrence('daily', '2026-11-01', '2026-11-21', null)).toBe('2026-11-22');
  expect(nextOccurrence('daily', '2026-11-25', '2026-11-21', null)).toBe('2026-11-26');
});

test('§4 repeat: weekly and biweekly keep their weekday however late they are completed', () => {
  expect(nextOccurrence('weekly', '2026-11-02', '2026-11-21', null)).toBe('2026-11-23');
  expect(nextOccurrence('weekly', '2026-11-14', '2026-11-21', null)).toBe('2026-11-28');
  expect(nextOccurrence('biweekly', '2026-11-02', '2026-11-15', null)).toBe('2026-11-16');
  expect(nextOccurrence('biweekly', '2026-11-02', '2026-11-16', null)).toBe('2026-11-30');
});

test('§4 repeat: daily-weekday skips Saturday and Sunday', () => {
  expect(nextOccurrence('daily-weekday', '2026-11-20', '2026-11-20', null)).toBe('2026-11-23');
  expect(nextOccurrence('daily-weekday', '2026-11-20', '2026-11-21', null)).toBe('2026-11-23');
  expect(nextOccurrence('daily-weekday', '2026-11-20', '2026-11-22', null)).toBe('2026-11-23');
  expect(nextOccurrence('daily-weekday', '2026-11-23', '2026-11-23', null)).toBe('2026-11-24');
});

test('§4 repeat: monthly keeps its day over shorter months', () => {
  expect(nextOccurrence('monthly', '2026-01-31', '2026-01-31', 31)).toBe('2026-02-28');
  expect(nextOccurrence('monthly', '2026-02-28', '2026-02-28', 31)).toBe('2026-03-31');
  expect(nextOccurrence('monthly', '2026-01-15', '2026-06-15', 15)).toBe('2026-07-15');
  expect(nextOccurrence('monthly', '2026-01-15', '2026-06-14', 15)).toBe('2026-06-15');
});

test('§4 repeat: quarterly stays in its months, yearly in its month', () => {
  expect(nextOccurrence('quarterly', '2025-11-30', '2025-11-30', 30)).toBe('2026-02-28');
  expect(nextOccurrence('quarterly', '2026-02-28', '2026-03-01', 30)).toBe('2026-05-30');
  expect(nextOccurrence('yearly', '2024-02-29', '2024-02-29', 29)).toBe('2025-02-28');
  expect(nextOccurrence('yearly', '2027-02-28', '2027-02-28', 29)).toBe('2028-02-29');
});

test('§4 repeat: a task without a date repeats from today', () => {
  expect(nextOccurrence('weekly', null, '2026-11-21', null)).toBe('2026-11-28');
  expect(nextOccurrence('monthly', null, '2026-01-31', null)).toBe('2026-02-28');
});

test('§4 repeat: the calendar ends with the year 9999', () => {
  expect(nextOccurrence('yearly', '9999-05-01', '2026-11-21', 1)).toBeNull();
  expect(nextOccurrence('daily', '9999-12-30', '2026-11-21', null)).toBe('9999-12-31');
  expect(nextOccurrence('daily', '9999-12-31', '2026-11-21', null)).toBeNull();
});
