import { randomUUID } from 'node:crypto';
import type { QueryResult, QueryResultRow } from 'pg';
import type { RequestSession } from './session.ts';

const JSON_TYPES: ReadonlySet<number> = new Set([114, 3802]);

/** Stands in lite's answer where the text belongs: a string that no data can hold by chance. */
const PLACE = `json ${randomUUID()}`;

/** Whether Postgres' type with this object id is json or jsonb. */
export function isJsonType(oid: number): boolean {
  return JSON_TYPES.has(oid);
}

/**
 * The function that a request calls for all that it gives, undefined for any other request. What
 * such a function gives as one JSON text is answered as it is, as PostgREST does: decoding and
 * encoding a list of thousands takes longer than the database takes to make it, during which
 * nobody else is answered, and a number that JavaScript cannot hold would be another.
 */
export function passthroughFunction({ method, headers }: Request, url: URL): string | undefined {
  const [, name] = /^\/rest\/v1\/rpc\/([A-Za-z_]\w*)$/.exec(url.pathname) ?? [];
  const accept = headers.get('accept') ?? '*/*';
  const isPlain = url.search === '' && /\*\/\*|application\/json/.test(accept);
  return isPlain && (method === 'POST' || method === 'GET') ? name : undefined;
}

/** Keeps a function's JSON text for the answer, or decodes what was not decoded for it. */
export function keepJsonText(result: QueryResult<QueryResultRow>, session: RequestSession): void {
  const { fields, rows } = result;
  const [field] = fields;
  if (field && field.name === session.calls && fields.length === 1 && rows.length === 1) {
    const value: unknown = rows[0]?.[field.name];
    if (isJsonType(field.dataTypeID) && typeof value === 'string') {
      session.json = value;
      result.rows = [{ [field.name]: PLACE }];
      return;
    }
  }
  for (const { name, dataTypeID } of fields) {
    if (!isJsonType(dataTypeID)) continue;
    for (const row of rows) {
      const text: unknown = row[name];
      if (typeof text === 'string') row[name] = JSON.parse(text) as unknown;
    }
  }
}

/** lite's answer with the JSON text in its place. */
export async function insertJsonText(response: Response, json: string): Promise<Response> {
  const { status, headers } = response;
  const answer = new Headers(headers);
  answer.delete('content-length');
  const body = (await response.text()).replace(JSON.stringify(PLACE), () => json);
  return new Response(body, { status, headers: answer });
}
