import { Hono } from 'hono';
import * as z from 'zod';
import type { Log, StackContext } from '../context.ts';
import { getUser, logout, putUser } from './account.ts';
import { createUser, updateUser } from './admin-write.ts';
import * as admin from './admin.ts';
import { DatabaseUnavailable, openDatabase } from './database.ts';
import { AuthError, errorResponse, json } from './errors.ts';
import * as factors from './factors.ts';
import type { Call, Service } from './grants.ts';
import { passwordGrant, refreshGrant } from './grants.ts';
import { createHasher } from './hasher.ts';
import { createLimits } from './limits.ts';
import { generateLink, verify } from './links.ts';
import { addressOf, readBody, refuseKey, text } from './requests.ts';
import { prune } from './sessions.ts';
import type { AuthOptions } from './settings.ts';
import { readSettings } from './settings.ts';

/** The part of StackContext that this service needs. */
export type AuthDependencies = Pick<
  StackContext,
  'jwtSecret' | 'signingKey' | 'publishableKey' | 'secretKey' | 'config' | 'publicUrl' | 'log'
> & { database: Pick<StackContext['database'], 'connection'> };

export type AuthService = {
  /** Answers a request whose path starts with /auth/v1. Never throws. */
  fetch(request: Request, peer: { address: string }): Promise<Response>;
  close(): Promise<void>;
};

// Characters that a session keeps: enough to tell browsers apart.
const MAX_USER_AGENT = 255;

const PRUNE_EVERY_MS = 60 * 60 * 1000;

const signupBody = z.object({ email: text, phone: text });

// Accounts are created with the admin API; sign-up here stays closed whatever config.toml says.
async function signup(call: Call): Promise<never> {
  const { email, phone } = await readBody(call.request, signupBody);
  if (!email && !phone) {
    const message = 'Anonymous sign-ins are disabled';
    throw new AuthError(422, 'anonymous_provider_disabled', message);
  }
  const message = 'Signups not allowed for this instance';
  throw new AuthError(422, 'signup_disabled', message);
}

function publicSettings(): Response {
  return json(200, {
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  });
}

/** What others verify users' tokens with. As long as GoTrue's may be kept. */
function publicKeys({ signingKey }: AuthDependencies): Response {
  const answer = json(200, { keys: [signingKey.jwk] });
  answer.headers.set('cache-control', 'public, max-age=600');
  return answer;
}

function health(): Response {
  const description = 'GoTrue is a user registration and authentication API';
  return json(200, { version: 'almanac-embedded', name: 'GoTrue', description });
}

function toAuthError(error: unknown, log: Log): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof DatabaseUnavailable) {
    log('warn', 'auth: the database is not reachable', { reason: String(error.cause) });
    const message = 'The service is not available at the moment. Try again in a few seconds.';
    return new AuthError(503, 'unexpected_failure', message, { retryAfterSeconds: 1 });
  }
  log('error', 'auth: a request failed unexpectedly', { reason: String(error) });
  const message = 'Unexpected failure, please check server logs for more information';
  return new AuthError(500, 'unexpected_failure', message);
}

function grant(service: Service, call: Call): Promise<Response> {
  const type = new URL(call.request.url).searchParams.get('grant_type');
  if (type === 'password') return passwordGrant(service, call);
  if (type === 'refresh_token') return refreshGrant(service, call);
  throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
}

function routes(service: Service, context: AuthDependencies) {
  const app = new Hono<{ Bindings: { peer: { address: string } } }>().basePath('/auth/v1');
  type Handler = (call: Call, id: string, factor: string) => Response | Promise<Response>;
  const on = (method: string, path: string, handler: Handler) =>
    app.on(method, path, (c) => {
      const request = c.req.raw;
      const address = addressOf(request, c.env.peer, context);
      const userAgent = request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;
      const client = { userAgent, ip: address ?? null };
      const id = c.req.param('id') ?? '';
      const factor = c.req.param('factor') ?? '';
      return handler({ request, address, client }, id, factor);
    });

  on('GET', '/.well-known/jwks.json', () => publicKeys(context));
  app.use(async (c, next) => refuseKey(c.req.raw, context) ?? (await next()));
  on('GET', '/health', health);
  on('GET', '/settings', publicSettings);
  on('POST', '/signup', signup);
  on('POST', '/token', (call) => grant(service, call));
  on('POST', '/verify', (call) => verify(service, call));
  on('GET', '/user', (call) => getUser(service, call, context));
  on('PUT', '/user', (call) => putUser(service, call, context));
  on('POST', '/factors', (call) => factors.enroll(service, call, context));
  on('POST', '/factors/:id/challenge', (call, id) => factors.challenge(service, call, context, id));
  on('POST', '/factors/:id/verify', (call, id) => factors.verifyFactor(service, call, context, id));
  on('DELETE', '/factors/:id', (call, id) => factors.unenroll(service, call, context, id));
  on('POST', '/logout', (call) => logout(service, call, context));
  app.use('/admin/*', async (c, next) => {
    admin.assertAdmin(c.req.raw, context);
    await next();
  });
  on('POST', '/admin/generate_link', (call) => generateLink(service, call));
  on('GET', '/admin/users', (call) => admin.listUsers(service, call));
  on('POST', '/admin/users', (call) => createUser(service, call));
  on('GET', '/admin/users/:id', (_call, id) => admin.getUser(service, id));
  on('PUT', '/admin/users/:id', (call, id) => updateUser(service, call, id));
  on('DELETE', '/admin/users/:id', (call, id) => admin.deleteUser(service, call, id));
  on('GET', '/admin/users/:id/factors', (_call, id) => factors.listFactors(service, id));
  on('DELETE', '/admin/users/:id/factors/:factor', (_call, id, factor) =>
    factors.deleteFactor(service, id, factor),
  );
  app.notFound((c) =>
    errorResponse(new AuthError(404, 'not_found', '404 page not found'), c.req.raw),
  );
  app.onError((error, c) => errorResponse(toAuthError(error, context.log), c.req.raw));
  return app;
}

/**
 * GoTrue's endpoints for accounts with passwords, over GoTrue's tables (schema.sql, applied before
 * this starts). It connects as supabase_auth_admin and starts without a database, too: requests
 * are answered 503 until there is one.
 */
export async function createAuth(
  context: AuthDependencies,
  options: AuthOptions = {},
): Promise<AuthService> {
  const settings = readSettings(context, options);
  if (context.config.auth.enable_signup) {
    context.log('warn', 'auth: enable_signup has no effect here, sign-up stays closed');
  }
  const database = openDatabase(context.database.connection('supabase_auth_admin'), context.log);
  const hasher = createHasher(settings.bcryptCost);
  const service: Service = {
    database,
    hasher,
    limits: createLimits(settings),
    settings,
    codes: factors.createCodeGuard(),
    log: context.log,
  };
  const app = routes(service, context);
  const pruning = setInterval(() => prune(database, settings, context.log), PRUNE_EVERY_MS);
  pruning.unref();
  await prune(database, settings, context.log);
  return {
    fetch: async (request, peer) => app.fetch(request, { peer }),
    async close() {
      clearInterval(pruning);
      await hasher.close();
      await database.close();
    },
  };
}
