import type {
  Block,
  Blockquote,
  List,
  NoteDocument,
  Paragraph,
  Text,
  TextMark,
} from '#domain/markup/document.ts';
import { MARKS } from '#domain/markup/document.ts';
import { hrefOf } from '#domain/markup/addresses.ts';
import { serializeMarkup } from '#domain/markup/markup.ts';

/** The marks that a stretch of text has in the file it comes from. */
export type Style = {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  code?: boolean;
  href?: string;
};
/** The elements of HTML that are marks. */
export const STYLE_TAGS: Readonly<Record<string, Style>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  code: { code: true },
  tt: { code: true },
};
export type Piece = { text: string; style: Style };

export type ListKind = 'bulletList' | 'orderedList' | 'taskList';
export type LineKind =
  | { kind: 'text' }
  | { kind: 'heading'; level: 1 | 2 | 3 }
  | { kind: 'rule' }
  | { kind: 'code'; language: string | null; code: string }
  | {
      kind: 'item';
      list: ListKind;
      depth: number;
      number: number;
      checked: boolean;
      /** Begins a list of its own though it could go on with the one before. */
      restarts?: boolean;
    };

/**
 * A note as lines: what every way in (Markdown, HTML, plain text) makes of a file, and the only
 * thing that is made into a note.
 */
export type Line = LineKind & { quoted: boolean; pieces: readonly Piece[] };

export const MAX_DEPTH = 20;

const textNode = (text: string, marks: TextMark[]): Text =>
  marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text };

/** The texts as the editor can hold them: no backtick in code, no bracket in the text of a link. */
function nodesOf({ text, style }: Piece): Text[] {
  const line = text.replaceAll(/[\r\n]+/gu, ' ');
  if (line === '') return [];
  const marks: TextMark[] = MARKS.filter((mark) => style[mark]).map((type) => ({ type }));
  if (style.href !== undefined) {
    const opened = hrefOf(style.href);
    // As somebody wrote it, where the markup can hold that.
    const href =
      opened && /^(?:https?:\/\/|mailto:|tel:)[^\s()]+$/u.test(style.href) ? style.href : opened;
    const shown = line.replaceAll('[', '(').replaceAll(']', ')');
    if (href && hrefOf(line) !== opened) {
      return [textNode(shown, [{ type: 'link', attrs: { href } }, ...marks])];
    }
    const isSame = line.includes(style.href) || (href !== null && hrefOf(line) === opened);
    return [textNode(isSame ? line : `${line} (${style.href.replaceAll(/\s/gu, ' ')})`, marks)];
  }
  if (style.code && !line.includes('`')) return [textNode(line, [...marks, { type: 'code' }])];
  return [textNode(line, marks)];
}

function contentOf(pieces: readonly Piece[]): { content?: Text[] } {
  const content: Text[] = [];
  for (const node of pieces.flatMap(nodesOf)) {
    const last = content.at(-1);
    if (last && JSON.stringify(last.marks) === JSON.stringify(node.marks)) last.text += node.text;
    else content.push(node);
  }
  return content.length > 0 ? { content } : {};
}

const paragraph = (pieces: readonly Piece[]): Paragraph => ({
  type: 'paragraph',
  ...contentOf(pieces),
});

type Open = { list: List; next: number; number: number };

/** Puts items into lists, each under the last one that is less deep. */
class Lists<Other> {
  readonly blocks: (Other | List)[] = [];
  private open: Open[] = [];

  end() {
    this.open = [];
  }

  add(line: Line & { kind: 'item' }) {
    const depth = Math.min(line.depth, this.open.length, MAX_DEPTH);
    this.open = this.open.slice(0, depth + 1);
    const same = this.open[depth];
    const content: [Paragraph] = [paragraph(line.pieces)];
    // Many number every line 1 and leave the counting to whoever shows it.
    const isNext = same && (line.number === same.next || line.number === same.number);
    const goesOn = !line.restarts && (line.list !== 'orderedList' || isNext);
    if (same?.list.type === line.list && goesOn) {
      if (same.list.type === 'taskList') {
        same.list.content.push({ type: 'taskItem', attrs: { checked: line.checked }, content });
      } else same.list.content.push({ type: 'listItem', content });
      same.next += 1;
      same.number = line.number;
      return;
    }
    const list = listOf(line, content);
    const parent = this.open[depth - 1]?.list.content.at(-1);
    if (parent) parent.content.push(list);
    else this.blocks.push(list);
    this.open = [
      ...this.open.slice(0, depth),
      { list, next: line.number + 1, number: line.number },
    ];
  }
}

function listOf({ list, number, checked }: Line & { kind: 'item' }, content: [Paragraph]): List {
  if (list === 'taskList')
    return { type: list, content: [{ type: 'taskItem', attrs: { checked }, content }] };
  if (list === 'bulletList') return { type: list, content: [{ type: 'listItem', content }] };
  return { type: list, attrs: { start: number }, content: [{ type: 'listItem', content }] };
}

function blockOf(line: Line): Block {
  switch (line.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: line.level }, ...contentOf(line.pieces) };
    case 'rule':
      return { type: 'horizontalRule' };
    case 'code': {
      const language = line.language && /^[\w+#.-]+$/u.test(line.language) ? line.language : null;
      const content =
        line.code === ''
          ? {}
          : { content: [{ type: 'text', text: line.code }] as [{ type: 'text'; text: string }] };
      return { type: 'codeBlock', attrs: { language }, ...content };
    }
    default:
      return paragraph(line.pieces);
  }
}

/** A quote holds lines and lists: a heading is bold there, and code a line for each of its own. */
function inQuote(line: Line): Paragraph[] {
  if (line.kind === 'heading') {
    return [
      paragraph(line.pieces.map(({ text, style }) => ({ text, style: { ...style, bold: true } }))),
    ];
  }
  if (line.kind === 'rule') return [paragraph([{ text: '---', style: {} }])];
  if (line.kind === 'code') {
    return line.code.split('\n').map((text) => paragraph([{ text, style: { code: true } }]));
  }
  return [paragraph(line.pieces)];
}

export function documentOf(lines: readonly Line[]): NoteDocument {
  const content: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const quoted = lines[at]?.quoted ?? false;
    const plain = new Lists<Block>();
    const inner = new Lists<Paragraph>();
    for (; at < lines.length && lines[at]?.quoted === quoted; at += 1) {
      const line = lines[at];
      if (!line) break;
      const lists = quoted ? inner : plain;
      if (line.kind === 'item') {
        lists.add(line);
        continue;
      }
      lists.end();
      if (quoted) inner.blocks.push(...inQuote(line));
      else plain.blocks.push(blockOf(line));
    }
    const quote: Blockquote = { type: 'blockquote', content: inner.blocks };
    if (quoted) content.push(quote);
    else content.push(...plain.blocks);
  }
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

export const markupOfLines = (lines: readonly Line[]): string => serializeMarkup(documentOf(lines));

export const textLine = (text: string): Line => ({
  kind: 'text',
  quoted: false,
  pieces: text === '' ? [] : [{ text, style: {} }],
});

/** The markup of text in which nothing is markup. */
export function plainMarkup(text: string): string {
  return markupOfLines(text.split('\n').map(textLine));
}
