import * as z from 'zod/mini';
import { label, text, timestampSchema } from './common.ts';

/** A category (spec section 3). */
export const categorySchema = z.object({
  id: z.number(),
  name: z.string(),
  userId: z.uuid(),
  createdAt: timestampSchema,
});

const nameSchema = label(200).check(
  z.refine((name) => !['all', 'none'].includes(name.toLowerCase()), {
    error: 'Invalid input: "All" and "None" are words of the filters',
  }),
);

export const categoryCreateSchema = z.strictObject({ name: nameSchema });
export const categoryRenameSchema = z.strictObject({ newName: nameSchema });
export const categoryParams = z.object({ name: text(200) });
