import * as z from 'zod/mini';
import { atMost } from '../../_shared/domain/text.ts';

/** A row's id in a path. Digits only; an id that no row can have is simply not found. */
export const idParams = z.object({
  id: z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, 'The id must be a number')),
    z.transform((digits) => Number(digits)),
  ),
});

/** A row's id in a body. */
export const idSchema = z.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));

/** A text that Postgres can store: no NUL, no half of a surrogate pair, and not too long. */
export function text(maxLength: number) {
  return z
    .string()
    .check(
      atMost(maxLength, `Too big: expected string to have <=${maxLength} characters`),
      z.refine((value) => !value.includes('\0') && value.isWellFormed(), {
        error: 'Invalid input: contains a character that cannot be stored',
      }),
    )
    .register(z.globalRegistry, { maxLength });
}

/** A title or name: something to read is left after trimming. */
export function label(maxLength: number) {
  return text(maxLength).check(z.trim(), z.minLength(1, 'Invalid input: must not be empty'));
}

export const timestampSchema = z.iso.datetime({ offset: true });
