import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeText } from './merge-text.ts';

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
    .array(fc.constantFrom('a', 'b', '1. a', '2. b', '  1. a', '> 1. a', '- b', ''), {
      maxLength: 8,
    })
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

/** Lines of a list, some of them one deeper, each depth counted on its own. */
function counted(lines: readonly { text: string; isDeep: boolean }[]): string {
  const next = { outer: 1, inner: 1 };
  return lines
    .map(({ text, isDeep }) => {
      if (isDeep) return `  ${next.inner++}. ${text}`;
      next.inner = 1;
      return `${next.outer++}. ${text}`;
    })
    .join('\n');
}

test('design §3 who wins: lines put into different places of one numbered list: both, numbered anew', () => {
  expect(mergeText('1. a\n2. x\n3. b', '1. a\n2. b', '1. a\n2. b\n3. y')).toBe(
    '1. a\n2. x\n3. b\n4. y',
  );
  const place = fc.nat({ max: 9 });
  const lines = fc
    .array(fc.boolean(), { minLength: 2, maxLength: 9 })
    .map((deep) => deep.map((isDeep, at) => ({ text: `line ${at}`, isDeep: isDeep && at > 0 })));
  const put = fc.record({
    isDeep: fc.boolean(),
    around: fc.constantFrom('', 'Soup\n', '> 1. q\n'),
  });
  fc.assert(
    fc.property(lines, place, place, put, put, (list, one, other, mine, theirs) => {
      const [first = 0, second = 0] = [one, other]
        .map((at) => at % (list.length + 1))
        .toSorted((a, b) => a - b);
      fc.pre(first !== second);
      const x = { text: 'x', isDeep: mine.isDeep && first > 0 };
      const y = { text: 'y', isDeep: theirs.isDeep };
      const text = (all: typeof list) => `${mine.around}${counted(all)}\n${theirs.around}1. last`;
      const before = text(list);
      const withX = text(list.toSpliced(first, 0, x));
      const withY = text(list.toSpliced(second, 0, y));
      const both = text(list.toSpliced(second, 0, y).toSpliced(first, 0, x));
      fc.pre(theirs.around !== '');
      expect(mergeText(withX, before, withY)).toBe(both);
      expect(mergeText(withY, before, withX)).toBe(both);
    }),
  );
});

test('design §3: numbers that somebody chose stay as they are', () => {
  const text = 'a\n1. b\n1. c\nd';
  expect(mergeText(text.replace('a', 'A'), text, text.replace('d', 'D'))).toBe('A\n1. b\n1. c\nD');
  const list = '3. a\n4. b\n5. c';
  expect(mergeText('3. a\n4. x\n5. b\n6. c', list, `${list}\n6. y`)).toBe(
    '3. a\n4. x\n5. b\n6. c\n7. y',
  );
});
