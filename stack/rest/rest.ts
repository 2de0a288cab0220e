import { App } from '@supabase/lite';
import type { StackContext } from '../context.ts';
import { identify, type Identity, type AccessDenied } from '../tokens/tokens.ts';
import { RestConnection } from './connection.ts';
import { errorResponse, unavailable } from './errors.ts';
import { refuseJson } from './json-bounds.ts';
import { passthroughFunction, insertJsonText } from './json-passthrough.ts';
import { checkQuery } from './query.ts';
import { applyAliases, type ColumnAliases } from './column-aliases.ts';
import { currentSession, type RequestSession } from './session.ts';

/** The data API under /rest/v1. */
export type RestService = {
  /** Answers a request whose path starts with /rest/v1; rejects never. */
  fetch(request: Request): Promise<Response>;
  /** Makes tables and functions known that were created after the start. */
  clearSchemaCache(): Promise<void>;
  close(): Promise<void>;
};

const PREFIX = '/rest/v1';
const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Max-Age': '86400',
};

function refuse({ status, body }: AccessDenied): Response {
  const headers = new Headers({ 'Access-Control-Allow-Origin': '*' });
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  return Response.json(body, { status, headers });
}

function answerPreflight(request: Request): Response {
  const wanted = request.headers.get('access-control-request-headers') ?? '';
  const headers = { ...corsHeaders, 'Access-Control-Allow-Headers': wanted };
  return new Response(null, { status: 204, headers });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** PostgREST's answer to what is no request for it at all. */
function refuseTarget({ pathname }: URL, method: string): Response | undefined {
  if (!pathname.startsWith(`${PREFIX}/`) || !isDecodable(pathname)) {
    const message = 'Invalid path specified in request URL';
    return errorResponse(404, { code: 'PGRST125', message });
  }
  if (methods.includes(method)) return undefined;
  return errorResponse(405, { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` });
}

type Caller = Extract<Identity, { ok: true }>;

/** lite without its key, token and session checks, for which `identify` stands: who calls is known. */
function createApp(context: StackContext, connection: RestConnection): App {
  const { schemas, max_rows } = context.config.api;
  return new App({
    connection,
    api: { enabled: true, schemas, max_rows },
    auth: { enabled: false },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: {
        admin: false,
        apiKeys: false,
        disableStudio: true,
        middlewares: [
          async (c, next) => {
            const session = currentSession.getStore();
            if (!session) throw new Error('lite is reached through this service only');
            c.set('apiKeyType', session.role === 'service_role' ? 'secret' : 'publishable');
            c.set('ignoreAuthorization', true);
            c.set('jwt', { ...session.claims });
            // Anything but nothing: lite would look for a user and a session at each request.
            c.set('userId', session.claims.sub ?? 'none');
            c.set('sessionId', session.claims.session_id ?? 'none');
            await next();
          },
        ],
      },
    },
  });
}

/** Corrects lite's answer to a write. */
async function complete(
  response: Response,
  session: RequestSession,
  aliases: ColumnAliases | undefined,
): Promise<Response> {
  if (response.ok && session.json !== undefined) return insertJsonText(response, session.json);
  const named = aliases ? await applyAliases(response, aliases) : response;
  // PostgREST: an upsert that created nothing is no 201.
  if (named.status !== 201 || session.inserted !== 0) return named;
  return new Response(named.body, { status: 200, headers: named.headers });
}

/**
 * Serves PostgREST's protocol by `@supabase/lite`, of which nothing but /rest/v1 is reachable.
 * Reads the schema first, so migrations come before; while the database is away later, requests are
 * answered 503.
 * @throws the database's error if it does not answer at the start
 */
export async function createRest(context: StackContext): Promise<RestService> {
  const connection = new RestConnection(context);
  const app = createApp(context, connection);
  await app.init();
  await connection.ready();

  async function answer(request: Request, url: URL, caller: Caller): Promise<Response> {
    const isWrite =
      !['GET', 'HEAD'].includes(request.method) && !url.pathname.startsWith(`${PREFIX}/rpc/`);
    const checked = checkQuery(url.search, isWrite);
    if ('refused' in checked) return checked.refused;
    try {
      await connection.ready();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.log('warn', 'REST cannot read the database schema', { reason });
      return unavailable();
    }
    const { headers, method } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? new Uint8Array(await request.arrayBuffer()) : undefined;
    const refused = body && refuseJson(body);
    if (refused) return refused;
    const asked = new Request(`${url.origin}${url.pathname}${checked.search}`, {
      method,
      headers,
      ...(body && { body }),
    });
    const calls = passthroughFunction(request, url);
    const session: RequestSession = {
      role: caller.role,
      claims: caller.claims,
      method: request.method,
      path: url.pathname.slice(PREFIX.length),
      headers: request.headers,
      ...(calls && { calls }),
    };
    const response = await currentSession.run(session, async () => app.fetch(asked));
    return complete(response, session, checked.aliases);
  }

  return {
    async fetch(request) {
      const { method, headers } = request;
      const url = new URL(request.url);
      const unusable = refuseTarget(url, method);
      if (unusable) return unusable;
      if (method === 'OPTIONS' && headers.has('access-control-request-method')) {
        return answerPreflight(request);
      }
      const caller = identify(headers, context);
      if (!caller.ok) return refuse(caller);
      return answer(request, url, caller);
    },
    clearSchemaCache: async () => connection.clearSchemaCache(),
    close: async () => connection.close(),
  };
}
