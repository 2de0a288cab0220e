import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { hashAppPasswordToken } from './app-password-token.ts';
import { claimsOf } from './auth.ts';
import { serviceClient, signInClient, userClient } from './clients.ts';
import { canonicalUsername } from './domain/account.ts';
import { appPasswordScopeSchema, type AppPasswordScope } from './domain/app-password.ts';
import { forbidden, fromDatabase, notFound, ServiceError, unavailable } from './errors.ts';
import { callerAddress } from './http/caller.ts';
import { fromIdentity } from './identity.ts';
import { consumeRateLimit } from './rate-limits.ts';

/** A program that acts for the owner of an app password, within its scope. */
export type Program = {
  userId: string;
  username: string;
  /** The database as the owner sees it: row-level security decides, and what the scope says. */
  client: SupabaseClient;
  sessionId: string;
  token: string;
};

const useSchema = z.array(
  z.object({
    id: z.string(),
    user_id: z.string(),
    username: z.string(),
    login: z.string(),
    scope: appPasswordScopeSchema,
  }),
);
type AppPasswordUse = z.infer<typeof useSchema>[number];

type ProgramSession = { token: string; sessionId: string; expiresAt: number };

/** By the app password's id. A session lives as long as its one access token. */
const sessions = new Map<string, Promise<ProgramSession>>();
/** App passwords that were found before, by their hash. */
const found = new Map<string, AppPasswordUse>();
const MOST_SESSIONS = 1000;
/** Seconds before its end in which a token is no longer begun with: a request may take so long. */
const MARGIN = 60;

/**
 * The session of whoever's app password a request presents, as Bearer or as Basic with the owner's
 * username. Asks the database each time, so that what is revoked opens nothing from then on. Throws
 * 401 (wrong, revoked, or its owner may not sign in), 403 (of another scope), 429 (by address, for
 * wrong ones alone: what is right waits for nobody) and 503.
 */
export async function programSession(request: Request, needed: AppPasswordScope): Promise<Program> {
  const address = callerAddress(request.headers);
  const { password, username } = presentedPassword(request.headers) ?? {};
  if (password === undefined) throw wrongAppPassword(needed);
  const used = await findAppPassword(password, address);
  if (
    !used ||
    (username !== undefined && canonicalUsername(username) !== canonicalUsername(used.username))
  ) {
    await consumeRateLimit({ limit: 'appPasswordPerAddress', subject: address });
    throw wrongAppPassword(needed);
  }
  if (!isFor(used.scope, needed)) {
    throw forbidden('This app password is for something else', 'wrong_scope');
  }
  return programOf(used, await sessionOf(used, address));
}

function programOf(used: AppPasswordUse, { token, sessionId }: ProgramSession): Program {
  return {
    userId: used.user_id,
    username: used.username,
    client: userClient(token),
    sessionId,
    token,
  };
}

/**
 * As programSession(), for whoever begins with a call that notes the use and is refused to what is
 * revoked, as `dav_state`: an app password that was found before is then not looked up. Where `begin`
 * is refused it is looked up after all. Throws what both throw.
 */
export async function beginAsProgram<T>(
  request: Request,
  needed: AppPasswordScope,
  begin: (program: Program, address: string) => Promise<T>,
): Promise<T> {
  const address = callerAddress(request.headers);
  const known = await knownProgram(request.headers, needed);
  if (known) {
    try {
      return await begin(known, address);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    }
  }
  return begin(await programSession(request, needed), address);
}

/** The program of a request as far as this instance knows it; undefined where it has to be looked up. */
async function knownProgram(
  headers: Headers,
  needed: AppPasswordScope,
): Promise<Program | undefined> {
  const { password = '', username } = presentedPassword(headers) ?? {};
  const used = found.get(hashAppPasswordToken(password) ?? '');
  if (!used || !isFor(used.scope, needed)) return undefined;
  if (username !== undefined && canonicalUsername(username) !== canonicalUsername(used.username))
    return undefined;
  const session = await sessions.get(used.id)?.catch(() => undefined);
  return session && isFresh(session) ? programOf(used, session) : undefined;
}

/**
 * Whose calendar stands at an address with this app password. It becomes no session: what it may be
 * shown is one call of the database. Throws 404 (no app password, or one of another scope, or its
 * owner may not sign in), 429 (by address, for wrong ones alone) and 503.
 */
export async function calendarOwner(request: Request, password: string): Promise<string> {
  const address = callerAddress(request.headers);
  const used = await findAppPassword(password, address);
  if (used?.scope === 'calendar') return used.user_id;
  await consumeRateLimit({ limit: 'appPasswordPerAddress', subject: address });
  throw notFound('There is no such calendar');
}

/** Whether the request shows, as a bearer token, what can only be an app password. */
export function hasAppPassword(headers: Headers): boolean {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token !== undefined && hashAppPasswordToken(token) !== null;
}

/** Whether what is of this scope may do what needs that one. */
export function isFor(scope: string, needed: AppPasswordScope): boolean {
  return scope === needed || (scope === 'api' && needed === 'api:read');
}

function wrongAppPassword(needed: AppPasswordScope): ServiceError {
  const challenge =
    needed === 'dav' ? 'Basic realm="Almanac", charset="UTF-8"' : 'Bearer realm="Almanac"';
  return new ServiceError(401, 'invalid_credentials', 'This app password is not valid', {
    'www-authenticate': challenge,
  });
}

function presentedPassword(headers: Headers): { username?: string; password: string } | undefined {
  const [, scheme = '', value = ''] =
    /^(Basic|Bearer)\s+(\S{1,2000})$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (/^bearer$/i.test(scheme)) return { password: value };
  const decoded = fromBase64(value);
  const colon = decoded?.indexOf(':') ?? -1;
  if (decoded === undefined || colon === -1) return undefined;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** RFC 7617 with charset UTF-8. */
function fromBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not base64 or not UTF-8: nobody's password.
    return undefined;
  }
}

async function findAppPassword(
  password: string,
  address: string,
): Promise<AppPasswordUse | undefined> {
  const hash = hashAppPasswordToken(password);
  if (hash === null) return undefined;
  const { data, error } = await serviceClient().rpc('use_app_password', { hash, address });
  if (error) throw fromDatabase(error);
  const [used] = useSchema.parse(data);
  found.delete(hash);
  if (used) found.set(hash, used);
  const [oldest] = found.keys();
  if (found.size > MOST_SESSIONS && oldest !== undefined) found.delete(oldest);
  return used;
}

const isFresh = (session: ProgramSession) => session.expiresAt - MARGIN > Date.now() / 1000;

/** One request begins it for all that come meanwhile. */
async function sessionOf(used: AppPasswordUse, address: string): Promise<ProgramSession> {
  const begun = sessions.get(used.id);
  const session = await begun;
  if (session && isFresh(session)) return session;
  if (sessions.get(used.id) !== begun) return sessionOf(used, address);
  const beginning = beginSession(used, address);
  sessions.delete(used.id);
  sessions.set(used.id, beginning);
  beginning.catch(() => {
    if (sessions.get(used.id) === beginning) sessions.delete(used.id);
  });
  const [oldest] = sessions.keys();
  if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  return beginning;
}

/**
 * A link of the identity service, used at once. Another instance may ask for one at the same time,
 * which voids the first: so it is tried again.
 */
async function beginSession(used: AppPasswordUse, address: string): Promise<ProgramSession> {
  for (let tries = 3; ; tries -= 1) {
    const link = await serviceClient().auth.admin.generateLink({
      type: 'magiclink',
      email: used.login,
    });
    if (link.error) throw fromIdentity(link.error);
    const { data, error } = await signInClient(address).auth.verifyOtp({
      type: 'magiclink',
      token_hash: link.data.properties.hashed_token,
    });
    if (error?.code === 'otp_expired' && tries > 1) continue;
    if (error) throw fromIdentity(error);
    if (!data.session) throw unavailable();
    const { session_id: sessionId } = claimsOf(data.session.access_token);
    if (sessionId === undefined) throw unavailable();
    const session = {
      token: data.session.access_token,
      sessionId,
      expiresAt: data.session.expires_at ?? 0,
    };
    await writeDown(used, session);
    return session;
  }
}

/** Before anybody has its token. */
async function writeDown(used: AppPasswordUse, session: ProgramSession): Promise<void> {
  const { error } = await serviceClient().rpc('begin_program_session', {
    app_password: used.id,
    session: session.sessionId,
    expires_at: new Date(session.expiresAt * 1000).toISOString(),
  });
  if (!error) return;
  await serviceClient().auth.admin.signOut(session.token, 'local');
  throw error.code === 'PT404' ? wrongAppPassword('api') : fromDatabase(error);
}
