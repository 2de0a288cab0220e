import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test('design §1: durations are read as Go writes them', () => {
  expect(parseDuration('24h')).toBe(86_400);
  expect(parseDuration('1h30m')).toBe(5400);
  expect(parseDuration('1.5s')).toBe(1.5);
  expect(parseDuration('250ms')).toBe(0.25);
  expect(parseDuration('0')).toBe(0);
  expect(parseDuration('-1m')).toBe(-60);
});

test('design §1: what is no duration is told apart', () => {
  for (const text of ['', 'h', '24', '24 h', '1d', 'none', '1h 30m', '1h30']) {
    expect(parseDuration(text)).toBeUndefined();
  }
});
