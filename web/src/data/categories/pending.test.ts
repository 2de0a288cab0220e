import { expect, test } from 'vitest';
import { sortNames, withName, withoutName, withRenamed } from './pending.ts';

test('§5 categories: names stand in the alphabet, whatever their case, numbers by value', () => {
  expect(sortNames(['Work 10', 'home', 'Work 9', 'Garden'])).toEqual([
    'Garden',
    'home',
    'Work 9',
    'Work 10',
  ]);
});

test('§5 categories: a new name shows at once in its place, and once', () => {
  expect(withName('Home')(['Garden', 'Work'])).toEqual(['Garden', 'Home', 'Work']);
  expect(withName('Home')(['Garden', 'Home'])).toEqual(['Garden', 'Home']);
});

test('§5 categories: a rename shows at once, also when the server was quicker', () => {
  expect(withRenamed('Work', 'Area')(['Garden', 'Work'])).toEqual(['Area', 'Garden']);
  expect(withRenamed('Work', 'work')(['Garden', 'Work'])).toEqual(['Garden', 'work']);
  expect(withRenamed('Work', 'Area')(['Area', 'Garden'])).toEqual(['Area', 'Garden']);
});

test('§5 categories: a deleted name is gone at once', () => {
  expect(withoutName('Work')(['Garden', 'Work'])).toEqual(['Garden']);
});
