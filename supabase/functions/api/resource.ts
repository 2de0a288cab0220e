import type * as z from 'zod/mini';
import { newUid } from '../_shared/domain/uid.ts';
import { notFound } from '../_shared/errors.ts';
import { doneSchema } from '../_shared/http/answers.ts';
import { created, ok, route, type Route } from '../_shared/http/routes.ts';
import { changeOf, push, pushDeletion, readOne, uidOf, type OwnTable } from './changes.ts';
import { rowOf, selectOf } from './columns.ts';
import { listRoute } from './list.ts';
import { idParams } from './schemas/common.ts';

/** A table whose rows belong to users; row-level security says which ones are there at all. */
export type Resource = {
  /** As in the path and the database. */
  table: Exclude<OwnTable, 'categories'>;
  /** As in sentences: 'Task'. */
  one: string;
  schema: z.ZodMiniObject;
  create: z.ZodMiniObject;
  patch: z.ZodMiniObject;
  /** Largest body. */
  maxBytes: number;
};

/** List, create, change and delete, as the spec's section 7 has them for each table. */
export function resourceRoutes(resource: Resource): Route[] {
  return [
    listRoute(resource.table, resource.schema),
    createRoute(resource),
    patchRoute(resource),
    deleteRoute(resource),
  ];
}

function createRoute(resource: Resource): Route {
  const { table, one, schema, create, maxBytes } = resource;
  const columns = selectOf(schema);
  return route({
    method: 'POST',
    path: `/${table}`,
    access: 'program',
    body: create,
    maxBytes,
    doc: {
      summary: `Create a ${one.toLowerCase()}`,
      tag: table,
      status: 201,
      answer: schema,
      refusals: [507],
    },
    async handle({ db, body }) {
      const uid = newUid();
      const set = await changeOf(db, rowOf(body));
      await push(db, { table, uid, create: true, set });
      return created(await readOne(db, table, { uid }, columns));
    },
  });
}

function patchRoute(resource: Resource): Route {
  const { table, one, schema, patch, maxBytes } = resource;
  const columns = selectOf(schema);
  return route({
    method: 'PATCH',
    path: `/${table}/:id`,
    access: 'program',
    params: idParams,
    body: patch,
    maxBytes,
    doc: {
      summary: `Change some fields of a ${one.toLowerCase()}`,
      tag: table,
      status: 200,
      answer: schema,
      refusals: [507],
    },
    async handle({ db, params, body }) {
      const uid = await uidOf(db, table, params.id, one);
      const row = rowOf(body);
      // Nothing to change: the row as it is.
      if (Object.keys(row).length > 0) {
        await push(db, { table, uid, set: await changeOf(db, row, uid) });
      }
      const data = await readOne(db, table, { uid }, columns);
      if (!data) throw notFound(`${one} not found`);
      return ok(data);
    },
  });
}

function deleteRoute({ table, one }: Resource): Route {
  return route({
    method: 'DELETE',
    path: `/${table}/:id`,
    access: 'program',
    params: idParams,
    doc: {
      summary: `Delete a ${one.toLowerCase()}`,
      tag: table,
      status: 200,
      answer: doneSchema,
    },
    async handle({ db, params }) {
      await pushDeletion(db, table, await uidOf(db, table, params.id, one));
      return ok({ success: true, message: `${one} deleted` });
    },
  });
}
