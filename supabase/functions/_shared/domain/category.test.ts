import { expect, test } from 'vitest';
import {
  activeCategory,
  ALL_CATEGORIES,
  categoryColor,
  categoryLabel,
  inCategory,
  isReservedName,
  keepingText,
  nameAfterEdit,
  nameToAdd,
  namesKept,
} from './category.ts';

test('§9 category dot: four colours, without regard to case', () => {
  expect(categoryColor('work')).toBe('purple');
  expect(categoryColor('Personal')).toBe('green');
  expect(categoryColor('PROJECTS')).toBe('blue');
  expect(categoryColor('Garden')).toBe('slate');
  expect(categoryColor('constructor')).toBe('slate');
  expect(categoryColor('work', 'pink')).toBe('pink');
  expect(categoryColor('work', null)).toBe('purple');
});

test('§9 category label: the first letter is a capital, whatever the script', () => {
  expect(categoryLabel('work')).toBe('Work');
  expect(categoryLabel('élan vital')).toBe('Élan vital');
  expect(categoryLabel('𐐨x')).toBe('𐐀x');
  expect(categoryLabel('家')).toBe('家');
  expect(categoryLabel('')).toBe('');
});

test('§4 category filter: a name shows its own tasks, all shows every task', () => {
  const work = { category: 'Work' };
  const none = { category: null };
  expect(inCategory([work, none], 'Work')).toEqual([work]);
  expect(inCategory([work, none], ALL_CATEGORIES)).toEqual([work, none]);
});

test('§4 category filter: a category that is gone filters nothing', () => {
  expect(activeCategory('Work', ['Home', 'Work'])).toBe('Work');
  expect(activeCategory('Work', ['Home'])).toBe(ALL_CATEGORIES);
  expect(activeCategory('none', ['Home'])).toBe(ALL_CATEGORIES);
  expect(activeCategory('none', ['Home'], true)).toBe('none');
});

const names = ['Work', 'Personal'];

test('spec §5 categories: adding trims, and ignores empty and duplicate names', () => {
  expect(nameToAdd('  Garden ', names)).toBe('Garden');
  expect(nameToAdd('', names)).toBeNull();
  expect(nameToAdd(' \t', names)).toBeNull();
  expect(nameToAdd('Work', names)).toBeNull();
  expect(nameToAdd(' wORK ', names)).toBeNull();
});

test('spec §5 categories: a rename ignores empty and unchanged names and refuses an existing one', () => {
  expect(nameAfterEdit('Work', ' Office ', names)).toBe('Office');
  expect(nameAfterEdit('Work', '  ', names)).toBeNull();
  expect(nameAfterEdit('Work', 'Work ', names)).toBeNull();
  expect(nameAfterEdit('Work', 'personal', names)).toBeNull();
});

test('spec §5 categories: a change of case alone is a rename', () => {
  expect(nameAfterEdit('Work', 'WORK', names)).toBe('WORK');
});

test('spec §2 category dropdown: its own words cannot be categories', () => {
  expect(['all', 'ALL', ' None '].map(isReservedName)).toEqual([true, true, true]);
  expect(isReservedName('Allotment')).toBe(false);
});

test('design §8 categories: a name that is still in use is one of the filter, each once', () => {
  const inUse = ['Work', 'Travel', null, '', 'none', 'Travel', 'work'];
  expect(namesKept(['Work'], inUse)).toEqual(['Travel', 'work']);
  expect(namesKept([], [])).toEqual([]);
});

test.each([
  [{ tasks: 0, contacts: 0, folders: 0 }, 'Nothing is in it.'],
  [{ tasks: 1, contacts: 0, folders: 0 }, '1 task keeps its name, and the filter still finds it.'],
  [
    { tasks: 1200, contacts: 1, folders: 2 },
    '1,200 tasks, 1 contact, and 2 folders keep its name, and the filter still finds them.',
  ],
])('design §8 categories: deleting one says what keeps its name (%j)', (use, text) => {
  expect(keepingText(use)).toBe(text);
});
