/**
 * Blocks of code in a note's text: they begin with a line of three backticks, perhaps with the name
 * of a language, and end with a line of three backticks. What never ends, and what has no line inside,
 * is text. A line of code or of text that only looks like a fence has a backslash before it.
 */
export const FENCE = '```';

const OPENING = /^(?<escape>\\*)```(?<language>[\w+#.-]*)$/u;
const CLOSING = /^\\*```$/u;

/** Whether the line, with a backslash or without one, can begin a block of code. */
export function looksLikeFence(line: string): boolean {
  return OPENING.test(line);
}

/** Whether a fence at `at` would begin a block, given where the last line of three backticks is. */
export function canOpen(next: string | undefined, at: number, lastFence: number): boolean {
  return next !== FENCE && lastFence > at + 1;
}

/** A line of text without the escape of a fence, or a block of code; `source` is how it is stored. */
export type NotePart =
  | { kind: 'text'; source: string; line: string }
  | { kind: 'code'; source: string; language: string | null; code: string };

/** The lines of a text, each block of code as one. */
export function splitCode(markup: string): NotePart[] {
  const lines = markup.split(/\r\n|\r|\n/u);
  const lastFence = lines.lastIndexOf(FENCE);
  const parts: NotePart[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const source = lines[at] ?? '';
    const { escape, language } = OPENING.exec(source)?.groups ?? {};
    if (escape === undefined || !canOpen(lines[at + 1], at, lastFence)) {
      parts.push({ kind: 'text', source, line: source });
    } else if (escape !== '') {
      parts.push({ kind: 'text', source, line: source.slice(1) });
    } else {
      const end = lines.indexOf(FENCE, at + 2);
      const code = lines.slice(at + 1, end);
      parts.push({
        kind: 'code',
        source: lines.slice(at, end + 1).join('\n'),
        language: language || null,
        code: code.map((line) => (CLOSING.test(line) ? line.slice(1) : line)).join('\n'),
      });
      at = end;
    }
  }
  return parts;
}

/** A block of code as it is stored. */
export function fenced(code: string, language: string | null): string {
  const lines = code.split('\n').map((line) => (CLOSING.test(line) ? `\\${line}` : line));
  return [FENCE + (language ?? ''), ...lines, FENCE].join('\n');
}
