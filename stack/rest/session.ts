import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeLiteral } from 'pg';
import type { ApiRole, Claims } from '../tokens/tokens.ts';

/** What one REST request is to the database. */
export type RequestSession = {
  role: ApiRole;
  claims: Claims;
  method: string;
  /** As PostgREST has it, without /rest/v1: `/tasks`, `/rpc/toggle_task`. */
  path: string;
  headers: Headers;
  /** Rows that an upsert has inserted rather than updated; undefined if there was none. */
  inserted?: number;
  /** The function that is called for all that it gives (json-text.ts). */
  calls?: string;
  /** The one JSON text that it gave. */
  json?: string;
};

/** lite calls our connection without the request; this carries it there. */
export const currentSession = new AsyncLocalStorage<RequestSession>();

/**
 * Settings of the API roles (`alter role … set …`), which `set role` alone does not bring along, by
 * role; and functions' own time-outs, by `/rpc/name`, with which PostgREST begins the transaction:
 * within the call they would be too late.
 */
export type Settings = ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>;

const claimsText = new WeakMap<Claims, string>();

function claimsLiteral(claims: Claims): string {
  const known = claimsText.get(claims);
  if (known) return known;
  const literal = escapeLiteral(JSON.stringify(claims));
  claimsText.set(claims, literal);
  return literal;
}

/**
 * Opens the request's transaction: role, claims and request context as PostgREST sets them, all of
 * them local to it, in one message. If anything in it fails, the transaction is aborted and
 * whatever follows fails too. GET and HEAD cannot write.
 */
export function openingSql(session: RequestSession, settings: Settings): string {
  const readOnly = session.method === 'GET' || session.method === 'HEAD';
  const values: [string, string][] = [
    ['request.jwt.claims', claimsLiteral(session.claims)],
    // Left by a function in the same connection, these would win over the claims in auth.uid().
    ['request.jwt.claim.sub', "''"],
    ['request.jwt.claim.role', "''"],
    ['request.method', escapeLiteral(session.method)],
    ['request.path', escapeLiteral(session.path)],
    ['request.headers', escapeLiteral(JSON.stringify(Object.fromEntries(session.headers)))],
    ['response.status', "''"],
    ['response.headers', "''"],
    ...[session.role, session.path]
      .flatMap((key) => settings.get(key) ?? [])
      .map(([name, value]): [string, string] => [name, escapeLiteral(value)]),
  ];
  const assignments = values.map(([name, literal]) => `set_config('${name}',${literal},true)`);
  return (
    `begin${readOnly ? ' read only' : ''};set local role ${session.role};` +
    `select ${assignments.join(',')}`
  );
}
