import { expect, test } from 'vitest';
import { untilMidnight } from './clock.ts';

test('design §5: midnight is when the date changes', () => {
  expect(untilMidnight(new Date('2026-03-04T23:59:59.000'))).toBe(1000);
  expect(untilMidnight(new Date('2026-12-31T22:00:00'))).toBe(2 * 3_600_000);
  expect(untilMidnight(new Date('2026-03-04T00:00:00'))).toBe(24 * 3_600_000);
});
