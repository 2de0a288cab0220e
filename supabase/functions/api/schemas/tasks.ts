import * as z from 'zod/mini';
import { repeatTypes } from '../../_shared/domain/repeat.ts';
import { TASK_LIMITS, taskPriorities } from '../../_shared/domain/task.ts';
import { idSchema, label, text, timestampSchema } from './common.ts';

const writable = {
  title: label(TASK_LIMITS.title),
  description: z.nullable(text(TASK_LIMITS.description)),
  priority: z.enum(taskPriorities),
  category: z.nullable(text(TASK_LIMITS.category)),
  completed: z.boolean(),
  dueDate: z.nullable(
    z.iso.date().check(z.refine((date) => date >= '0001-01-01', { error: 'Invalid date' })),
  ),
  repeatType: z.enum(repeatTypes),
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
  oldCategory: text(TASK_LIMITS.category),
  newCategory: z.nullable(text(TASK_LIMITS.category)),
});
