import type * as z from 'zod/mini';
import { fromDatabase, notFound, ServiceError, type DatabaseError } from '../_shared/errors.ts';
import { created, ok, route, type Route } from '../_shared/http/routes.ts';
import { rowOf, selectOf } from './columns.ts';
import { listRoute } from './list.ts';
import { doneSchema, idParams } from './schemas/common.ts';

/** A table whose rows belong to users; row-level security says which ones are there at all. */
export type Resource = {
  /** As in the path and the database. */
  table: 'tasks' | 'contacts' | 'notes' | 'folders';
  /** As in sentences: 'Task'. */
  one: string;
  schema: z.ZodMiniObject;
  create: z.ZodMiniObject;
  patch: z.ZodMiniObject;
  /** Largest body. */
  maxBytes: number;
  /** What an unknown or foreign id in a body refers to: 'folder'. */
  refersTo?: string;
};

/** The refusal behind a failed write, naming what the body referred to. */
function refused(resource: Resource, error: DatabaseError): ServiceError {
  if (error.code === '23503' && resource.refersTo) {
    return new ServiceError(400, 'unknown_reference', `There is no such ${resource.refersTo}`);
  }
  return fromDatabase(error);
}

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
    access: 'user',
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
      const { data, error } = await db.from(table).insert(rowOf(body)).select(columns);
      if (error) throw refused(resource, error);
      return created(data[0]);
    },
  });
}

function patchRoute(resource: Resource): Route {
  const { table, one, schema, patch, maxBytes } = resource;
  const columns = selectOf(schema);
  return route({
    method: 'PATCH',
    path: `/${table}/:id`,
    access: 'user',
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
      const row = rowOf(body);
      // Nothing to change: the row as it is, if it is there.
      const query =
        Object.keys(row).length === 0
          ? db.from(table).select(columns).eq('id', params.id)
          : db.from(table).update(row).eq('id', params.id).select(columns);
      const { data, error } = await query.maybeSingle();
      if (error) throw refused(resource, error);
      if (!data) throw notFound(`${one} not found`);
      return ok(data);
    },
  });
}

function deleteRoute({ table, one }: Resource): Route {
  return route({
    method: 'DELETE',
    path: `/${table}/:id`,
    access: 'user',
    params: idParams,
    doc: {
      summary: `Delete a ${one.toLowerCase()}`,
      tag: table,
      status: 200,
      answer: doneSchema,
    },
    async handle({ db, params }) {
      const { data, error } = await db.from(table).delete().eq('id', params.id).select('id');
      if (error) throw fromDatabase(error);
      if (data.length === 0) throw notFound(`${one} not found`);
      return ok({ success: true, message: `${one} deleted` });
    },
  });
}
