import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { fromDatabase } from '../../_shared/errors.ts';
import { doneSchema } from '../../_shared/http/answers.ts';
import { ok, route, type Method, type Route } from '../../_shared/http/routes.ts';
import { readOne } from '../changes.ts';
import { selectOf } from '../columns.ts';
import { resourceRoutes } from '../resource.ts';
import { idParams } from '../schemas/common.ts';
import {
  bulkCategorySchema,
  reorderSchema,
  taskCreateSchema,
  taskPatchSchema,
  taskSchema,
} from '../schemas/tasks.ts';

const columns = selectOf(taskSchema);

/** Both methods are the spec's reading (section 7). */
function reorderRoute(method: Method): Route {
  return route({
    method,
    path: '/tasks/reorder',
    access: 'program',
    body: reorderSchema,
    maxBytes: 256 * 1024,
    doc: {
      summary: 'Put these tasks first, in this order',
      tag: 'tasks',
      status: 200,
      answer: doneSchema,
      refusals: [404],
    },
    async handle({ db, body }) {
      const { error } = await db.rpc('reorder_tasks', { task_ids: body.taskIds });
      if (error) throw fromDatabase(error);
      return ok({ success: true, message: 'Tasks reordered' });
    },
  });
}

/** Today on the user's calendar, by the time zone their browser sent last; else in UTC. */
async function todayOf(db: SupabaseClient, userId: string): Promise<string> {
  const { data, error } = await db
    .from('profiles')
    .select('time_zone')
    .eq('id', userId)
    .single<{ time_zone: string | null }>();
  if (error) throw fromDatabase(error);
  const today = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());
  try {
    return today(data.time_zone ?? 'UTC');
  } catch (failure) {
    // A zone that the browser knows and this server does not.
    if (failure instanceof RangeError) return today('UTC');
    throw failure;
  }
}

/** Fixed paths before `/tasks/:id`: the first match answers. */
export const taskRoutes = [
  reorderRoute('PATCH'),
  reorderRoute('POST'),
  route({
    method: 'PATCH',
    path: '/tasks/bulk-update-category',
    access: 'program',
    body: bulkCategorySchema,
    doc: {
      summary: 'Move all tasks of one category to another',
      tag: 'tasks',
      status: 200,
      answer: z.extend(doneSchema, { updated: z.number() }),
      refusals: [507],
    },
    async handle({ db, body }) {
      const { data, error } = await db.rpc('bulk_update_task_category', {
        old_category: body.oldCategory,
        new_category: body.newCategory,
      });
      if (error) throw fromDatabase(error);
      return ok({ success: true, message: 'Tasks updated', updated: Number(data) });
    },
  }),
  route({
    method: 'PATCH',
    path: '/tasks/:id/toggle',
    access: 'program',
    params: idParams,
    doc: {
      summary: 'Complete an open task or re-open a completed one',
      tag: 'tasks',
      status: 200,
      answer: taskSchema,
      refusals: [507],
    },
    async handle({ db, user, params }) {
      const today = await todayOf(db, user.id);
      const { error } = await db.rpc('toggle_task', { task_id: params.id, today });
      if (error) throw fromDatabase(error);
      return ok(await readOne(db, 'tasks', { id: params.id }, columns));
    },
  }),
  ...resourceRoutes({
    table: 'tasks',
    one: 'Task',
    schema: taskSchema,
    create: taskCreateSchema,
    patch: taskPatchSchema,
    maxBytes: 256 * 1024,
  }),
];
