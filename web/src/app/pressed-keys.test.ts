import { expect, test } from 'vitest';
import { keyOf, matchKeys, waysOf } from './pressed-keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keyOf({
    key,
    code: '',
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    isComposing: false,
    ...more,
  });

test('design §8 shortcuts: a key is what it says, with Caps Lock, with Ctrl or Cmd and in other scripts', () => {
  expect(press('n')).toBe('n');
  expect(press('N')).toBe('n');
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('N', { shiftKey: true })).toBe('N');
  expect(press('Delete')).toBe('Delete');
  expect(press('z', { ctrlKey: true })).toBe('mod+z');
  expect(press('z', { metaKey: true })).toBe('mod+z');
  expect(press('Z', { metaKey: true, shiftKey: true })).toBe('mod+Z');
  expect(press('т', { code: 'KeyN' })).toBe('n');
  expect(press('ö', { code: 'Semicolon' })).toBe('ö');
});

test('design §8 shortcuts: none while a letter is composed, nor with Alt, which types letters', () => {
  expect(press('n', { isComposing: true })).toBeUndefined();
  expect(press('Dead')).toBeUndefined();
  expect(press('n', { altKey: true })).toBeUndefined();
});

test('design §8 shortcuts: sequences, several ways, and the innermost place first', () => {
  const run = () => undefined;
  const list = { list: () => [{ keys: ['j', 'ArrowDown'], label: 'Next task', run }] };
  const screen = {
    list: () => [
      { keys: 'n', label: 'New task', run },
      { keys: 'j', label: 'Never', run },
    ],
  };
  const everywhere = { list: () => [{ keys: 'g n', label: 'Go to Notes', run }] };
  const find = (...keys: string[]) => {
    const { found, isPartial } = matchKeys(keys, [list, screen, everywhere]);
    return [found?.label, isPartial];
  };
  expect(find('j')).toEqual(['Next task', false]);
  expect(find('ArrowDown')).toEqual(['Next task', false]);
  expect(find('n')).toEqual(['New task', false]);
  expect(find('g')).toEqual([undefined, true]);
  expect(find('g', 'n')).toEqual(['Go to Notes', false]);
  expect(find('g', 'j')).toEqual([undefined, false]);
  expect(waysOf({ keys: ['g n', 'n'] })).toEqual([['g', 'n'], ['n']]);
});
