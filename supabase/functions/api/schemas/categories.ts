import * as z from 'zod/mini';
import { CATEGORY_COLORS, CATEGORY_NAME_LIMIT } from '../../_shared/domain/category.ts';
import { label, text, timestampSchema } from './common.ts';

/** Null: by its name (spec section 9). */
const colorSchema = z.nullable(z.enum(CATEGORY_COLORS));

/** A category (spec section 3). */
export const categorySchema = z.object({
  id: z.number(),
  name: z.string(),
  color: colorSchema,
  userId: z.uuid(),
  createdAt: timestampSchema,
});

const nameSchema = label(CATEGORY_NAME_LIMIT).check(
  z.refine((name) => !['all', 'none'].includes(name.toLowerCase()), {
    error: 'Invalid input: "All" and "None" are reserved names',
  }),
);

export const categoryCreateSchema = z.strictObject({
  name: nameSchema,
  color: z.optional(colorSchema),
});
export const categoryRenameSchema = z.strictObject({ newName: nameSchema });
export const categoryParams = z.object({ name: text(CATEGORY_NAME_LIMIT) });
