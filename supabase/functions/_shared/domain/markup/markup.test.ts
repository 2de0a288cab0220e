import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MARKS,
  type Block,
  type List,
  type ListItem,
  type NoteDocument,
  type Paragraph,
  type TaskItem,
  type Text,
  type TextMark,
} from './document.ts';
import { parseMarkup, serializeMarkup } from './markup.ts';

const marked = (value: string, ...marks: TextMark[]): Text =>
  marks.length > 0 ? { type: 'text', text: value, marks } : { type: 'text', text: value };
const text = (value: string, ...marks: (typeof MARKS)[number][]): Text =>
  marked(value, ...marks.map((type) => ({ type })));
const link = (href: string): TextMark => ({ type: 'link', attrs: { href } });
const line = (...content: Text[]): Paragraph =>
  content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };
const doc = (...content: Block[]): NoteDocument => ({ type: 'doc', content });
const item = (value: string, ...lists: List[]): ListItem => ({
  type: 'listItem',
  content: [line(text(value)), ...lists],
});
const task = (checked: boolean, value: string, ...lists: List[]): TaskItem => ({
  type: 'taskItem',
  attrs: { checked },
  content: [line(text(value)), ...lists],
});

const examples: [string, string, NoteDocument][] = [
  ['plain lines', 'one\n\ntwo', doc(line(text('one')), line(), line(text('two')))],
  ['nothing', '', doc(line())],
  ['bold', 'a **b** c', doc(line(text('a '), text('b', 'bold'), text(' c')))],
  ['italic', '*b*', doc(line(text('b', 'italic')))],
  ['bold and italic', '***b***', doc(line(text('b', 'bold', 'italic')))],
  ['underline', '__b__', doc(line(text('b', 'underline')))],
  [
    'overlapping marks',
    '**a*b**c*',
    doc(line(text('a', 'bold'), text('b', 'bold', 'italic'), text('c', 'italic'))),
  ],
  ['a space at the edge of a mark', '**a\\ ** b', doc(line(text('a ', 'bold'), text(' b')))],
  ['bullets', '- a\n- b', doc({ type: 'bulletList', content: [item('a'), item('b')] })],
  [
    'numbers from where they start',
    '3. a\n4. b',
    doc({ type: 'orderedList', attrs: { start: 3 }, content: [item('a'), item('b')] }),
  ],
  [
    'nested lists',
    '- a\n  1. b\n- c',
    doc({
      type: 'bulletList',
      content: [
        item('a', { type: 'orderedList', attrs: { start: 1 }, content: [item('b')] }),
        item('c'),
      ],
    }),
  ],
  [
    'a quote with a list',
    '> q\n> - a',
    doc({
      type: 'blockquote',
      content: [line(text('q')), { type: 'bulletList', content: [item('a')] }],
    }),
  ],
  ['an escaped bullet', '\\- a', doc(line(text('- a')))],
  ['an escaped number', '1\\. a', doc(line(text('1. a')))],
  ['an escaped quote', '\\> a', doc(line(text('> a')))],
  ['escaped delimiters', '\\*a\\*', doc(line(text('*a*')))],
  [
    'headings',
    '# a\n### **b**',
    doc(
      { type: 'heading', attrs: { level: 1 }, content: [text('a')] },
      { type: 'heading', attrs: { level: 3 }, content: [text('b', 'bold')] },
    ),
  ],
  ['an escaped heading', '\\# a', doc(line(text('# a')))],
  ['a rule', 'a\n---\n\\---', doc(line(text('a')), { type: 'horizontalRule' }, line(text('---')))],
  [
    'a checklist with a list below',
    '- [ ] a\n  - b\n- [x] c\n- d',
    doc(
      {
        type: 'taskList',
        content: [task(false, 'a', { type: 'bulletList', content: [item('b')] }), task(true, 'c')],
      },
      { type: 'bulletList', content: [item('d')] },
    ),
  ],
  ['an escaped box', '- \\[ ] a', doc({ type: 'bulletList', content: [item('[ ] a')] })],
  ['code', 'a `b c`', doc(line(text('a '), marked('b c', { type: 'code' })))],
  ['stars in code', '`\\*b\\*`', doc(line(marked('*b*', { type: 'code' })))],
  ['escaped code', 'a \\`b c`', doc(line(text('a `b c`')))],
  [
    'a link in bold text',
    '**a [b](https://c.d/e)**',
    doc(line(text('a ', 'bold'), marked('b', link('https://c.d/e'), { type: 'bold' }))),
  ],
  ['an escaped link', '\\[b](tel:1)', doc(line(text('[b](tel:1)')))],
  [
    'a block of code, in which nothing is markup',
    'a\n```js\n- **b**\n\n\\```\n```\n> c',
    doc(
      line(text('a')),
      {
        type: 'codeBlock',
        attrs: { language: 'js' },
        content: [{ type: 'text', text: '- **b**\n\n```' }],
      },
      { type: 'blockquote', content: [line(text('c'))] },
    ),
  ],
  ['an escaped fence', '\\```\na\n```', doc(line(text('```')), line(text('a')), line(text('```')))],
];

test.each(examples)('spec §3 note markup: %s', (_name, markup, document) => {
  expect(parseMarkup(markup)).toEqual(document);
  expect(serializeMarkup(document)).toBe(markup);
});

test.each([
  ['a sum', '2 * 3 * 4 = 24'],
  ['a lone star', 'five* hotel'],
  ['a Windows path', 'C:\\users\\me'],
  ['a network path', '\\\\server\\share'],
  ['four stars', '****'],
  ['one underscore', 'snake_case_name'],
  ['three underscores', '___'],
  ['a dash without a space', '-5 degrees'],
  ['four marks of a heading', '#### a'],
  ['a mark of a heading without a space', '#a'],
  ['a lone backtick', 'a \\` b'],
  ['a link to a program', '[a](javascript:void)'],
  ['a fence that never ends', '```js'],
  ['a longer rule', '----'],
  ['HTML', '<b onclick="x()">y</b>'],
])('spec §3 note markup: %s is text and keeps every character', (_name, markup) => {
  expect(parseMarkup(markup)).toEqual(doc(line(text(markup))));
});

test('spec §3 note markup: line ends of other systems are line ends', () => {
  expect(parseMarkup('a\r\nb\rc')).toEqual(doc(line(text('a')), line(text('b')), line(text('c'))));
});

const MARKUP = ['*', '_', '\\', '**', '__', '- ', '1. ', '01. ', '> '];
const ADDED = ['# ', '---', '[ ] ', '`', '[', '](tel:1)', '```'];
const marksArbitrary = fc.subarray([...MARKS]);
const characters = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', '1', ' ', '\t', '.', '-', '>', 'é', '😀') },
  { weight: 3, arbitrary: fc.constantFrom(...MARKUP, ...ADDED) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }) },
);
const textArbitrary = fc
  .array(characters, { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('').replaceAll(/[\r\n]/gu, ' '))
  .filter((value) => value.length > 0);

const spanArbitrary = fc.constantFrom(undefined, { type: 'code' } as const, link('https://a_b.c/'));

/** A span without the characters that the editor takes out of it, in the order of the schema. */
function spanned(value: string, marks: (typeof MARKS)[number][], span: TextMark | undefined): Text {
  const kept = span && value.replaceAll(span.type === 'code' ? '`' : /[[\]]/gu, '');
  if (!kept || !span) return text(value, ...marks);
  const others = marks.map((type) => ({ type }));
  return marked(kept, ...(span.type === 'link' ? [span, ...others] : [...others, span]));
}

/** Neighbours with the same marks are one text, as the editor keeps them. */
const paragraphArbitrary = fc
  .array(fc.tuple(textArbitrary, marksArbitrary, spanArbitrary), { maxLength: 5 })
  .map((runs) => {
    const nodes: Text[] = [];
    for (const run of runs) {
      const node = spanned(...run);
      const last = nodes.at(-1);
      if (last && JSON.stringify(last.marks) === JSON.stringify(node.marks)) last.text += node.text;
      else nodes.push(node);
    }
    return line(...nodes);
  });

/** Lists next to each other that would be one list in the editor are one list here. */
function joined<T extends Block>(blocks: T[]): T[] {
  const result: T[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    const isSameQuote = last?.type === 'blockquote' && block.type === 'blockquote';
    const isSameBullets =
      last?.type === block.type && (block.type === 'bulletList' || block.type === 'taskList');
    const continues =
      last?.type === 'orderedList' &&
      block.type === 'orderedList' &&
      block.attrs.start === last.attrs.start + last.content.length;
    if (isSameQuote || isSameBullets || continues) continue;
    result.push(block);
  }
  return result;
}

const listArbitrary = (depth: number): fc.Arbitrary<List> => {
  const below =
    depth > 0 ? fc.array(listArbitrary(depth - 1), { maxLength: 2 }) : fc.constant<List[]>([]);
  const items = fc.array(
    fc.tuple(paragraphArbitrary, below).map(([first, lists]): ListItem => ({
      type: 'listItem',
      content: [first, ...joined(lists)],
    })),
    { minLength: 1, maxLength: 3 },
  );
  return fc.oneof(
    items.map((content): List => ({ type: 'bulletList', content })),
    items.map((content): List => ({
      type: 'taskList',
      content: content.map((each, at) => ({
        ...each,
        type: 'taskItem',
        attrs: { checked: at % 2 === 0 },
      })),
    })),
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), items)
      .map(([start, content]): List => ({ type: 'orderedList', attrs: { start }, content })),
  );
};
const innerArbitrary = fc.oneof(paragraphArbitrary, listArbitrary(3));
const codeArbitrary = fc
  .array(fc.oneof(textArbitrary, fc.constantFrom('', '```', '\\```', '```js')), { maxLength: 4 })
  .map((lines): Block => {
    const value = lines.join('\n');
    const attrs = { language: lines.length > 2 ? 'js' : null };
    if (value === '') return { type: 'codeBlock', attrs };
    return { type: 'codeBlock', attrs, content: [{ type: 'text', text: value }] };
  });
const topArbitrary = fc.oneof(
  codeArbitrary,
  fc.constant<Block>({ type: 'horizontalRule' }),
  fc.constantFrom('```', '```js', '\\```').map((fence) => line(text(fence))),
  paragraphArbitrary.map((each): Block => ({ ...each, type: 'heading', attrs: { level: 2 } })),
);
const documentArbitrary = fc
  .array(
    fc.oneof(
      innerArbitrary,
      topArbitrary,
      fc
        .array(innerArbitrary, { minLength: 1, maxLength: 3 })
        .map((content): Block => ({ type: 'blockquote', content: joined(content) })),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((blocks) => doc(...joined<Block>(blocks)));

test('spec §3 note markup: document -> markup -> document gives the same document', () => {
  fc.assert(
    fc.property(documentArbitrary, (document) => {
      expect(parseMarkup(serializeMarkup(document))).toEqual(document);
    }),
    { numRuns: 1000 },
  );
});

const wild = fc.oneof(
  fc
    .array(fc.oneof(characters, fc.constantFrom('\n', '  - ', '\r\n', '>', '\n```\n')), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

test('spec §3 note markup: markup -> document -> markup is stable after one pass', () => {
  fc.assert(
    fc.property(wild, (markup) => {
      const once = serializeMarkup(parseMarkup(markup));
      expect(serializeMarkup(parseMarkup(once))).toBe(once);
    }),
    { numRuns: 1000 },
  );
});

test('spec §3 note markup: text without any markup in it is stored as it was typed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      (lines) => {
        const plain = lines.map((each) => each.replaceAll(/[*_\\>.\r\n#`[-]/gu, '')).join('\n');
        expect(serializeMarkup(parseMarkup(plain))).toBe(plain);
      },
    ),
    { numRuns: 500 },
  );
});
