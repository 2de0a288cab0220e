import { expect, test } from 'vitest';
import { COLORS, nearestColor } from './resources.ts';

test.each([
  ['#FF9500FF', 'orange'],
  ['#FFCC00', 'yellow'],
  ['#34C759', 'green'],
  ['#007AFF', 'blue'],
  ['#5856D6', 'purple'],
  ['#FF2D55', 'red'],
  ['#8E8E93', 'slate'],
  ['orange', null],
])('design §7 lists: the colour %s of a program is our %s', (given, ours) => {
  expect(nearestColor(given)).toBe(ours);
});

test('design §7 lists: each of our colours is itself', () => {
  for (const [name, color] of Object.entries(COLORS)) expect(nearestColor(color)).toBe(name);
});
