import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, List, Paragraph } from './document.ts';
import { serializeInline } from './inline.ts';
import { parseMarkup, serializeMarkup, tasksOf, tickTask } from './markup.ts';

const OLD = ['a', 'b c', ' ', '\t', '*', '**', '__', '_', '\\', '- ', '1. ', '01. ', '> ', '.'];
const ADDED = ['# ', '### ', '#', '---', '`', '``', '[ ] ', '[x] ', '[', ']', '(', ')', '](tel:1)'];
const MET = ['[a](tel:1)', 'https://a_b.c', '\\`', '\\# ', '\\[', '\\---', '\\```'];
const parts = fc.constantFrom(...OLD, ...ADDED, ...MET);
const lineText = fc.array(parts, { maxLength: 8 }).map((some) => some.join(''));
const marks = fc.subarray(['bold', 'italic', 'underline'] as const);

/** A line as the editor wrote it when the markup was only the toolbar's. */
const oldInline = fc.array(fc.tuple(lineText, marks), { maxLength: 4 }).map((runs) => {
  const nodes: { type: 'text'; text: string; marks: { type: (typeof runs)[0][1][0] }[] }[] = [];
  for (const [value, kinds] of runs) {
    const own = kinds.map((type) => ({ type }));
    const last = nodes.at(-1);
    if (value === '') continue;
    if (last && JSON.stringify(last.marks) === JSON.stringify(own)) last.text += value;
    else nodes.push({ type: 'text', text: value, marks: own });
  }
  return serializeInline(nodes);
});
const OLD_LOOKALIKE =
  /^(?<head>\s*(?:(?:0|[1-9]\d{0,8})(?=\\*\. )|(?=\\*(?:- |> |>$))))(?<run>\\*)(?<tail>.*)$/su;
const oldText = oldInline.map((line) => {
  const { head, run = '', tail } = OLD_LOOKALIKE.exec(line)?.groups ?? {};
  return head === undefined ? line : `${head}${'\\'.repeat(run.length * 2 + 1)}${tail}`;
});
const fences = fc.constantFrom('```', '```js', '\\```', '---', '# a', '- [ ] a', '');
const oldLine = fc.oneof(
  oldText,
  fences,
  oldInline.map((line) => `- ${line}`),
  oldInline.map((line) => `> - ${line}`),
  oldText.map((line) => `> ${line}`),
);

test('spec §3 note markup: what was written before it grew is stored as it was, to the byte', () => {
  fc.assert(
    fc.property(fc.array(oldLine, { minLength: 1, maxLength: 8 }), (lines) => {
      const markup = lines.join('\n');
      expect(serializeMarkup(parseMarkup(markup))).toBe(markup);
    }),
    { numRuns: 1000 },
  );
});

type Line = { prefix: string; text: string };

const textOf = ({ content = [] }: Pick<Paragraph, 'content'>): string =>
  content
    .map(({ text, marks: own = [] }) => {
      const link = own.find((mark) => mark.type === 'link');
      return link ? `[${text}](${link.attrs.href})` : text;
    })
    .join('');

function linesOfList(list: List, indent: string): Line[] {
  return list.content.flatMap((item, index) => {
    const [first, ...below] = item.content;
    const marker = list.type === 'orderedList' ? `${list.attrs.start + index}.` : '-';
    const box = item.type === 'taskItem' ? `[${item.attrs.checked ? 'x' : ' '}] ` : '';
    const own = { prefix: `${indent}${marker} ${box}`, text: textOf(first) };
    return [own, ...below.flatMap((inner) => linesOfList(inner, `${indent}  `))];
  });
}

/** The document line by line: what stands before the text, and the text. */
function linesOf(blocks: readonly Block[], indent = ''): Line[] {
  return blocks.flatMap((block): Line[] => {
    switch (block.type) {
      case 'paragraph':
        return [{ prefix: indent, text: textOf(block) }];
      case 'heading':
        return [{ prefix: `${'#'.repeat(block.attrs.level)} `, text: textOf(block) }];
      case 'horizontalRule':
        return [{ prefix: '---', text: '' }];
      case 'blockquote':
        return linesOf(block.content, `${indent}> `);
      case 'codeBlock': {
        const code = (block.content?.[0].text ?? '').split('\n');
        return ['```', ...code, '```'].map((text) => ({ prefix: '', text }));
      }
      default:
        return linesOfList(block, indent);
    }
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

const wild = fc
  .array(fc.oneof(parts, fc.constantFrom('\n', '\n', '\r\n', '  - ', '>', '\n```\n')), {
    maxLength: 30,
  })
  .map((some) => some.join(''));

test('spec §3 note markup: opening any text loses nothing but the markup itself', () => {
  fc.assert(
    fc.property(wild, (markup) => {
      const source = markup.split(/\r\n|\r|\n/u);
      const opened = linesOf(parseMarkup(markup).content);
      expect(opened).toHaveLength(source.length);
      for (const [index, { prefix, text: kept }] of opened.entries()) {
        const stored = source[index] ?? '';
        expect(`${stored} `.slice(0, prefix.length)).toBe(prefix);
        // Delimiters, the backslashes before look-alikes, the names of languages; nothing else.
        expect(difference(stored.slice(prefix.length), kept)).toMatch(/^(?:[*_`\\]*|js)$/u);
      }
    }),
    { numRuns: 1000 },
  );
});

test('design §3 notes: a tick changes one line of the text and no other', () => {
  const markup =
    'a * b\n- [ ] c [ ]\n  - [x] d\n```\n- [ ] e\n```\n> - [ ] f\n- \\[ ] g\n  - [ ] h';
  const ticked = [0, 1, 2, 3].map((place) => tickTask(markup, place).split('\n'));
  const lines = markup.split('\n');
  expect(ticked).toEqual([
    lines.with(1, '- [x] c [ ]'),
    lines.with(2, '  - [ ] d'),
    lines.with(6, '> - [x] f'),
    lines.with(8, '  - [x] h'),
  ]);
  expect(tasksOf(parseMarkup(markup).content)).toHaveLength(4);
  expect(tickTask(markup, 4)).toBe(markup);
});
