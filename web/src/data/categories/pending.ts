import { Pending } from '../../lib/pending.ts';

/** Changes of category names that the server has not answered yet. */
export const pendingCategories = new Pending<string>();

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Names in the reader's alphabet. */
export function sortNames(names: readonly string[]): string[] {
  return names.toSorted(byName.compare);
}

type Edit = (names: readonly string[]) => readonly string[];

/** Adds a name, unless the live channel was quicker. */
export function withName(name: string): Edit {
  return (names) => (names.includes(name) ? names : sortNames([...names, name]));
}

/** Renames one; nothing, once the new name is there by itself. */
export function withRenamed(from: string, to: string): Edit {
  return (names) =>
    names.includes(from)
      ? sortNames([...names.filter((name) => name !== from && name !== to), to])
      : names;
}

/** Leaves one name out. */
export function withoutName(name: string): Edit {
  return (names) => names.filter((other) => other !== name);
}
