import { canOpen, FENCE, fenced, looksLikeFence, splitCode } from '../note-code.ts';
import type {
  Block,
  Blockquote,
  Heading,
  List,
  NoteDocument,
  Paragraph,
  TaskItem,
  Text,
} from './document.ts';
import { parseInline, serializeInline } from './inline.ts';
import { withoutSpans, withSpans } from './spans.ts';

/**
 * Notes are stored as light markup (docs/spec.md, section 3): a line is a paragraph, `- ` a bullet,
 * `N. ` a numbered line, `> ` a quote; two spaces before a marker put it one list deeper. A line of
 * text that only looks like one of these has a backslash before its marker. A number with zeros
 * before it, as in `007. `, is text: a list could not keep them.
 *
 * Added (docs/decisions/0047): `# ` to `### ` a heading, `- [ ] ` and `- [x] ` a line of a checklist,
 * `---` a rule, lines between fences (#domain/note-code.ts) code. The first backslash before what
 * looks like one of these is the escape, all others are text.
 */
const MARKER = /^(?<indent> *)(?:(?<bullet>-)|(?<number>0|[1-9]\d{0,8})\.) (?<text>.*)$/su;
const LOOKALIKE =
  /^(?<head>\s*(?:(?:0|[1-9]\d{0,8})(?=\\*\. )|(?=\\*(?:- |> |>$))))(?<run>\\*)(?<tail>.*)$/su;

/** At the top only: a quote and a list hold neither headings nor rules. */
const TOP = /^(?<escape>\\*)(?:(?<marks>#{1,3}) (?<text>.*)|---)$/su;
const CHECK = /^(?<escape>\\*)\[(?<check>[ x])\] (?<text>.*)$/su;

const textsOf = (line: string): { content?: Text[] } => {
  const content = withSpans(parseInline(line));
  return content.length > 0 ? { content } : {};
};

function paragraph(line: string): Paragraph {
  return { type: 'paragraph', ...textsOf(line) };
}

/** A line at the top that is no part of a list or quote. */
function topLine(line: string): Block {
  const { escape, marks, text = '' } = TOP.exec(line)?.groups ?? {};
  if (escape === undefined) return textLine(line);
  if (escape !== '') return paragraph(line.slice(1));
  if (marks === undefined) return { type: 'horizontalRule' };
  const level = marks.length as Heading['attrs']['level'];
  return { type: 'heading', attrs: { level }, ...textsOf(text) };
}

/** A paragraph that is not part of a list: an odd backslash before a marker belongs to the markup. */
function textLine(line: string): Paragraph {
  const { head, run, tail } = LOOKALIKE.exec(line)?.groups ?? {};
  if (head === undefined || run === undefined || run.length % 2 === 0) return paragraph(line);
  return paragraph(head + '\\'.repeat((run.length - 1) / 2) + tail);
}

type Open = { list: List; next: number };

/** A new list with the item that the line is; a bullet before a box is a line of a checklist. */
function listOf(bullet: string | undefined, start: number, text: string): List {
  const { escape, check, text: task = '' } = (bullet && CHECK.exec(text)?.groups) || {};
  if (escape === '') {
    const attrs = { checked: check === 'x' };
    return {
      type: 'taskList',
      content: [{ type: 'taskItem', attrs, content: [paragraph(task)] }],
    };
  }
  const content: [Paragraph] = [paragraph(escape === undefined ? text : text.slice(1))];
  if (bullet) return { type: 'bulletList', content: [{ type: 'listItem', content }] };
  return { type: 'orderedList', attrs: { start }, content: [{ type: 'listItem', content }] };
}

/** Whether `added`, a list of one item, went on with `open` and is part of it now. */
function goesOn({ list, next }: Open, added: List): boolean {
  if (list.type === 'taskList') {
    return added.type === list.type && list.content.push(...added.content) > 0;
  }
  if (added.type === 'taskList' || added.type !== list.type) return false;
  if (added.type === 'orderedList' && added.attrs.start !== next) return false;
  return list.content.push(...added.content) > 0;
}

/** Lines outside of quotes, or what stands behind the quote marks. */
function parseLines<Line>(lines: readonly string[], textAs: (line: string) => Line) {
  const blocks: (Line | List)[] = [];
  let open: Open[] = [];
  for (const line of lines) {
    const { indent = '', bullet, number, text = '' } = MARKER.exec(line)?.groups ?? {};
    const level = indent.length / 2;
    if ((!bullet && !number) || !Number.isInteger(level) || level > open.length) {
      open = [];
      blocks.push(textAs(line));
      continue;
    }
    open = open.slice(0, level + 1);
    const same = open[level];
    const list = listOf(bullet, Number(number), text);
    if (same && goesOn(same, list)) {
      same.next += 1;
      continue;
    }
    const parent = open[level - 1]?.list.content.at(-1);
    if (parent) parent.content.push(list);
    else blocks.push(list);
    open = [...open.slice(0, level), { list, next: Number(number) + 1 }];
  }
  return blocks;
}

/** The document that a stored text stands for. Any text is valid; no character of it is lost. */
export function parseMarkup(markup: string): NoteDocument {
  const content: Block[] = [];
  let plain: string[] = [];
  let quoted: string[] = [];
  const flush = () => {
    content.push(...parseLines(plain, topLine));
    const quote: Blockquote = { type: 'blockquote', content: parseLines(quoted, textLine) };
    if (quoted.length > 0) content.push(quote);
    plain = [];
    quoted = [];
  };
  for (const part of splitCode(markup)) {
    if (part.kind === 'code') {
      flush();
      const { code, language } = part;
      const text = code === '' ? {} : { content: [{ type: 'text', text: code }] as const };
      content.push({ type: 'codeBlock', attrs: { language }, ...text } as Block);
      continue;
    }
    const { line } = part;
    const isQuote = line === '>' || line.startsWith('> ');
    if (isQuote ? plain.length > 0 : quoted.length > 0) flush();
    if (isQuote) quoted.push(line.slice(2));
    else plain.push(line);
  }
  flush();
  return { type: 'doc', content };
}

function lineOf({ content = [] }: { content?: Text[] }): string {
  return serializeInline(withoutSpans(content));
}

function serializeText(block: Paragraph): string {
  const line = lineOf(block);
  const { head, run = '', tail } = LOOKALIKE.exec(line)?.groups ?? {};
  return head === undefined ? line : `${head}${'\\'.repeat(run.length * 2 + 1)}${tail}`;
}

function serializeTop(block: Paragraph): string {
  const line = serializeText(block);
  return TOP.test(line) ? `\\${line}` : line;
}

function serializeList(list: List, indent: string): string[] {
  const nested = (lists: readonly List[]) =>
    lists.flatMap((inner) => serializeList(inner, `${indent}  `));
  if (list.type === 'taskList') {
    return list.content.flatMap(({ attrs, content: [first, ...below] }) => [
      `${indent}- [${attrs.checked ? 'x' : ' '}] ${lineOf(first)}`,
      ...nested(below),
    ]);
  }
  return list.content.flatMap(({ content: [first, ...below] }, index) => {
    const line = lineOf(first);
    if (list.type === 'orderedList')
      return [`${indent}${list.attrs.start + index}. ${line}`, ...nested(below)];
    return [`${indent}- ${CHECK.test(line) ? `\\${line}` : line}`, ...nested(below)];
  });
}

function serializeBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return serializeTop(block);
    case 'heading':
      return `${'#'.repeat(block.attrs.level)} ${lineOf(block)}`;
    case 'horizontalRule':
      return '---';
    case 'codeBlock':
      return fenced(block.content?.[0].text ?? '', block.attrs.language);
    case 'blockquote':
      return block.content
        .flatMap((inner) =>
          inner.type === 'paragraph' ? [serializeText(inner)] : serializeList(inner, ''),
        )
        .map((line) => `> ${line}`)
        .join('\n');
    default:
      return serializeList(block, '').join('\n');
  }
}

/**
 * The markup of blocks, one after the other. Whether a line of text could begin a block of code
 * depends on what comes after it: from the end on.
 */
function joinBlocks(blocks: readonly { markup: string; isText: boolean }[]): string {
  const isFence = ({ markup, isText }: (typeof blocks)[number]) => isText && looksLikeFence(markup);
  if (!blocks.some(isFence)) return blocks.map(({ markup }) => markup).join('\n');
  const lines = blocks.flatMap((block) =>
    isFence(block)
      ? [block]
      : block.markup.split('\n').map((markup) => ({ markup, isText: false })),
  );
  let lastFence = -1;
  const written: string[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const { markup = '', isText } = lines[at] ?? {};
    const line = isText && canOpen(written.at(-1), at, lastFence) ? `\\${markup}` : markup;
    written.push(line);
    if (lastFence === -1 && line === FENCE) lastFence = at;
  }
  return written.toReversed().join('\n');
}

/** The markup to store for a document; `parseMarkup` gives the document back. */
export function serializeMarkup({ content }: NoteDocument): string {
  return joinBlocks(
    content.map((block) => ({ markup: serializeBlock(block), isText: block.type === 'paragraph' })),
  );
}

/** The lines of all checklists, in reading order. */
export function tasksOf(blocks: readonly (Block | List)[]): TaskItem[] {
  return blocks.flatMap((block) => {
    if (block.type === 'blockquote') return tasksOf(block.content);
    if (block.type === 'taskList') {
      return block.content.flatMap((item) => [item, ...tasksOf(item.content)]);
    }
    if (block.type !== 'bulletList' && block.type !== 'orderedList') return [];
    return block.content.flatMap(({ content }) => tasksOf(content));
  });
}

/** The text with one line of its checklists ticked, or no longer; every other line stays as it is. */
export function tickTask(markup: string, place: number): string {
  const document = parseMarkup(markup);
  const before = serializeMarkup(document).split('\n');
  const task = tasksOf(document.content)[place];
  if (!task) return markup;
  task.attrs.checked = !task.attrs.checked;
  const after = serializeMarkup(document).split('\n');
  const changed = after.findIndex((line, at) => line !== before[at]);
  return markup
    .split(/\r\n|\r|\n/u)
    .map((line, at) =>
      at === changed ? line.replace(/\[[ x]\]/u, task.attrs.checked ? '[x]' : '[ ]') : line,
    )
    .join('\n');
}

/** What of a node of the editor (ProseMirror) is asked for. */
type Node = {
  readonly type: { readonly name: string };
  readonly children: readonly Node[];
  toJSON(): unknown;
};

/** The markup of each block that was written once: blocks never change, they are replaced. */
const written = new WeakMap<Node, string>();

function markupOfBlock(block: Node): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  // The editor's schema is the one that `Block` describes (tested).
  const markup = serializeBlock(block.toJSON() as Block);
  written.set(block, markup);
  return markup;
}

/**
 * The markup of the editor's document. Costs what has changed since the last time, so that a long
 * note can be kept while somebody types.
 */
export function markupOf(doc: Node): string {
  return joinBlocks(
    doc.children.map((block) => ({
      markup: markupOfBlock(block),
      isText: block.type.name === 'paragraph',
    })),
  );
}
