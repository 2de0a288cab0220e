import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkup, serializeMarkup } from '#domain/markup/markup.ts';
import { storedContent } from '#domain/note.ts';
import { markupOfMarkdown } from './markdown-reader.ts';
import { markdownOf } from '#import-export/markdown-writer.ts';

const back = (markup: string) => markupOfMarkdown(markdownOf(markup)).markup;
/** As a note that was opened and saved is stored. */
const saved = (text: string) => serializeMarkup(parseMarkup(storedContent(text) ?? ''));

test.each([
  ['plain', 'One\nTwo\n\nThree'],
  ['marks', '**bold** *italic* __under__ ***both*** a**b**c ** x **'],
  ['overlapping marks', '**a*b**c*'],
  ['marks with space', '**bold\\ ** and *\\ x*'],
  ['lists', 'Text\n- a\n  - b\n    - c\n- d\nText\n1. one\n2. two\n  - x\n\nEnd'],
  ['checklist', '- [ ] milk\n- [x] bread\n  - [ ] rye'],
  ['quote', '> a\n> - b\n> c\n>\n> d\ne'],
  [
    'headings, rule, code',
    '# One\n## Two\n---\n```ts\nconst a = `b`;\n\n\n  x\n```\n### Three\nText',
  ],
  [
    'look-alikes',
    '1986\\. A year\n\\- no\n\\# no\n+ no\n=== no\n===\na_b_c __ | x & y &amp; <b> ![x](y) ~~z~~',
  ],
  ['links', '[Almanac](https://example.org/a_b?c=1) and https://example.org/x_y_z, mailto:a@b.c'],
  ['code in a line', '`a b` and ` x ` and `\\`'],
  ['emoji and other scripts', '👩‍👩‍👧 **größe** *日本*語 مرحبا'],
  ['two lists of numbers', '1. a\n1. b\n5. c'],
])('spec §3: Markdown keeps %s', (_name, text) => {
  expect(back(saved(text))).toBe(saved(text));
});

const WORDS = [
  'a',
  'word',
  '**',
  '*',
  '***',
  '__',
  '_',
  '`',
  '[',
  ']',
  '(https://e.org)',
  '\\',
  ' ',
  '  ',
  '\n',
  '\n- ',
  '\n  - ',
  '\n1. ',
  '\n2. ',
  '\n> ',
  '\n# ',
  '\n- [ ] ',
  '\n---',
  '\n```\n',
  '~',
  '<b>',
  '&amp;',
  '&',
  '|',
  '!',
  '#',
  '=',
  '===',
  '+',
  '-',
  '.',
  ')',
  '5',
  'é',
  '😀',
  '\t',
  'https://e.org/a_b',
  '://',
  'www.e.org',
  'a@b.org',
  '<!-- -->',
];

test('spec §3: any note comes back from Markdown as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }), (words) => {
      const markup = saved(words.join(''));
      expect(back(markup)).toBe(markup);
    }),
    { numRuns: 3000, examples: [[['[', '  ', ']', '(https://e.org)']]] },
  );
});

test('design §6: any text can be read as Markdown, and its words stay', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const { markup } = markupOfMarkdown(text);
      for (const [word] of text.matchAll(/[a-z]{3,}/gu)) expect(markup).toContain(word);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['headings of six levels', '#### Deep\nSet\n===\nSub\n---', '### Deep\n# Set\n## Sub'],
  ['stars and plus as bullets', '* a\n+ b\n    * c', '- a\n- b\n  - c'],
  ['numbers all one', '1. a\n1. b\n1. c', '1. a\n2. b\n3. c'],
  ['a wrapped item', '- a\n  and more\n- b', '- a and more\n- b'],
  ['emphasis', '__bold__ _italic_ ~~gone~~', '**bold** *italic* ~~gone~~'],
  ['a picture', '![Cat](cat.png)', 'Cat (cat.png)'],
  ['wiki links', 'See [[Other note]] and ![[x.png]]', 'See [[Other note]] and ![[x.png]]'],
  ['a table', '| a | b |\n| --- | --- |\n| 1 | 2 |', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['entities and breaks', 'a &amp; b<br>c', 'a & b\nc'],
  ['code with tildes', '~~~js\nx\n~~~', '```js\nx\n```'],
  ['a file that ends in code', '```\nx', '```\nx\n```'],
])('design §6: Markdown of other programs: %s', (_name, markdown, markup) => {
  expect(markupOfMarkdown(markdown).markup).toBe(markup);
});

test('design §6: long and hostile lines take no time', () => {
  const start = performance.now();
  for (const text of [
    '*a '.repeat(50_000),
    '['.repeat(50_000),
    '> '.repeat(50_000),
    '`'.repeat(50_001),
    '- '.repeat(20_000),
    '<'.repeat(9000),
    '_a*'.repeat(160),
  ])
    markupOfMarkdown(text);
  expect(performance.now() - start).toBeLessThan(5000);
});
