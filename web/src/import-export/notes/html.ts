import { Parser } from 'htmlparser2';
import {
  MAX_DEPTH,
  STYLE_TAGS,
  type Line,
  type LineKind,
  type ListKind,
  type Piece,
  type Style,
} from './lines.ts';

const UNSEEN = new Set(['script', 'style', 'head', 'template', 'noscript', 'en-media-data']);
const BLOCKS = new Set(
  'address article aside body blockquote center dd details div dl dt en-note figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

type List = { kind: ListKind; next: number };

/** Makes lines of what the parser tells of; no tree is built, so nothing can be nested too deep. */
class HtmlReader {
  readonly lines: Line[] = [];
  readonly pictures: string[] = [];
  title = '';
  private pieces: Piece[] = [];
  private next: LineKind = { kind: 'text' };
  private readonly marks: { tag: string; style: Style }[] = [];
  private readonly lists: List[] = [];
  private unseen = 0;
  private quotes = 0;
  private code: { tag: string; depth: number; text: string } | undefined;
  private isTitle = false;
  private wasParagraph = false;

  private end() {
    const last = this.pieces.at(-1);
    if (last) last.text = last.text.trimEnd();
    const pieces = this.pieces.filter(({ text }) => text !== '');
    this.pieces = [];
    if (pieces.length === 0 && this.next.kind === 'text') return;
    // What follows in an item, after its own line, is part of that line.
    const before = this.lines.at(-1);
    const isMore = this.next.kind === 'text' && this.lists.length > 0 && before?.kind === 'item';
    if (isMore)
      this.lines.splice(-1, 1, {
        ...before,
        pieces: [
          ...before.pieces,
          ...(before.pieces.length > 0 ? [{ text: ' ', style: {} }] : []),
          ...pieces,
        ],
      });
    else this.lines.push({ ...this.next, quoted: this.quotes > 0, pieces });
    this.next = { kind: 'text' };
    this.wasParagraph = false;
  }

  private empty() {
    this.lines.push({ kind: 'text', quoted: this.quotes > 0, pieces: [] });
  }

  open(tag: string, attributes: Record<string, string>) {
    if (tag === 'title') this.isTitle = true;
    if (UNSEEN.has(tag)) this.unseen += 1;
    if (this.unseen > 0) return;
    const styles = attributes['style'] ?? '';
    if (this.code) {
      if (tag === this.code.tag) this.code.depth += 1;
      if (
        (tag === 'br' || BLOCKS.has(tag)) &&
        this.code.text !== '' &&
        !(tag !== 'br' && this.code.text.endsWith('\n'))
      )
        this.code.text += '\n';
      return;
    }
    const wasParagraph = this.wasParagraph && this.pieces.length === 0;
    if (BLOCKS.has(tag)) this.end();
    const style = {
      ...STYLE_TAGS[tag],
      ...(tag === 'a' && attributes['href'] ? { href: attributes['href'] } : {}),
      ...(/font-weight:\s*(?:bold|[6-9]00)/u.test(styles) ? { bold: true } : {}),
      ...(/font-style:\s*italic/u.test(styles) ? { italic: true } : {}),
    };
    if (Object.keys(style).length > 0) this.marks.push({ tag, style });
    if (tag === 'p' && wasParagraph && this.lists.length === 0) this.empty();
    if (tag === 'pre' || /en-codeblock:\s*true/u.test(styles))
      this.code = { tag, depth: 1, text: '' };
    else if (tag === 'br') this.lineBreak();
    else if (tag === 'hr') this.lines.push({ kind: 'rule', quoted: this.quotes > 0, pieces: [] });
    else if (/^h[1-6]$/u.test(tag))
      this.next = { kind: 'heading', level: Math.min(Number(tag[1]), 3) as 1 | 2 | 3 };
    else if (tag === 'blockquote') this.quotes += 1;
    else if (tag === 'ul' || tag === 'ol') {
      const kind =
        tag === 'ol' ? 'orderedList' : /en-todo:\s*true/u.test(styles) ? 'taskList' : 'bulletList';
      const start = Number(attributes['start'] ?? 1);
      this.lists.push({
        kind,
        next: Number.isSafeInteger(start) && start >= 0 && start < 1e9 ? start : 1,
      });
    } else if (tag === 'li') this.item(/en-checked:\s*true/u.test(styles));
    else if (tag === 'en-todo') this.check(attributes['checked'] === 'true');
    else if (tag === 'input' && attributes['type'] === 'checkbox')
      this.check('checked' in attributes);
    else if (tag === 'img' || tag === 'en-media') {
      this.pictures.push(attributes['alt'] ?? attributes['src'] ?? '');
      if (attributes['alt']) this.text(attributes['alt']);
    } else if ((tag === 'td' || tag === 'th') && this.pieces.length > 0)
      this.pieces.push({ text: ' | ', style: {} });
  }

  private item(checked: boolean) {
    const list = this.lists.at(-1) ?? { kind: 'bulletList', next: 1 };
    const depth = Math.min(Math.max(this.lists.length - 1, 0), MAX_DEPTH);
    this.next = { kind: 'item', list: list.kind, depth, number: list.next, checked };
    list.next += 1;
  }

  private check(checked: boolean) {
    const depth = this.next.kind === 'item' ? this.next.depth : 0;
    this.next = { kind: 'item', list: 'taskList', depth, number: 1, checked };
  }

  private lineBreak() {
    if (this.pieces.length > 0 || this.next.kind === 'heading') this.end();
    else if (this.lists.length === 0) this.empty();
  }

  text(text: string) {
    if (this.isTitle) this.title += text;
    if (this.unseen > 0 || this.isTitle) return;
    if (this.code) {
      this.code.text += text;
      return;
    }
    let shown = text.replaceAll(/[ \t\n\r\f]+/gu, ' ');
    const last = this.pieces.at(-1)?.text;
    if (last === undefined || last.endsWith(' ')) shown = shown.replace(/^ /u, '');
    if (shown === '') return;
    this.pieces.push({
      text: shown,
      style: Object.assign({}, ...this.marks.map(({ style }) => style)),
    });
  }

  close(tag: string) {
    if (tag === 'title') this.isTitle = false;
    if (UNSEEN.has(tag)) this.unseen = Math.max(0, this.unseen - 1);
    if (this.code) {
      if (tag !== this.code.tag) return;
      this.code.depth -= 1;
      if (this.code.depth > 0) return;
      const code = this.code.text.replaceAll(/^\n|\n$/gu, '');
      this.lines.push({ kind: 'code', language: null, code, quoted: this.quotes > 0, pieces: [] });
      this.code = undefined;
      return;
    }
    const mark = this.marks.findLastIndex((open) => open.tag === tag);
    if (mark !== -1) this.marks.splice(mark, 1);
    if (!BLOCKS.has(tag)) return;
    this.end();
    if (tag === 'p') this.wasParagraph = true;
    if (tag === 'blockquote') this.quotes = Math.max(0, this.quotes - 1);
    if (tag === 'ul' || tag === 'ol') this.lists.pop();
  }

  finish() {
    if (this.code) this.close(this.code.tag);
    this.end();
  }
}

/** Elements within elements; the parser takes the longer for each the deeper it stands. */
const MAX_NESTED = 5000;

class TooDeep extends Error {}

/** The lines of a note for HTML. Runs without a document, so in a worker, too. */
export function linesOfHtml(html: string): { lines: Line[]; pictures: string[]; title: string } {
  const reader = new HtmlReader();
  let depth = 0;
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      depth += 1;
      if (depth > MAX_NESTED) throw new TooDeep();
      reader.open(tag, attributes);
    },
    ontext: (text) => reader.text(text),
    onclosetag: (tag) => {
      depth -= 1;
      reader.close(tag);
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return linesOfHtml(html.replaceAll(/<[^<>]{0,10000}>/gu, ' '));
  }
  reader.finish();
  return { lines: reader.lines, pictures: reader.pictures, title: reader.title.trim() };
}

/** The words of HTML, for a field that holds plain text. */
export function textOfHtml(html: string): string {
  if (!/<[a-z/!]|&[a-z#]/iu.test(html)) return html;
  return linesOfHtml(html)
    .lines.map((line) => {
      if (line.kind === 'code') return line.code;
      const text = line.pieces
        .map((piece) =>
          piece.style.href && piece.style.href !== piece.text
            ? `${piece.text} (${piece.style.href})`
            : piece.text,
        )
        .join('');
      if (line.kind !== 'item') return text;
      const marker = line.list === 'taskList' ? `- [${line.checked ? 'x' : ' '}]` : '-';
      return `${'  '.repeat(line.depth)}${marker} ${text}`;
    })
    .join('\n');
}
