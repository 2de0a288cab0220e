import type { MarkedText, Span, Text } from './document.ts';

/**
 * Code and links inside of a line: `` `code` `` and `[text](address)`, each within text of the same
 * marks. They are found in the text that the toolbar's marks leave (inline.ts).
 *
 * What only looks like one has a backslash before its first character, after two for each backslash
 * that stands there itself. Where nothing looks like one a backslash, a backtick and a bracket are
 * themselves, so that text from before there were spans is read and written as it was, to the byte.
 */
type Piece = { text: string; span?: Span };

const LINK = /\[(?<text>[^[\]]+)\]\((?<href>(?:https?:\/\/|mailto:|tel:)[^\s()]+)\)/y;
const START = /(?<escape>\\*)[`[]/g;

/** The span that begins at `at`, and how many characters it takes. */
function spanAt(text: string, at: number): { piece: Piece; length: number } | undefined {
  if (text[at] === '`') {
    const end = text.indexOf('`', at + 1);
    if (end <= at + 1) return undefined;
    const piece: Piece = { text: text.slice(at + 1, end), span: { type: 'code' } };
    return { piece, length: end + 1 - at };
  }
  LINK.lastIndex = at;
  const match = LINK.exec(text);
  if (!match?.groups) return undefined;
  const { text: shown = '', href = '' } = match.groups;
  return {
    piece: { text: shown, span: { type: 'link', attrs: { href } } },
    length: match[0].length,
  };
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let literal = '';
  let at = 0;
  for (;;) {
    START.lastIndex = at;
    const match = START.exec(text);
    if (!match) break;
    const run = match.groups?.['escape']?.length ?? 0;
    const start = match.index + run;
    const found = spanAt(text, start);
    literal += text.slice(at, match.index);
    at = start + 1;
    if (!found) {
      literal += match[0];
      continue;
    }
    literal += '\\'.repeat(Math.floor(run / 2));
    if (run % 2 === 1) {
      literal += text.charAt(start);
      continue;
    }
    if (literal) pieces.push({ text: literal });
    literal = '';
    pieces.push(found.piece);
    at = start + found.length;
  }
  literal += text.slice(at);
  if (literal) pieces.push({ text: literal });
  return pieces;
}

function written({ text, span }: Piece): string {
  if (!span) return text;
  return span.type === 'code' ? `\`${text}\`` : `[${text}](${span.attrs.href})`;
}

const isEqual = (a: readonly Piece[], b: readonly Piece[]) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Literal text before what is written already: from its end, since a span goes on to the right. */
function escaped(literal: string, after: string, isBeforeSpan: boolean): string {
  let rest = literal;
  let out = after;
  if (isBeforeSpan) {
    const run = /\\*$/u.exec(literal)?.[0] ?? '';
    out = run + out;
  }
  for (const { index, groups, 0: match } of [...literal.matchAll(new RegExp(START))].toReversed()) {
    const start = index + match.length - 1;
    out = rest.slice(start) + out;
    if (spanAt(out, 0)) out = `\\${groups?.['escape'] ?? ''}${out}`;
    rest = rest.slice(0, start);
  }
  return rest + out;
}

function textOf(pieces: readonly Piece[]): string {
  const plain = pieces.map(written).join('');
  if (isEqual(piecesOf(plain), pieces)) return plain;
  return pieces.reduceRight((after, piece, index) => {
    if (piece.span) return written(piece) + after;
    return escaped(piece.text, after, pieces[index + 1]?.span !== undefined);
  }, '');
}

/** The first line of a note with something in it, without its markup, for a list of notes. */
export function previewOf(markup: string): string {
  for (const line of markup.slice(0, 2000).split('\n')) {
    const text = line
      .replace(/^\\?\s*(?:#{1,3} |(?:> )?\s*(?:- (?:\[[ x]\] )?|\d+\. )|> |```.*$|---$)/u, '')
      .replaceAll(/\[(?<text>[^[\]]+)\]\([^\s()]+\)/gu, '$<text>')
      .replaceAll(/\\(?<char>[*_`[\\])|\*+|__|`/gu, '$<char>')
      .trim();
    if (text !== '') return text;
  }
  return '';
}

const isSpan = (mark: { type: string }): mark is Span =>
  mark.type === 'code' || mark.type === 'link';

/** The texts with the spans that are written in them. */
export function withSpans(texts: readonly MarkedText[]): Text[] {
  return texts.flatMap((node): Text[] => {
    if (!/[`[]/u.test(node.text)) return [node];
    return piecesOf(node.text).map(({ text, span }) => {
      const { marks = [] } = node;
      if (!span) return { ...node, text };
      // The order of the editor's schema: a link around all marks, code inside of them.
      return {
        type: 'text',
        text,
        marks: span.type === 'link' ? [span, ...marks] : [...marks, span],
      };
    });
  });
}

/** The texts with their spans as characters; `withSpans` gives them back. */
export function withoutSpans(texts: readonly Text[]): MarkedText[] {
  const runs: { marks: MarkedText['marks']; pieces: Piece[] }[] = [];
  for (const { text, marks = [] } of texts) {
    const span = marks.find(isSpan);
    const outer = marks.flatMap((mark) => (isSpan(mark) ? [] : [mark]));
    const last = runs.at(-1);
    const piece = span ? { text, span } : { text };
    if (last && JSON.stringify(last.marks) === JSON.stringify(outer)) last.pieces.push(piece);
    else runs.push({ marks: outer, pieces: [piece] });
  }
  return runs.map(({ marks, pieces }) => {
    const text = textOf(pieces);
    return marks?.length ? { type: 'text', text, marks } : { type: 'text', text };
  });
}
