import { errorResponse } from './errors.ts';
import { plainSelect, parseAliases, type ColumnAliases } from './column-aliases.ts';

const scalarOperators =
  /^((?:not\.)?(?:eq|neq|gt|gte|lt|lte|like|ilike|match|imatch|isdistinct)\.)(.*)$/s;
const listOperator = /^((?:not\.)?in\.)\((.*)\)$/s;
const notFilters = new Set(['select', 'order', 'limit', 'offset', 'on_conflict', 'columns']);

/**
 * Whether lite would take the value for something else than its text: it guesses null, numbers,
 * booleans and JSON from the looks of it, whatever the column (`title=eq.1e5` would look for 100000).
 */
function isGuessed(value: string): boolean {
  const trimmed = value.trim();
  if (trimmed === '') return value !== '';
  if (trimmed !== value || /^["{]/.test(value)) return true;
  if (/^(null|not_null|unknown)$/i.test(value)) return true;
  if (/^(true|false)$/i.test(value)) return value !== value.toLowerCase();
  const number = Number(value);
  return Number.isFinite(number) && String(number) !== value;
}

/** The items of an `in.(…)` list as they stand, quotes and escapes included. */
function splitList(list: string): string[] {
  return list === '' ? [] : (list.match(/"(?:[^"\\]|\\.)*"|[^,]+|(?<=,)(?=,|$)|^(?=,)/gs) ?? []);
}

function verbatim(filter: string): string {
  const [, scalar, value = ''] = scalarOperators.exec(filter) ?? [];
  if (scalar !== undefined) return isGuessed(value) ? `${scalar}"${value}"` : filter;
  const [, inList, items = ''] = listOperator.exec(filter) ?? [];
  if (inList === undefined) return filter;
  const quoted = splitList(items).map((item) =>
    !item.startsWith('"') && isGuessed(item)
      ? `"${item.replace(/["\\]/g, (character) => `\\${character}`)}"`
      : item,
  );
  return `${inList}(${quoted.join(',')})`;
}

/** Computed from a URL's query: what to ask lite, or the answer if it cannot be asked. */
export type CheckedQuery = { search: string; aliases?: ColumnAliases } | { refused: Response };

/**
 * Corrects what lite makes of a query string: limits that are no integers are refused rather than
 * ignored, filter values mean their text, and a write is not asked for columns under other names:
 * lite would read the rows again after it, by filters that may no longer hold, and forget to
 * answer one row as an object.
 */
export function checkQuery(search: string, isWrite: boolean): CheckedQuery {
  if (search.length < 2) return { search };
  const query = new URLSearchParams(search);
  const changed = new URLSearchParams();
  let differs = false;
  let aliases: ColumnAliases | undefined;
  for (const [name, value] of query) {
    if (name.includes('\0') || value.includes('\0')) {
      const message = 'invalid byte sequence for encoding "UTF8": 0x00';
      return { refused: errorResponse(400, { code: '22021', message }) };
    }
    const last = name.slice(name.lastIndexOf('.') + 1);
    if ((last === 'limit' || last === 'offset') && !/^[+-]?\d{1,18}$/.test(value)) {
      const message = `"failed to parse ${last} parameter (${value})" (line 1, column 1)`;
      const details = 'an integer is expected';
      return { refused: errorResponse(400, { code: 'PGRST100', message, details }) };
    }
    // JSON paths compare JSON values, for which the guess is right.
    let meant = notFilters.has(last) || name.includes('->') ? value : verbatim(value);
    if (isWrite && name === 'select') {
      aliases = parseAliases(value);
      if (aliases) meant = plainSelect(aliases);
    }
    differs ||= meant !== value;
    changed.append(name, meant);
  }
  return { search: differs ? `?${changed.toString()}` : search, ...(aliases && { aliases }) };
}
