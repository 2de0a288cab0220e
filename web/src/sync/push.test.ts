import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeText } from './push.ts';

const base = 'Soup\n\nSalt\n\nBread';

test('design §3 who wins: different paragraphs of one text: both, unasked', () => {
  const mine = base.replace('Soup', 'Soup of the day');
  const theirs = base.replace('Bread', 'Bread and butter');
  const both = 'Soup of the day\n\nSalt\n\nBread and butter';
  expect(mergeText(mine, base, theirs)).toBe(both);
  expect(mergeText(theirs, base, mine)).toBe(both);
});

test('design §3 who wins: the same paragraph of one text: the person chooses', () => {
  const mine = base.replace('Salt', 'Pepper');
  expect(mergeText(mine, base, base.replace('Salt', 'Sugar'))).toBeNull();
  expect(mergeText(mine, base, mine)).toBe(mine);
});

test('design §3: whoever changed nothing takes over what the other has', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 })
    .map((paragraphs) => paragraphs.join('\n'));
  fc.assert(
    fc.property(text, text, (from, to) => {
      expect(mergeText(to, from, from)).toBe(to);
      expect(mergeText(from, from, to)).toBe(to);
      expect(mergeText(to, from, to)).toBe(to);
    }),
  );
});
