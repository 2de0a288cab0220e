import { diff3Merge } from 'node-diff3';
import { splitCode } from '#domain/note-code.ts';

/** What is changed as a whole: a paragraph, or a block of code with its fences. */
const unitsOf = (text: string) => splitCode(text).map(({ source }) => source);

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((unit, at) => unit === b[at]);

type Versions = [mine: string[], base: string[], theirs: string[]];
type Meeting = { a: string[]; o: string[]; b: string[] };

/** Neighbours of which each was changed on one side only, as lines of a checklist that are ticked. */
function oneByOne({ a, o, b }: Meeting): string[] | null {
  if (a.length !== o.length || b.length !== o.length) return null;
  const units = o.map((unit, at) => (a[at] === unit ? b[at] : b[at] === unit ? a[at] : undefined));
  return units.every((unit) => unit !== undefined) ? units : null;
}

/** A line of a list, perhaps in a quote; `number` of a numbered one (spec section 3). */
const ITEM = /^(?<quote>> )?(?<indent> *)(?:-|(?<number>0|[1-9]\d{0,8})\.) /u;

type List = { start: number; next: number };

/**
 * Gives every numbered line the number that `write` has for it. A list goes on over lists below its
 * lines, and as long as `goesOn` says so of the next number at its depth.
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

/** Every line by the number that its list begins with: what was put in above does not change it. */
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

/** Three-way, unit by unit; null where both changed the same one in different ways. */
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
 * Merges two versions of a note's text that were written over the same one, paragraph by paragraph.
 * Numbered lists are numbered anew, so that each side may have put in a line of its own.
 * @returns the text with both changes, or null where both changed the same paragraph in different ways
 */
export function mergeText(mine: string, base: string, theirs: string): string | null {
  const versions = [mine, base, theirs].map(unitsOf) as Versions;
  const plain = versions.map(byStart) as Versions;
  // Somebody's own numbers, which counting does not give back, stay as they are.
  const isCounted = versions.every((units, at) => isSame(numbered(plain[at] ?? []), units));
  const merged = mergeUnits(...(isCounted ? plain : versions));
  if (!merged) return null;
  const units = isCounted ? numbered(merged) : merged;
  const text = units.join('\n');
  // A fence of one version may begin or end a block with one of the other: the person chooses.
  return isSame(unitsOf(text), units) ? text : null;
}
