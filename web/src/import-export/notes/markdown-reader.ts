import { needsGap } from '#import-export/markdown-gaps.ts';
import { inlineMarkdown } from './markdown-inline.ts';
import { markupOfLines, type Line, type LineKind } from './lines.ts';

const ITEM =
  /^(?<indent>[ \t]*)(?:(?<bullet>[-*+])|(?<number>\d{1,9})[.)])(?:(?<gap>[ \t]+)(?<text>.*))?$/su;
const CHECK = /^\[(?<check>[ xX])\](?:\s+(?<text>.*))?$/su;
const HEADING = /^ {0,3}(?<marks>#{1,6})(?:[ \t]+(?<text>.*?))?(?:[ \t]+#+)?[ \t]*$/su;
const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/u;
const FENCE = /^[ \t]*(?<fence>`{3,}|~{3,})[ \t]*(?<language>[^`]*)$/u;
/** What keeps two lists apart. */
const SEPARATOR = '<!-- -->';

const width = (indent: string) => indent.replaceAll('\t', '    ').length;

/** Reads Markdown line by line: a line of the file is a line of the note, as most programs show it. */
class MarkdownReader {
  readonly lines: Line[] = [];
  readonly pictures: string[] = [];
  private gap = 0;
  /** The columns of the open items' markers and texts. */
  private open: { marker: number; text: number }[] = [];
  private wasItem = false;
  private restarts = false;

  private push(line: Line) {
    const last = this.lines.at(-1);
    const left = this.gap - (this.gap > 0 && needsGap(last, line) ? 1 : 0);
    for (let count = 0; count < left; count += 1)
      this.lines.push({ kind: 'text', quoted: false, pieces: [] });
    this.gap = 0;
    const restarts = this.restarts && line.kind === 'item';
    this.lines.push(restarts ? { ...line, restarts } : line);
    this.restarts = false;
  }

  private add(kind: LineKind, text: string, quoted: boolean) {
    const { lines, pictures } = inlineMarkdown(text.trim());
    this.pictures.push(...pictures);
    const [first = [], ...others] = lines;
    this.push({ ...kind, quoted, pieces: first });
    for (const pieces of others) this.push({ kind: 'text', quoted, pieces });
  }

  blank(quoted: boolean) {
    this.wasItem = false;
    if (quoted) this.push({ kind: 'text', quoted, pieces: [] });
    else this.gap += 1;
  }

  code(code: string, language: string | null, quoted: boolean) {
    this.open = [];
    this.wasItem = false;
    this.push({ kind: 'code', language, code, quoted, pieces: [] });
  }

  private item(groups: Record<string, string | undefined>, quoted: boolean) {
    const { indent = '', bullet, number, gap = ' ', text = '' } = groups;
    const column = width(indent);
    while (this.open.length > 0) {
      const top = this.open.at(-1);
      if (!top || column >= top.text || column >= top.marker + 2) break;
      this.open.pop();
    }
    const depth = this.open.length;
    const mark = bullet ? 1 : (number ?? '').length + 1;
    this.open.push({ marker: column, text: column + mark + Math.min(gap.length, 4) });
    const { check, text: task = '' } = (bullet && CHECK.exec(text.trim())?.groups) || {};
    const list = check === undefined ? (bullet ? 'bulletList' : 'orderedList') : 'taskList';
    const checked = check !== undefined && check !== ' ';
    this.add(
      { kind: 'item', list, depth, number: Number(number ?? 1), checked },
      check === undefined ? text : task,
      quoted,
    );
    this.wasItem = true;
  }

  line(source: string, quoted: boolean) {
    if (source.trim() === SEPARATOR) {
      this.restarts = true;
      return;
    }
    const last = this.lines.at(-1);
    if (
      /^ {0,3}(?:=+|-{2,})[ \t]*$/u.test(source) &&
      this.gap === 0 &&
      last?.kind === 'text' &&
      last.pieces.length > 0 &&
      !quoted &&
      !last.quoted
    ) {
      this.lines[this.lines.length - 1] = {
        ...last,
        kind: 'heading',
        level: source.includes('=') ? 1 : 2,
      };
      return;
    }
    if (RULE.test(source)) {
      this.open = [];
      this.wasItem = false;
      this.push({ kind: 'rule', quoted, pieces: [] });
      return;
    }
    const heading = HEADING.exec(source)?.groups;
    if (heading) {
      this.open = [];
      this.wasItem = false;
      const level = Math.min(heading['marks']?.length ?? 1, 3) as 1 | 2 | 3;
      this.add({ kind: 'heading', level }, heading['text'] ?? '', quoted);
      return;
    }
    const item = ITEM.exec(source)?.groups;
    if (item) {
      if (last && last.quoted !== quoted) this.open = [];
      this.item(item, quoted);
      return;
    }
    if (this.wasItem && /^[ \t]{2,}/u.test(source) && last && last.quoted === quoted) {
      // The rest of a wrapped item: an item of a note is one line.
      const { lines, pictures } = inlineMarkdown(source.trim());
      this.pictures.push(...pictures);
      this.lines[this.lines.length - 1] = {
        ...last,
        pieces: [...last.pieces, { text: ' ', style: {} }, ...lines.flat()],
      };
      return;
    }
    if (!/^[ \t]{2,}/u.test(source)) this.open = [];
    this.wasItem = false;
    this.add({ kind: 'text' }, source, quoted);
  }

  finish(): Line[] {
    for (; this.gap > 0; this.gap -= 1)
      this.lines.push({ kind: 'text', quoted: false, pieces: [] });
    return this.lines;
  }
}

/** The lines of a note for Markdown (CommonMark and the usual additions). No text of it is lost. */
export function linesOfMarkdown(markdown: string): { lines: Line[]; pictures: string[] } {
  const reader = new MarkdownReader();
  const source = markdown.split('\n');
  // Without the line break that ends a file.
  if (source.at(-1) === '') source.pop();
  for (let at = 0; at < source.length; at += 1) {
    const whole = source[at] ?? '';
    const quote = /^ {0,3}>(?: {0,3}>)* ?/u.exec(whole)?.[0];
    const line = quote === undefined ? whole : whole.slice(quote.length);
    const { fence, language } = FENCE.exec(whole)?.groups ?? {};
    if (fence !== undefined) {
      const isEnd = (text = '') =>
        text.trim().startsWith(fence) && /^(?:`+|~+)$/u.test(text.trim());
      let end = at + 1;
      while (end < source.length && !isEnd(source[end])) end += 1;
      const indent = /^[ \t]*/u.exec(whole)?.[0] ?? '';
      const code = source
        .slice(at + 1, end)
        .map((text) => (indent && text.startsWith(indent) ? text.slice(indent.length) : text));
      reader.code(code.join('\n'), language?.trim().split(/\s/u)[0] || null, false);
      at = end;
    } else if (line.trim() === '') reader.blank(quote !== undefined);
    else reader.line(line, quote !== undefined);
  }
  return { lines: reader.finish(), pictures: reader.pictures };
}

export function markupOfMarkdown(markdown: string): { markup: string; pictures: string[] } {
  const { lines, pictures } = linesOfMarkdown(markdown);
  return { markup: markupOfLines(lines), pictures };
}
