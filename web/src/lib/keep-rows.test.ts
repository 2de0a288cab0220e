import { expect, test } from 'vitest';
import { keepRows } from './keep-rows.ts';

const row = (id: number, updated_at: string, name = '') => ({ id, updated_at, name });

test('design §5: rows that did not change stay the same objects, the others are the new ones', () => {
  const before = [row(1, 'a'), row(2, 'a'), row(3, 'a')];
  const after = [row(3, 'a'), row(2, 'b', 'changed'), row(4, 'a')];
  const kept = keepRows(before, after);
  expect(kept).toEqual(after);
  expect(Array.isArray(kept) && kept[0] === before[2]).toBe(true);
  expect(Array.isArray(kept) && kept[1] === after[1]).toBe(true);
});

test('design §5: the first reading is taken as it is', () => {
  const after = [row(1, 'a')];
  expect(keepRows(undefined, after)).toBe(after);
});
