import type * as z from 'zod/mini';
import type { SupabaseClient } from '@supabase/supabase-js';
import { isFor, programSession } from '../app-passwords.ts';
import { authenticate, requireAdmin, standingOf, type Access, type User } from '../auth.ts';
import { userClient } from '../clients.ts';
import { forbidden, notSignedIn } from '../errors.ts';
import { parse, readJson } from './body.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type Schema = z.core.$ZodType;
type Output<S> = S extends Schema ? z.core.output<S> : undefined;

/** What a route answers: JSON, unless the body is a text, bytes or a stream, or there is none. */
export type RouteResponse = { status: number; body?: unknown; headers?: Headers };

/** 200 with a JSON body. */
export function ok(body: unknown): RouteResponse {
  return { status: 200, body };
}

/** 201 with what was created. */
export function created(body: unknown): RouteResponse {
  return { status: 201, body };
}

type AuthContext = {
  user: User;
  /** The database with the caller's rights. */
  db: SupabaseClient;
};

/** What a handler is given. Everything in it has been checked. */
export type RouteContext<A extends Access, B, P, R, Q> = {
  request: Request;
  /** The caller's network address, for limits. */
  address: string;
  /** The caller's token, unverified; for routes that anyone may call. */
  token(): Promise<string | undefined>;
  body: Output<B>;
  params: Output<P>;
  query: Output<Q>;
  /** What the route's `ahead` began. */
  ahead: Promise<R>;
} & (A extends 'anyone' ? unknown : AuthContext);

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 507;

/** What documentation says of a route beyond its schemas. */
export type RouteDoc = {
  summary: string;
  tag: string;
  status: 200 | 201;
  answer: Schema;
  /** Those that the answer may have, where it is not always JSON. */
  mediaTypes?: readonly string[];
  /** What the handler itself refuses, beyond what follows from caller, path and body. */
  refusals?: readonly RefusalStatus[];
};

export type RouteDefinition<A extends Access, B, P, R, Q> = {
  method: Method;
  /** Hono's pattern, e.g. `/users/:id`. */
  path: string;
  access: A;
  /** Schema of the JSON body; a route without one ignores any body. */
  body?: B;
  /** Schema of the path's parameters. */
  params?: P;
  /** Schema of what stands behind the question mark; a name given twice counts once. */
  query?: Q;
  /** Largest accepted body; 64 kB unless said. */
  maxBytes?: number;
  doc?: RouteDoc;
  /**
   * Begins while the caller is still being identified, by a token that is not verified yet: for a
   * read in the caller's name, which nobody sees if the caller is refused.
   */
  ahead?(token: string): Promise<R>;
  handle(context: RouteContext<A, B, P, R, Q>): Promise<RouteResponse>;
};

/** How the server around a route finds the caller's token (header here, cookie in `api`). */
export type IncomingRequest = {
  request: Request;
  address: string;
  params: Record<string, string>;
  /** Whether what calls is a program with an app password. */
  isProgram: boolean;
  token(): Promise<string | undefined>;
};

/** A route with its types closed over: ready to be mounted. */
export type Route = {
  method: Method;
  path: string;
  access: Access;
  body?: Schema;
  params?: Schema;
  query?: Schema;
  doc?: RouteDoc;
  run(incoming: IncomingRequest): Promise<RouteResponse>;
};

const DEFAULT_MAX_BYTES = 64 * 1024;

/**
 * Declares a route. Order of the checks: caller, path, body; a stranger learns nothing about what
 * a body should look like.
 */
export function route<
  A extends Access,
  B extends Schema | undefined = undefined,
  P extends Schema | undefined = undefined,
  R = undefined,
  Q extends Schema | undefined = undefined,
>(definition: RouteDefinition<A, B, P, R, Q>): Route {
  const { method, path, access, body, params, query, maxBytes = DEFAULT_MAX_BYTES } = definition;
  return {
    method,
    path,
    access,
    ...(body && { body }),
    ...(params && { params }),
    ...(query && { query }),
    ...(definition.doc && { doc: definition.doc }),
    async run(incoming) {
      const caller = await callerOf({ access, method }, incoming);
      const ahead = caller && definition.ahead?.(caller.token);
      // Its failure counts once the caller is known.
      ahead?.catch(() => undefined);
      const signed = await caller?.identified();
      const context = {
        request: incoming.request,
        address: incoming.address,
        token: incoming.token,
        params: params ? parse(params, incoming.params) : undefined,
        query: query ? parse(query, queryOf(incoming.request)) : undefined,
        body: body ? parse(body, await readJson(incoming.request, maxBytes)) : undefined,
        ahead,
        ...signed,
      };
      // The one place where the declaration's types and what was checked above are tied together.
      return definition.handle(context as RouteContext<A, B, P, R, Q>);
    },
  };
}

function queryOf({ url }: Request): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

/** Whose token it is that may be used ahead, and who that is, checked. */
type Caller = { token: string; identified(): Promise<AuthContext> };

async function callerOf(
  { access, method }: { access: Access; method: Method },
  incoming: IncomingRequest,
): Promise<Caller | undefined> {
  if (access === 'anyone') return undefined;
  const needed = method === 'GET' ? 'api:read' : 'api';
  if (incoming.isProgram) {
    const { userId, sessionId, token, client } = await programSession(incoming.request, needed);
    if (access !== 'program') throw personWanted();
    const user = { id: userId, sessionId, token };
    return { token, identified: async () => ({ user, db: client }) };
  }
  const token = await incoming.token();
  if (token === undefined) throw notSignedIn();
  return {
    token,
    async identified() {
      const [user, standing] = await Promise.all([authenticate(token), standingOf(token)]);
      if (standing === 'first_step') throw codeWanted();
      const isAllowed = access === 'program' && isFor(standing, needed);
      if (standing !== 'person' && !isAllowed) throw personWanted();
      if (access === 'admin') await requireAdmin(user);
      return { user, db: userClient(token) };
    },
  };
}

function codeWanted() {
  return forbidden('Please enter the code of your authenticator app first', 'second_step_required');
}

function personWanted() {
  return forbidden('This is for people who sign in, not for programs', 'not_for_programs');
}

/** The same routes further down. */
export function below(prefix: string, routes: readonly Route[]): Route[] {
  return routes.map((one) => ({ ...one, path: prefix + one.path }));
}
