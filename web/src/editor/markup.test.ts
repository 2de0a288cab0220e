import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MARKS,
  type Block,
  type List,
  type ListItem,
  type NoteDocument,
  type Paragraph,
  type Text,
} from './document.ts';
import { parseMarkup, serializeMarkup } from './markup.ts';

const text = (value: string, ...marks: (typeof MARKS)[number][]): Text =>
  marks.length > 0
    ? { type: 'text', text: value, marks: marks.map((type) => ({ type })) }
    : { type: 'text', text: value };
const line = (...content: Text[]): Paragraph =>
  content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };
const doc = (...content: Block[]): NoteDocument => ({ type: 'doc', content });
const item = (value: string, ...lists: List[]): ListItem => ({
  type: 'listItem',
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
  ['HTML', '<b onclick="x()">y</b>'],
])('spec §3 note markup: %s is text and keeps every character', (_name, markup) => {
  expect(parseMarkup(markup)).toEqual(doc(line(text(markup))));
});

test('spec §3 note markup: line ends of other systems are line ends', () => {
  expect(parseMarkup('a\r\nb\rc')).toEqual(doc(line(text('a')), line(text('b')), line(text('c'))));
});

const marksArbitrary = fc.subarray([...MARKS]);
const characters = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', '1', ' ', '\t', '.', '-', '>', 'é', '😀') },
  { weight: 3, arbitrary: fc.constantFrom('*', '_', '\\', '**', '__', '- ', '1. ', '01. ', '> ') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }) },
);
const textArbitrary = fc
  .array(characters, { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('').replaceAll(/[\r\n]/gu, ' '))
  .filter((value) => value.length > 0);

/** Neighbours with the same marks are one text, as the editor keeps them. */
const paragraphArbitrary = fc
  .array(fc.tuple(textArbitrary, marksArbitrary), { maxLength: 5 })
  .map((runs) => {
    const nodes: Text[] = [];
    for (const [value, marks] of runs) {
      const node = text(value, ...marks);
      const last = nodes.at(-1);
      if (last && JSON.stringify(last.marks) === JSON.stringify(node.marks)) last.text += value;
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
    const isSameBullets = last?.type === 'bulletList' && block.type === 'bulletList';
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
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), items)
      .map(([start, content]): List => ({ type: 'orderedList', attrs: { start }, content })),
  );
};
const innerArbitrary = fc.oneof(paragraphArbitrary, listArbitrary(3));
const documentArbitrary = fc
  .array(
    fc.oneof(
      innerArbitrary,
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
    .array(fc.oneof(characters, fc.constantFrom('\n', '  - ', '\r\n', '>')), { maxLength: 30 })
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

const textOf = ({ content = [] }: Paragraph) => content.map((node) => node.text).join('');

/** The document line by line: what stands before the text, and the text. */
function linesOf(blocks: readonly Block[], indent = ''): { prefix: string; text: string }[] {
  return blocks.flatMap((block) => {
    if (block.type === 'paragraph') return [{ prefix: indent, text: textOf(block) }];
    if (block.type === 'blockquote') return linesOf(block.content, `${indent}> `);
    return block.content.flatMap(({ content: [first, ...below] }, index) => {
      const marker = block.type === 'bulletList' ? '-' : `${block.attrs.start + index}.`;
      const own = { prefix: `${indent}${marker} `, text: textOf(first) };
      return [own, ...linesOf(below, `${indent}  `)];
    });
  });
}

/** What a line of markup has and its text has not; undefined if the text is not all in the line. */
function difference(source: string, kept: string): string | undefined {
  let left = kept;
  let gone = '';
  for (const char of source) {
    if (left.startsWith(char)) left = left.slice(char.length);
    else gone += char;
  }
  return left === '' ? gone : undefined;
}

test('spec §3 note markup: opening any text loses nothing but the markup itself', () => {
  fc.assert(
    fc.property(wild, (markup) => {
      const source = markup.split(/\r\n|\r|\n/u);
      const opened = linesOf(parseMarkup(markup).content);
      expect(opened).toHaveLength(source.length);
      for (const [index, { prefix, text: kept }] of opened.entries()) {
        const stored = source[index] ?? '';
        expect(stored === '>' ? '> ' : stored.slice(0, prefix.length)).toBe(prefix);
        // Delimiters and the backslashes before look-alikes; every other character is there.
        expect(difference(stored.slice(prefix.length), kept)).toMatch(/^[*_\\]*$/u);
      }
    }),
    { numRuns: 1000 },
  );
});

test('spec §3 note markup: text without any markup in it is stored as it was typed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      (lines) => {
        const plain = lines.map((each) => each.replaceAll(/[*_\\>.\r\n-]/gu, '')).join('\n');
        expect(serializeMarkup(parseMarkup(plain))).toBe(plain);
      },
    ),
    { numRuns: 500 },
  );
});
