import * as z from 'zod/mini';

/**
 * Refuses texts of more characters than that, counted as the database counts them: an emoji is one
 * (a Unicode code point), though JavaScript calls it two.
 */
export function atMost(limit: number, error = `At most ${limit} characters`) {
  return z.refine<string>((text) => text.length <= limit || [...text].length <= limit, { error });
}

/** A trimmed text of up to so many characters. */
export function shortText(limit: number) {
  return z.string().check(z.trim(), atMost(limit));
}

/** A trimmed text for each field, each up to its own limit. */
export function shortTexts<Field extends string>(limits: Readonly<Record<Field, number>>) {
  const fields = Object.keys(limits) as Field[];
  return Object.fromEntries(fields.map((field) => [field, shortText(limits[field])])) as Record<
    Field,
    ReturnType<typeof shortText>
  >;
}

/** A trimmed text with something in it. */
export function requiredText(limit: number, required: string) {
  return z.string().check(z.trim(), z.minLength(1, required), atMost(limit));
}
