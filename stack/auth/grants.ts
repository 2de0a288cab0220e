import * as z from 'zod';
import type { Log } from '../context.ts';
import { siteOf } from '../network.ts';
import type { Database, Queries } from './database.ts';
import { AuthError, invalid, json, invalidCredentials } from './errors.ts';
import type { CodeGuard } from './factors.ts';
import type { Hasher, Turn } from './hasher.ts';
import type { Limits } from './limits.ts';
import { weakness } from './password-rules.ts';
import { childOf, REFRESH_TOKEN, storedForm } from './refresh-tokens.ts';
import { readBody, text } from './requests.ts';
import type { Client, SessionTimes } from './sessions.ts';
import { assertAlive, methodsOf, openSession, tokenResponse, wasUsedFrom } from './sessions.ts';
import type { AuthSettings } from './settings.ts';
import { findUserByEmail, findUserById, INSTANCE, isBanned } from './users.ts';

/** What every endpoint works with. */
export type Service = {
  database: Database;
  hasher: Hasher;
  limits: Limits;
  settings: AuthSettings;
  codes: CodeGuard;
  log: Log;
};

/** One request, with the address it counts for and what a session remembers of it. */
export type Call = { request: Request; address: string | undefined; client: Client };

/** The line in which this request's passwords wait to be hashed. */
export function turnOf({ address }: Pick<Call, 'address'>, isKnown: boolean): Turn {
  return { party: address === undefined ? 'the service' : siteOf(address), isKnown };
}

const passwordBody = z.object({ email: text, phone: text, password: text });

/** POST /token?grant_type=password. */
export async function passwordGrant(service: Service, call: Call): Promise<Response> {
  const { database, hasher, limits, settings } = service;
  limits.signIn(call.address);
  const { email, phone, password } = await readBody(call.request, passwordBody);
  if (email && phone) {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw invalid('missing email or phone');
  // No account has such an address.
  if (email.length > 255) throw invalidCredentials();

  const { address } = call;
  const user = await findUserByEmail(database, email);
  const isKnown = await wasUsedFrom(database, user?.id, address);
  const attempt = limits.attempt({ account: email.toLowerCase(), address, isKnown });
  // Unlike GoTrue the password comes first: only its owner learns that an account is banned.
  const right = await hasher
    .verify(password, user?.encrypted_password, turnOf(call, isKnown))
    .catch((busy: unknown) => {
      attempt.withdraw();
      throw busy;
    });
  if (!user || !right) throw invalidCredentials();
  attempt.succeeded();
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  }
  const session = await openSession(database, user, call.client, settings);
  const weak = weakness(password, settings);
  return json(200, {
    ...tokenResponse(user, session, settings),
    ...(weak && { weak_password: weak }),
  });
}

const refreshBody = z.object({ refresh_token: text });

/** More refreshes than one session makes within the reuse interval. */
const GENERATIONS = 200;

type Token = { id: string; revoked: boolean; fresh: boolean };
type ActiveToken = { id: string; token: string; parent: string | null };
type Session = SessionTimes & { id: string; user_id: string; aal: string | null };

const refused = (code: string, why: string) =>
  new AuthError(400, code, `Invalid Refresh Token: ${why}`);

// Everything that touches a session's tokens holds the lock on the session's row, so that parallel
// refreshes of one token come one after the other and all but the first find its child.
async function lockSession(tx: Queries, stored: string): Promise<Session> {
  const notFound = refused('refresh_token_not_found', 'Refresh Token Not Found');
  const [found] = await tx.query<{ session_id: string | null }>(
    'select session_id from auth.refresh_tokens where token = $1',
    [stored],
  );
  if (!found) throw notFound;
  const [session] = await tx.query<Session>(
    `select id, user_id, created_at, not_after, aal,
       coalesce(refreshed_at at time zone 'utc', created_at) as last_used
     from auth.sessions where id = $1 for update`,
    [found.session_id],
  );
  if (!session) throw notFound;
  return session;
}

async function rotate(
  tx: Queries,
  session: Session,
  sent: string,
  { jwtSecret }: AuthSettings,
): Promise<string> {
  const child = childOf(sent, jwtSecret);
  await tx.query(
    `with used as (
       update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1
     )
     insert into auth.refresh_tokens
       (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($2, $3, $4, $5, $1, false, now(), now())`,
    [
      storedForm(sent, jwtSecret),
      INSTANCE,
      storedForm(child, jwtSecret),
      session.user_id,
      session.id,
    ],
  );
  return child;
}

/** The descendant of a token that is stored like this. */
function descendant(sent: string, stored: string, { jwtSecret }: AuthSettings): string | undefined {
  let token = sent;
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    token = childOf(token, jwtSecret);
    if (storedForm(token, jwtSecret) === stored) return token;
  }
  return undefined;
}

/** The token to answer with, or undefined for a misuse, after which the whole session is void. */
async function successor(
  tx: Queries,
  session: Session,
  sent: string,
  settings: AuthSettings,
): Promise<string | undefined> {
  const stored = storedForm(sent, settings.jwtSecret);
  const [token] = await tx.query<Token>(
    `select id, revoked, updated_at + make_interval(secs => $2) >= now() as fresh
     from auth.refresh_tokens where token = $1`,
    [stored, settings.reuseSeconds],
  );
  if (!token) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
  if (!token.revoked) return rotate(tx, session, sent, settings);
  const [active] = await tx.query<ActiveToken>(
    `select id, token, parent from auth.refresh_tokens
     where session_id = $1 and not revoked order by id desc limit 1`,
    [session.id],
  );
  // The client lost the answer to its last refresh, or its tabs refresh at the same time.
  if (active && (active.parent === stored || token.fresh)) {
    return descendant(sent, active.token, settings);
  }
  if (settings.rotation) {
    await tx.query(
      `update auth.refresh_tokens set revoked = true, updated_at = now()
       where session_id = $1 and not revoked`,
      [session.id],
    );
  }
  return undefined;
}

/** POST /token?grant_type=refresh_token. */
export async function refreshGrant(service: Service, call: Call): Promise<Response> {
  const { database, limits, settings, log } = service;
  limits.refresh(call.address);
  const { refresh_token: sent } = await readBody(call.request, refreshBody);
  if (!REFRESH_TOKEN.test(sent)) throw invalid('Refresh token is not valid');

  const answer = await database.transaction(async (tx) => {
    const session = await lockSession(tx, storedForm(sent, settings.jwtSecret));
    const user = await findUserById(tx, session.user_id);
    if (!user) throw refused('refresh_token_not_found', 'Refresh Token Not Found');
    if (isBanned(user)) throw refused('user_banned', 'User Banned');
    assertAlive(session, settings);
    const refreshToken = await successor(tx, session, sent, settings);
    // Not thrown here: the revocation has to be committed.
    if (refreshToken === undefined) {
      log('warn', 'auth: an old refresh token was used again', { session: session.id });
      return undefined;
    }
    await tx.query(
      `update auth.sessions
       set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3
       where id = $1`,
      [session.id, call.client.userAgent, call.client.ip],
    );
    const amr = await methodsOf(tx, session.id);
    const aal = session.aal ?? 'aal1';
    return tokenResponse(user, { sessionId: session.id, refreshToken, amr, aal }, settings);
  });
  if (!answer) throw refused('refresh_token_already_used', 'Already Used');
  return json(200, answer);
}
