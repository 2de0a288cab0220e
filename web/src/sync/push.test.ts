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

test('design §3 who wins: the same block of code: the person chooses', () => {
  const code = '```js\na\nb\nc\n```';
  const text = `Soup\n${code}\nBread`;
  const mine = text.replace('a', 'A');
  expect(mergeText(mine, text, text.replace('Bread', 'Butter'))).toBe(
    mine.replace('Bread', 'Butter'),
  );
  expect(mergeText(mine, text, text.replace('c\n', 'C\n'))).toBeNull();
  // Both wrap other lines in code: no fence of one meets a fence of the other.
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const wrapped = (from: number, to: number) =>
    lines.toSpliced(to, 0, '```').toSpliced(from, 0, '```').join('\n');
  expect(mergeText(wrapped(0, 7), lines.join('\n'), wrapped(2, 4))).toBeNull();
  expect(mergeText('```\na', 'a', 'a\nx\n```')).toBeNull();
});

test('design §3 who wins: different lines of a checklist ticked: both', () => {
  const list = '- [ ] a\n- [ ] b\n- [ ] c';
  const mine = list.replace('[ ] a', '[x] a');
  expect(mergeText(mine, list, list.replace('[ ] b', '[x] b'))).toBe('- [x] a\n- [x] b\n- [ ] c');
});
