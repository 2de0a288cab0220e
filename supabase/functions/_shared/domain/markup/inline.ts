import { MARKS, type Mark, type MarkedText as Text } from './document.ts';

/**
 * Inline markup of one line (docs/spec.md, section 3, note content markup): `***` bold and italic,
 * `**` bold, `*` italic, `__` underline. Every delimiter switches its marks on or off, so marks may
 * overlap.
 *
 * What only looks like markup is kept apart with a backslash. A run of backslashes means anything
 * only before `*`, `_`, or a space that touches a delimiter: there two stand for one, and an odd
 * one takes the meaning off what follows. Everywhere else a backslash is a backslash, so that
 * paths and regular expressions from other programs open as they are.
 */
type Delimiter = { marks: readonly Mark[]; raw: string; opens: boolean; closes: boolean };
type Token = string | Delimiter;

const DELIMITERS: Readonly<Record<string, readonly Mark[]>> = {
  '***': ['bold', 'italic'],
  '**': ['bold'],
  '*': ['italic'],
  __: ['underline'],
};
/** What can be no delimiter and no backslash, as long as it goes on. */
const PLAIN = /[^\\*_]*/y;
const isSpace = (char: string | undefined) => char !== undefined && /\s/.test(char);
const isDelimiterChar = (char: string | undefined) => char === '*' || char === '_';

/** Whether backslashes before `char` are escapes, given the characters around the run. */
function escapes(before: string | undefined, char: string | undefined, after: string | undefined) {
  if (isDelimiterChar(char)) return true;
  return isSpace(char) && (isDelimiterChar(before) || isDelimiterChar(after));
}

function runLength(line: string, start: number): number {
  let end = start;
  while (line[end] === line[start] && end < line.length) end += 1;
  return end - start;
}

function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let literal = '';
  let afterEscape = -1;
  for (let at = 0; at < line.length;) {
    PLAIN.lastIndex = at;
    const [plain = ''] = PLAIN.exec(line) ?? [];
    literal += plain;
    at += plain.length;
    if (at === line.length) break;
    const char = line.charAt(at);
    const run = runLength(line, at);
    const raw = line.slice(at, at + run);
    const next = line[at + run];
    at += run;
    if (char === '\\' && escapes(line[at - run - 1], next, line[at + 1])) {
      literal += '\\'.repeat(Math.floor(run / 2));
      if (run % 2 === 0) continue;
      literal += next ?? '';
      at += 1;
      afterEscape = at;
      continue;
    }
    const marks = DELIMITERS[raw];
    if (!marks) {
      literal += raw;
      continue;
    }
    if (literal) tokens.push(literal);
    literal = '';
    const start = at - run;
    const opens = next !== undefined && !isSpace(next);
    const closes = start > 0 && (afterEscape === start || !isSpace(line[start - 1]));
    tokens.push({ marks, raw, opens, closes });
  }
  if (literal) tokens.push(literal);
  return tokens;
}

/** For every token the marks that some later delimiter can switch off. */
function closersAfter(tokens: readonly Token[]): ReadonlySet<Mark>[] {
  let later: ReadonlySet<Mark> = new Set();
  return tokens
    .toReversed()
    .map((token) => {
      const here = later;
      if (typeof token !== 'string' && token.closes) later = new Set([...later, ...token.marks]);
      return here;
    })
    .toReversed();
}

const literalOf = (mark: Mark) => ({ bold: '**', italic: '*', underline: '__' })[mark];

/** The text nodes that a line of markup stands for. A delimiter without its partner is text. */
export function parseInline(line: string): Text[] {
  const tokens = tokenize(line);
  const closers = closersAfter(tokens);
  const active = new Set<Mark>();
  const nodes: Text[] = [];
  const add = (text: string) => {
    if (text === '') return;
    const marks = MARKS.filter((mark) => active.has(mark)).map((type) => ({ type }));
    const last = nodes.at(-1);
    const same = JSON.stringify(last?.marks ?? []) === JSON.stringify(marks);
    if (last && same) last.text += text;
    else nodes.push(marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text });
  };
  for (const [index, token] of tokens.entries()) {
    if (typeof token === 'string') {
      add(token);
      continue;
    }
    const switched = token.marks.filter((mark) =>
      active.has(mark) ? token.closes : token.opens && closers[index]?.has(mark),
    );
    const left = token.marks.filter((mark) => !switched.includes(mark));
    add(left.length === token.marks.length ? token.raw : left.map(literalOf).join(''));
    for (const mark of switched) if (!active.delete(mark)) active.add(mark);
  }
  return nodes;
}

/** The delimiters between two neighbouring texts. */
function transition(from: ReadonlySet<Mark>, to: ReadonlySet<Mark>) {
  const changed = MARKS.filter((mark) => from.has(mark) !== to.has(mark));
  const stars = changed
    .filter((mark) => mark !== 'underline')
    .map(literalOf)
    .join('');
  return {
    raw: stars + (changed.includes('underline') ? '__' : ''),
    closes: changed.some((mark) => from.has(mark)),
    opens: changed.some((mark) => to.has(mark)),
  };
}

/** Text that stands between `before` and `after` (delimiters or nothing), its look-alikes escaped. */
function escapeText(
  text: string,
  before: string,
  after: string,
  edges: [boolean, boolean],
): string {
  const chars = [...text];
  let out = '';
  for (let at = 0; at < chars.length;) {
    const char = chars[at] ?? '';
    if (char === '\\') {
      let run = 1;
      while (chars[at + run] === '\\') run += 1;
      const atEnd = at + run === chars.length;
      const next = atEnd ? after[0] : chars[at + run];
      // A `*` or `_` of the text itself will stand there behind a backslash.
      const rest = at + run + 1 < chars.length ? undefined : after[0];
      const escaped = [out.at(-1) ?? before.at(-1), next, rest] as const;
      out += '\\'.repeat(escapes(...escaped) ? run * 2 : run);
      at += run;
      continue;
    }
    const first = at === 0 && edges[0];
    const last = at === chars.length - 1 && edges[1];
    out += isDelimiterChar(char) || (isSpace(char) && (first || last)) ? `\\${char}` : char;
    at += 1;
  }
  return out;
}

/** The line of markup that stands for the text nodes; `parseInline` gives them back. */
export function serializeInline(nodes: readonly Text[]): string {
  let line = '';
  let active: ReadonlySet<Mark> = new Set();
  let before = transition(active, active);
  for (const [index, { text, marks }] of nodes.entries()) {
    const now = new Set(marks?.map(({ type }) => type));
    const next = new Set(nodes[index + 1]?.marks?.map(({ type }) => type));
    if (index === 0) before = transition(active, now);
    const after = transition(now, next);
    line += before.raw + escapeText(text, before.raw, after.raw, [before.opens, after.closes]);
    active = now;
    before = after;
  }
  return line + before.raw;
}
