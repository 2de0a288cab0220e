import { expect, test } from 'vitest';
import { isReservedName, nameAfterEdit, nameToAdd } from './category-name.ts';

const names = ['Work', 'Personal'];

test('§5 categories: adding trims, and ignores empty and duplicate names', () => {
  expect(nameToAdd('  Garden ', names)).toBe('Garden');
  expect(nameToAdd('', names)).toBeNull();
  expect(nameToAdd(' \t', names)).toBeNull();
  expect(nameToAdd('Work', names)).toBeNull();
  expect(nameToAdd(' wORK ', names)).toBeNull();
});

test('§5 categories: a rename ignores empty and unchanged names and refuses an existing one', () => {
  expect(nameAfterEdit('Work', ' Office ', names)).toBe('Office');
  expect(nameAfterEdit('Work', '  ', names)).toBeNull();
  expect(nameAfterEdit('Work', 'Work ', names)).toBeNull();
  expect(nameAfterEdit('Work', 'personal', names)).toBeNull();
});

test('§5 categories: a change of case alone is a rename', () => {
  expect(nameAfterEdit('Work', 'WORK', names)).toBe('WORK');
});

test('§2 category dropdown: its own words cannot be categories', () => {
  expect(['all', 'ALL', ' None '].map(isReservedName)).toEqual([true, true, true]);
  expect(isReservedName('Allotment')).toBe(false);
});
