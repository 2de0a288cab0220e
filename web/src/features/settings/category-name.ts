/** The longest name that the database takes. */
export const CATEGORY_NAME_LENGTH = 200;

/** Words of the category filter and of the forms, which no category can be called. */
const RESERVED = ['all', 'none'];

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether the text is one of the filter's own words: the one refusal that needs a reason. */
export function isReservedName(text: string): boolean {
  return RESERVED.some((word) => isSame(word, text.trim()));
}

/** The name to add; null for an empty one and a duplicate, which are ignored (spec section 5). */
export function nameToAdd(text: string, names: readonly string[]): string | null {
  const name = text.trim();
  if (name === '' || names.some((other) => isSame(other, name))) return null;
  return name;
}

/**
 * The new name of a category; null where nothing is to be done: empty, unchanged, or the name of a
 * different one, which is silently refused (spec section 5). Another case of its own name is new.
 */
export function nameAfterEdit(from: string, text: string, names: readonly string[]): string | null {
  const name = text.trim();
  if (name === from) return null;
  return nameToAdd(
    name,
    names.filter((other) => other !== from),
  );
}
