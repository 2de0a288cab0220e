import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFactor } from './env.ts';

test('design §4 limits: a factor is a number above 0', () => {
  expect(['1', '1000', '0.5', '2.25'].map(parseFactor)).toEqual([1, 1000, 0.5, 2.25]);
  for (const text of [
    '',
    ' ',
    'abc',
    '0',
    '0.0',
    '-1',
    'Infinity',
    'NaN',
    '1e9',
    '9'.repeat(400),
  ]) {
    expect(parseFactor(text), text).toBeUndefined();
  }
});

test('design §4 limits: nothing that is written as a factor switches limits off', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      const factor = parseFactor(text) ?? 1;
      expect(Number.isFinite(Math.ceil(20 * factor)) && factor > 0).toBe(true);
    }),
  );
});
