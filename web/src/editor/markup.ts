import type { Node } from '@tiptap/pm/model';
import type { Block, Blockquote, List, ListItem, NoteDocument, Paragraph } from './document.ts';
import { parseInline, serializeInline } from './inline.ts';

/**
 * Notes are stored as light markup (docs/spec.md, section 3): a line is a paragraph, `- ` a bullet,
 * `N. ` a numbered line, `> ` a quote; two spaces before a marker put it one list deeper. A line of
 * text that only looks like one of these has a backslash before its marker. A number with zeros
 * before it, as in `007. `, is text: a list could not keep them.
 */
const MARKER = /^(?<indent> *)(?:(?<bullet>-)|(?<number>0|[1-9]\d{0,8})\.) (?<text>.*)$/su;
const LOOKALIKE =
  /^(?<head>\s*(?:(?:0|[1-9]\d{0,8})(?=\\*\. )|(?=\\*(?:- |> |>$))))(?<run>\\*)(?<tail>.*)$/su;

function paragraph(line: string): Paragraph {
  const content = parseInline(line);
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };
}

/** A paragraph that is not part of a list: an odd backslash before a marker belongs to the markup. */
function textLine(line: string): Paragraph {
  const { head, run, tail } = LOOKALIKE.exec(line)?.groups ?? {};
  if (head === undefined || run === undefined || run.length % 2 === 0) return paragraph(line);
  return paragraph(head + '\\'.repeat((run.length - 1) / 2) + tail);
}

type Open = { list: List; next: number };

/** Lines outside of quotes, or what stands behind the quote marks. */
function parseLines(lines: readonly string[]): (Paragraph | List)[] {
  const blocks: (Paragraph | List)[] = [];
  let open: Open[] = [];
  for (const line of lines) {
    const { indent = '', bullet, number, text = '' } = MARKER.exec(line)?.groups ?? {};
    const level = indent.length / 2;
    if ((!bullet && !number) || !Number.isInteger(level) || level > open.length) {
      open = [];
      blocks.push(textLine(line));
      continue;
    }
    open = open.slice(0, level + 1);
    const item: ListItem = { type: 'listItem', content: [paragraph(text)] };
    const same = open[level];
    const start = Number(number);
    if (same && (bullet ? same.list.type === 'bulletList' : same.next === start)) {
      same.list.content.push(item);
      same.next += 1;
      continue;
    }
    const list: List = bullet
      ? { type: 'bulletList', content: [item] }
      : { type: 'orderedList', attrs: { start }, content: [item] };
    const parent = open[level - 1]?.list.content.at(-1);
    if (parent) parent.content.push(list);
    else blocks.push(list);
    open = [...open.slice(0, level), { list, next: bullet ? Number.NaN : start + 1 }];
  }
  return blocks;
}

/** The document that a stored text stands for. Any text is valid; no character of it is lost. */
export function parseMarkup(markup: string): NoteDocument {
  const content: Block[] = [];
  let plain: string[] = [];
  let quoted: string[] = [];
  const flush = () => {
    content.push(...parseLines(plain));
    const quote: Blockquote = { type: 'blockquote', content: parseLines(quoted) };
    if (quoted.length > 0) content.push(quote);
    plain = [];
    quoted = [];
  };
  for (const line of markup.split(/\r\n|\r|\n/u)) {
    const isQuote = line === '>' || line.startsWith('> ');
    if (isQuote ? plain.length > 0 : quoted.length > 0) flush();
    if (isQuote) quoted.push(line.slice(2));
    else plain.push(line);
  }
  flush();
  return { type: 'doc', content };
}

function textOf({ content = [] }: Paragraph): string {
  return serializeInline(content);
}

function serializeText(block: Paragraph): string {
  const line = textOf(block);
  const { head, run = '', tail } = LOOKALIKE.exec(line)?.groups ?? {};
  return head === undefined ? line : `${head}${'\\'.repeat(run.length * 2 + 1)}${tail}`;
}

function serializeList(list: List, indent: string): string[] {
  return list.content.flatMap(({ content: [first, ...below] }, index) => {
    const marker = list.type === 'bulletList' ? '-' : `${list.attrs.start + index}.`;
    const nested = below.flatMap((inner) => serializeList(inner, `${indent}  `));
    return [`${indent}${marker} ${textOf(first)}`, ...nested];
  });
}

function serializeBlock(block: Block): string[] {
  if (block.type === 'paragraph') return [serializeText(block)];
  if (block.type === 'blockquote')
    return block.content.flatMap(serializeBlock).map((line) => `> ${line}`);
  return serializeList(block, '');
}

/** The markup to store for a document; `parseMarkup` gives the document back. */
export function serializeMarkup({ content }: NoteDocument): string {
  return content.flatMap(serializeBlock).join('\n');
}

/** The markup of each block that was written once: blocks never change, they are replaced. */
const written = new WeakMap<Node, string>();

function markupOfBlock(block: Node): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  // The editor's schema is the one that `Block` describes (tested).
  const markup = serializeMarkup({ type: 'doc', content: [block.toJSON() as Block] });
  written.set(block, markup);
  return markup;
}

/**
 * The markup of the editor's document. Costs what has changed since the last time, so that a long
 * note can be kept while somebody types.
 */
export function markupOf(doc: Node): string {
  return doc.children.map((block) => markupOfBlock(block)).join('\n');
}
