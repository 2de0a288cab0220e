import * as z from 'zod/mini';
import { idSchema, label, text, timestampSchema } from './common.ts';

const writable = {
  title: label(500),
  description: z.nullable(text(20_000)),
  priority: z.enum(['low', 'medium', 'high']),
  category: z.nullable(text(200)),
  completed: z.boolean(),
  dueDate: z.nullable(
    z.iso.date().check(z.refine((date) => date >= '0001-01-01', { error: 'Invalid date' })),
  ),
  repeatType: z.enum([
    'none',
    'daily',
    'daily-weekday',
    'weekly',
    'biweekly',
    'monthly',
    'quarterly',
    'yearly',
  ]),
  sortOrder: z.number().check(z.int(), z.gte(-2_147_483_648), z.lte(2_147_483_647)),
};

/** A task (spec section 3). */
export const taskSchema = z.object({
  id: z.number(),
  ...writable,
  completedAt: z.nullable(timestampSchema),
  userId: z.uuid(),
  createdAt: timestampSchema,
});

export const taskPatchSchema = z.partial(z.strictObject(writable));
export const taskCreateSchema = z.extend(taskPatchSchema, { title: writable.title });

/** The listed tasks come first, in this order. */
export const reorderSchema = z.strictObject({
  taskIds: z.array(idSchema).check(
    z.maxLength(10_000),
    z.refine((ids) => new Set(ids).size === ids.length, {
      error: 'Invalid input: every task must be listed once',
    }),
  ),
});

export const bulkCategorySchema = z.strictObject({
  oldCategory: text(200),
  newCategory: z.nullable(text(200)),
});
