import { diff3Merge } from 'node-diff3';
import { splitCode } from '#domain/note-code.ts';

/** What is changed as a whole: a paragraph, or a block of code with its fences. */
const unitsOf = (text: string) => splitCode(text).map(({ source }) => source);

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((unit, at) => unit === b[at]);

type Versions = [mine: string[], base: string[], theirs: string[]];
type Meeting = { a: string[]; o: string[]; b: string[] };

/** Merges neighbouring units if each was changed on one side only, such as checklist items. */
function oneByOne({ a, o, b }: Meeting): string[] | null {
  if (a.length !== o.length || b.length !== o.length) return null;
  const units = o.map((unit, at) => (a[at] === unit ? b[at] : b[at] === unit ? a[at] : undefined));
  return units.every((unit) => unit !== undefined) ? units : null;
}

/** A line of a list, perhaps in a quote; `number` of a numbered one (spec section 3). */
const ITEM = /^(?<quote>> )?(?<indent> *)(?:-|(?<number>0|[1-9]\d{0,8})\.) /u;

type List = { start: number; next: number };

/**
 * Renumbers every numbered line by `write`. A list continues over lists nested in it, and as long as
 * `goesOn` returns true for the next number at its depth.
 */
function withOtherNumbers(
  units: readonly string[],
  goesOn: (list: List, number: number) => boolean,
  write: (list: List) => number,
): string[] {
  const open = new Map<number, List>();
  let wasQuote = false;
  return units.map((unit) => {
    const { quote, indent, number } = ITEM.exec(unit)?.groups ?? {};
    const isQuote = quote !== undefined;
    const depth = indent?.length ?? -1;
    for (const other of open.keys()) {
      if (other > depth || isQuote !== wasQuote) open.delete(other);
    }
    wasQuote = isQuote;
    if (number === undefined) {
      open.delete(depth);
      return unit;
    }
    const start = Number(number);
    const known = open.get(depth);
    const list = known && goesOn(known, start) ? known : { start, next: start };
    open.set(depth, list);
    const written = unit.replace(number, String(write(list)));
    list.next += 1;
    return written;
  });
}

/** Every line with the first number of its list, so that inserted lines do not change it. */
const byStart = (units: readonly string[]) =>
  withOtherNumbers(
    units,
    ({ next }, number) => next === number,
    ({ start }) => start,
  );

const numbered = (units: readonly string[]) =>
  withOtherNumbers(
    units,
    ({ start }, number) => start === number,
    ({ next }) => next,
  );

/** Three-way merge by units; null if both changed the same one in different ways. */
function mergeUnits(mine: string[], base: string[], theirs: string[]): string[] | null {
  const merged: string[] = [];
  for (const { ok, conflict } of diff3Merge(mine, base, theirs)) {
    const units = ok ?? (conflict && oneByOne(conflict));
    if (!units) return null;
    merged.push(...units);
  }
  return merged;
}

/**
 * Merges two versions of a note's text with the same base, paragraph by paragraph. Numbered lists are
 * renumbered, so that each side may have inserted lines.
 * @returns the text with both changes, or null if both changed the same paragraph in different ways
 */
export function mergeText(mine: string, base: string, theirs: string): string | null {
  const versions = [mine, base, theirs].map(unitsOf) as Versions;
  const plain = versions.map(byStart) as Versions;
  // Numbers that are not consecutive were chosen by somebody and stay.
  const isCounted = versions.every((units, at) => isSame(numbered(plain[at] ?? []), units));
  const merged = mergeUnits(...(isCounted ? plain : versions));
  if (!merged) return null;
  const units = isCounted ? numbered(merged) : merged;
  const text = units.join('\n');
  // Code fences of the two versions may pair up: then the person chooses.
  return isSame(unitsOf(text), units) ? text : null;
}
