/** Values of a file that anybody may have written: nothing in it is what it should be. */
export type Json = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objects = (value: unknown): Json[] =>
  Array.isArray(value)
    ? value.filter(isObject)
    : isObject(value)
      ? Object.values(value).filter(isObject)
      : [];

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export const textAt = (from: unknown, key: string): string =>
  textOf(isObject(from) ? from[key] : undefined);

/** The texts and numbers of a list; what is neither has no place in one. */
export const textsAt = (from: unknown, key: string): string[] => {
  const values = isObject(from) ? from[key] : undefined;
  return Array.isArray(values) ? values.map(textOf).filter(Boolean) : [];
};

export const numberAt = (from: unknown, key: string): number | null => {
  const value = isObject(from) ? from[key] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

export const objectAt = (from: unknown, key: string): Json => {
  const value = isObject(from) ? from[key] : undefined;
  return isObject(value) ? value : {};
};

/** The value of a JSON text, or undefined where it is none (cut off, nested too deep). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
}
