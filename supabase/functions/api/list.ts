import * as z from 'zod/mini';
import { publishableKey, setting } from '../_shared/env.ts';
import { fromDatabase, unavailable } from '../_shared/errors.ts';
import { route, type Route } from '../_shared/http/routes.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

const errorSchema = z.object({ code: z.string(), message: z.string() });

/**
 * A list that the database makes whole (`list_<table>()`), handed on as it comes. Asked by HTTP
 * because supabase-js would decode what is only to be encoded again: thousands of rows.
 */
async function listBytes(table: string, token: string): Promise<Uint8Array> {
  const response = await fetch(`${setting('SUPABASE_URL')}/rest/v1/rpc/list_${table}`, {
    method: 'POST',
    headers: {
      ...JSON_HEADERS,
      apikey: publishableKey(),
      authorization: `Bearer ${token}`,
      // Next door: to compress it there and expand it here would cost more than to carry it.
      'accept-encoding': 'identity',
    },
    body: '{}',
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const error = z.safeParse(errorSchema, parsed(await response.text()));
  throw error.success ? fromDatabase(error.data) : unavailable();
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // Not PostgREST but something in front of it has answered.
    return undefined;
  }
}

/** `GET /<table>`: everything of the caller's, however much (spec section 7). */
export function listRoute(table: string, schema: z.core.$ZodType): Route {
  return route({
    method: 'GET',
    path: `/${table}`,
    access: 'program',
    doc: { summary: `All own ${table}`, tag: table, status: 200, answer: z.array(schema) },
    ahead: (token) => listBytes(table, token),
    handle: async ({ ahead }) => ({
      status: 200,
      body: await ahead,
      headers: new Headers(JSON_HEADERS),
    }),
  });
}
