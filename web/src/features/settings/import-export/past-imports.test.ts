import { expect, test } from 'vitest';
import { describeUndone } from './past-imports.tsx';

test('design §7 undo: what went is said, and what stayed and why', () => {
  expect(describeUndone({ removed: 9997, kept: 3 })).toBe(
    '9,997 removed, 3 kept, which were changed since or are in use',
  );
  expect(describeUndone({ removed: 1, kept: 1 })).toBe(
    '1 removed, 1 kept, which was changed since or is in use',
  );
  expect(describeUndone({ removed: 10_000, kept: 0 })).toBe('10,000 removed');
});
