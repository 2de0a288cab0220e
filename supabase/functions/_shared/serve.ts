import { Hono, type Context } from 'hono';
import { hasAppPassword } from './app-passwords.ts';
import { bearerToken } from './auth.ts';
import { optionalSetting } from './env.ts';
import { ServiceError } from './errors.ts';
import { callerAddress } from './http/caller.ts';
import type { IncomingRequest, RouteResponse, Route } from './http/routes.ts';
import { corsFor, originOf, ownHosts, refuseOtherSites } from './http/same-site.ts';
import { describeError, log } from './log.ts';

const BASE_HEADERS = {
  // Answers hold personal data, sessions included: nobody on the way may keep them.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Replaces how a function reads its callers; `account` and `admin` take the bearer token. */
export type ServeOptions = {
  /** Where else the token may be; `headers` go out with the answer. */
  token?(request: Request, headers: Headers, address: string): Promise<string | undefined>;
  /**
   * Whether the web app may call from SITE_URL where that is another origin, as on hosted Supabase;
   * right only where no cookie is believed.
   */
  cors?: boolean;
  /** Whether an app password is taken as bearer, by the routes that programs may call. */
  programs?: boolean;
};

/**
 * The one wrapper of all functions: other sites are refused, routes by method and path below
 * `/<name>`, the declared caller, checked input, one error shape `{message, code}`, no internals in answers. Works mounted at
 * `/functions/v1/<name>` (gateways that do not strip) and at `/<name>` (Edge Runtime).
 */
export function createHandler(
  name: string,
  routes: Route[],
  options: ServeOptions = {},
): (request: Request) => Promise<Response> {
  const { cors = true } = options;
  const app = new Hono({ getPath: (request) => pathBelow(name, new URL(request.url).pathname) });
  const siteUrl = () => optionalSetting('SITE_URL');
  const appOrigin = () => (cors ? originOf(siteUrl()) : undefined);
  app.use(async ({ req: { raw } }, next) => {
    refuseOtherSites(raw, { hosts: ownHosts(raw, siteUrl()), appOrigin: appOrigin() });
    await next();
  });
  const methods = new Map<string, string[]>();
  for (const one of routes) {
    methods.set(one.path, [...(methods.get(one.path) ?? []), one.method]);
    app.on(one.method, one.path, (context) => answer(one, context, options));
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      throw new ServiceError(405, 'method_not_allowed', 'This method is not supported here', {
        allow: allowed.join(', '),
      });
    });
  }
  app.notFound(() => refusal(new ServiceError(404, 'unknown_route', 'There is nothing here')));
  app.onError((error, context) =>
    refusal(error, `${context.req.method} ${name}${context.req.path}`),
  );

  return async (request) => {
    const extra = { ...BASE_HEADERS, ...(cors && corsFor(request, appOrigin())) };
    if (cors && request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: extra });
    }
    const response = await app.fetch(request);
    for (const [header, value] of Object.entries(extra)) {
      if (!response.headers.has(header)) response.headers.set(header, value);
    }
    return response;
  };
}

async function answer(one: Route, context: Context, options: ServeOptions): Promise<Response> {
  const request = context.req.raw;
  const headers = new Headers();
  const address = callerAddress(request.headers);
  const incoming: IncomingRequest = {
    request,
    address,
    params: context.req.param(),
    isProgram: options.programs === true && hasAppPassword(request.headers),
    token: async () =>
      bearerToken(request.headers) ?? (await options.token?.(request, headers, address)),
  };
  return toResponse(await one.run(incoming), headers);
}

function toResponse(reply: RouteResponse, headers: Headers): Response {
  reply.headers?.forEach((value, name) => headers.append(name, value));
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  if (typeof reply.body === 'string' || isBytes(reply.body) || isStream(reply.body)) {
    return new Response(reply.body, { status: reply.status, headers });
  }
  return Response.json(reply.body, { status: reply.status, headers });
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}

function isStream(body: unknown): body is ReadableStream<Uint8Array<ArrayBuffer>> {
  return body instanceof ReadableStream;
}

function refusal(error: unknown, where?: string): Response {
  const known = error instanceof ServiceError;
  if (!known) log('error', 'a request failed', { where, ...describeError(error) });
  const { status, code, message, headers } = known
    ? error
    : new ServiceError(500, 'internal', 'Something went wrong. Please try again.');
  return Response.json({ message, code }, { status, headers });
}

/** `/users` of `/functions/v1/admin/users` or `/admin/users`. */
function pathBelow(name: string, pathname: string): string {
  const below = pathname.replace(/^\/functions\/v1(?=\/)/, '');
  if (below !== `/${name}` && !below.startsWith(`/${name}/`)) return pathname;
  return below.slice(name.length + 1).replace(/\/+$/, '') || '/';
}
