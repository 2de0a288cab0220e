import { expect, test } from 'vitest';
import { keepsLimit, percentile, table } from './figures.ts';

test('bench: percentiles are values that were measured, by the nearest rank', () => {
  const values = [5, 1, 4, 2, 3];
  expect(percentile(values, 50)).toBe(3);
  expect(percentile(values, 95)).toBe(5);
  expect(percentile(values, 1)).toBe(1);
  expect(percentile([], 50)).toBeNaN();
});

test('bench: a limit is kept from below or, with atLeast, from above', () => {
  expect(keepsLimit({ name: 'a', value: 2, unit: 's' })).toBeUndefined();
  expect(keepsLimit({ name: 'a', value: 2, unit: 's', limit: 2 })).toBe(true);
  expect(keepsLimit({ name: 'a', value: 3, unit: 's', limit: 2 })).toBe(false);
  expect(keepsLimit({ name: 'a', value: 3, unit: 'x', limit: 2, atLeast: true })).toBe(true);
  expect(keepsLimit({ name: 'a', value: 1, unit: 'x', limit: 2, atLeast: true })).toBe(false);
  expect(table([{ name: 'a', value: 3, unit: 's', limit: 2 }])).toContain('MISSED');
});
