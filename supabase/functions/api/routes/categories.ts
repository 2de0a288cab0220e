import { newUid } from '../../_shared/domain/uid.ts';
import { conflict, fromDatabase, notFound, ServiceError } from '../../_shared/errors.ts';
import { doneSchema } from '../../_shared/http/answers.ts';
import { created, ok, route } from '../../_shared/http/routes.ts';
import { push, pushDeletion, readOne } from '../changes.ts';
import { selectOf } from '../columns.ts';
import { listRoute } from '../list.ts';
import {
  categoryCreateSchema,
  categoryParams,
  categoryRenameSchema,
  categorySchema,
} from '../schemas/categories.ts';

const columns = selectOf(categorySchema);
const tag = 'categories';

/** Categories go by name, also in paths (URL-encoded). */
export const categoryRoutes = [
  listRoute('categories', categorySchema),
  route({
    method: 'POST',
    path: '/categories',
    access: 'program',
    body: categoryCreateSchema,
    doc: {
      summary: 'Create a category',
      tag,
      status: 201,
      answer: categorySchema,
      refusals: [409, 507],
    },
    async handle({ db, body }) {
      const uid = newUid();
      try {
        await push(db, { table: 'categories', uid, create: true, set: body });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 409) throw error;
        throw conflict(`A category named "${body.name}" already exists`, 'category_exists');
      }
      return created(await readOne(db, 'categories', { uid }, columns));
    },
  }),
  route({
    method: 'PATCH',
    path: '/categories/:name',
    access: 'program',
    params: categoryParams,
    body: categoryRenameSchema,
    doc: {
      summary: 'Rename a category; its tasks, contacts and folders follow',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [409, 507],
    },
    async handle({ db, params, body }) {
      const { error } = await db.rpc('rename_category', {
        old_name: params.name,
        new_name: body.newName,
      });
      if (error) throw fromDatabase(error);
      return ok({ success: true, message: 'Category updated' });
    },
  }),
  route({
    method: 'DELETE',
    path: '/categories/:name',
    access: 'program',
    params: categoryParams,
    doc: { summary: 'Delete a category', tag, status: 200, answer: doneSchema },
    async handle({ db, params }) {
      const { data, error } = await db
        .from('api_categories')
        .select('uid')
        .eq('name', params.name)
        .maybeSingle<{ uid: string }>();
      if (error) throw fromDatabase(error);
      if (!data) throw notFound('Category not found');
      await pushDeletion(db, 'categories', data.uid);
      return ok({ success: true, message: 'Category deleted' });
    },
  }),
];
