import { expect, test } from 'vitest';
import { completedTask, contact, note, openTask } from './household.ts';
import { createRandom } from './random.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

function sample(seed: number) {
  const random = createRandom(seed);
  return Array.from({ length: 300 }, () => [
    openTask(NOW, random),
    completedTask(NOW, random),
    contact(NOW, random),
    note(NOW, ['one', 'other'], random),
  ]);
}

test('seed: the same number gives the same household, another one another', () => {
  expect(sample(7)).toEqual(sample(7));
  expect(sample(7)).not.toEqual(sample(8));
});

test('seed: no placeholder is left in a text', () => {
  expect(JSON.stringify(sample(3))).not.toMatch(/\{(first|last|company|city|month)\}/);
});

test('seed: tasks fall before, on and after today', () => {
  const random = createRandom(1);
  const dates = Array.from({ length: 300 }, () => openTask(NOW, random).due_date);
  expect(dates).toContain(null);
  expect(dates).toContain('2026-11-21');
  expect(dates.some((date) => date !== null && date < '2026-11-21')).toBe(true);
  expect(dates.some((date) => date !== null && date > '2027-01-01')).toBe(true);
});
