/** One statement of an SQL file and the line (from 1) on which it begins. */
export type Statement = { sql: string; line: number };

// In order: comments, quoted text, quoted names, dollar quotes, words, the separator. Block
// comments nest in PostgreSQL and are measured by hand.
const TOKEN =
  /--[^\n]*|\/\*|[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|;/g;

function endOfComment(text: string, from: number): number {
  let depth = 1;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/**
 * Splits an SQL file at its semicolons as psql does: not in quotes, comments, dollar quotes or
 * `begin atomic … end` bodies. Pieces without any token (only comments) are left out.
 */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  let first: number | undefined;
  let atomic = 0;
  let previous = '';

  const finish = (end: number) => {
    const sql = text.slice(start, end).trim();
    if (first !== undefined) {
      const offset =
        start + (text.slice(start, end).length - text.slice(start, end).trimStart().length);
      statements.push({ sql, line: lineAt(text, offset) });
    }
    first = undefined;
    previous = '';
  };

  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    if (token.startsWith('--')) continue;
    if (token === '/*') {
      TOKEN.lastIndex = endOfComment(text, TOKEN.lastIndex);
      continue;
    }
    if (token === ';') {
      if (atomic > 0) continue;
      finish(match.index);
      start = TOKEN.lastIndex;
      continue;
    }
    first ??= match.index;
    if (token.startsWith('$')) {
      const end = text.indexOf(token, TOKEN.lastIndex);
      TOKEN.lastIndex = end < 0 ? text.length : end + token.length;
    }
    const word = token.toLowerCase();
    if (word === 'atomic' && previous === 'begin') atomic = 1;
    else if (atomic > 0 && word === 'case') atomic += 1;
    else if (atomic > 0 && word === 'end') atomic -= 1;
    previous = word;
  }
  finish(text.length);
  return statements;
}
