import { signToken } from '../tokens/tokens.ts';
import type { Database, Queries } from './database.ts';
import { AuthError, invalidCredentials } from './errors.ts';
import type { Log } from '../context.ts';
import { newRefreshToken, storedForm } from './refresh-tokens.ts';
import { networkOf } from '../network.ts';
import type { AuthSettings } from './settings.ts';
import type { User } from './users.ts';
import { INSTANCE, userJson } from './users.ts';

// No account has it.
const NOBODY = '00000000-0000-0000-0000-000000000000';

// More than anybody uses at a time; reading them is quick however many there are.
const RECENT_SESSIONS = 100;

/** Sessions that an account may have: every browser, and a script that signs in and never out. */
const MOST_SESSIONS = 200;

/** Where a session is used from, for the user's list of sessions. */
export type Client = { userAgent: string | null; ip: string | null };

/**
 * Opens a session for a user who was just authenticated by this method. In the same statement the
 * password must still be the one that was read then: a change in between ends all sessions, this one
 * too. Throws 400 invalid_credentials then.
 */
export async function openSession(
  queries: Queries,
  user: User,
  client: Client,
  { jwtSecret }: Pick<AuthSettings, 'jwtSecret'>,
  method: 'password' | 'otp' = 'password',
) {
  const refreshToken = newRefreshToken();
  const [opened] = await queries.query<{ id: string; last_sign_in_at: Date; timestamp: number }>(
    `with account as (
       update auth.users set last_sign_in_at = now(), updated_at = now()
       where id = $1 and encrypted_password = $2
         and (banned_until is null or banned_until <= now())
       returning id, last_sign_in_at
     ), session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
       select gen_random_uuid(), id, now(), now(), 'aal1', $3, $4::inet from account
       returning id
     ), method as (
       insert into auth.mfa_amr_claims
         (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, now(), now(), $7 from session
     ), token as (
       insert into auth.refresh_tokens
         (instance_id, token, user_id, session_id, revoked, created_at, updated_at)
       select $5, $6, $1::text, id, false, now(), now() from session
     )
     select session.id, account.last_sign_in_at,
       floor(extract(epoch from now()))::int as timestamp
     from session, account`,
    [
      user.id,
      user.encrypted_password,
      client.userAgent,
      client.ip,
      INSTANCE,
      storedForm(refreshToken, jwtSecret),
      method,
    ],
  );
  if (!opened) throw invalidCredentials();
  user.last_sign_in_at = opened.last_sign_in_at;
  await endSurplusSessions(queries, user.id, opened.id);
  const amr = [{ method, timestamp: opened.timestamp }];
  return { sessionId: opened.id, refreshToken, amr };
}

/**
 * Whether the account was used from this address's network: by its last sessions, which outlive a
 * restart. A logout ends a session and forgets it. Takes the same time where there is no account.
 */
export async function wasUsedFrom(
  queries: Queries,
  userId: string | undefined,
  address: string | undefined,
): Promise<boolean> {
  const [found] = await queries.query<{ known: boolean }>(
    `select exists (
       select from (
         select ip from auth.sessions where user_id = $1 order by created_at desc limit $3
       ) s where s.ip <<= $2::inet
     ) as known`,
    [userId ?? NOBODY, address === undefined ? null : networkOf(address), RECENT_SESSIONS],
  );
  return found?.known ?? false;
}

/** Those that were never renewed go first, which a browser does each hour; then the longest unused. */
async function endSurplusSessions(queries: Queries, userId: string, opened: string): Promise<void> {
  await queries.query(
    `delete from auth.sessions where id in (
       select id from auth.sessions where user_id = $1
       order by id = $3 desc, refreshed_at desc nulls last, created_at desc offset $2
     )`,
    [userId, MOST_SESSIONS, opened],
  );
}

type Method = { method: string; timestamp: number };

/** How the session was authenticated, most recent first, for the `amr` claim. */
export async function methodsOf(queries: Queries, sessionId: string): Promise<Method[]> {
  return queries.query<Method>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
}

/** GoTrue's answer to a sign-in or refresh, with a new access token for the session. */
export function tokenResponse(
  user: User,
  session: { sessionId: string; refreshToken: string; amr: Method[]; aal?: string },
  settings: Pick<AuthSettings, 'issuer' | 'signingKey' | 'accessTokenSeconds'>,
): Record<string, unknown> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + settings.accessTokenSeconds;
  const claims = {
    iss: settings.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: session.aal ?? 'aal1',
    amr: session.amr,
    session_id: session.sessionId,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: signToken(claims, settings.signingKey),
    token_type: 'bearer',
    expires_in: settings.accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: userJson(user),
  };
}

export type LogoutScope = 'global' | 'local' | 'others';

/** Ends sessions; their refresh tokens go with them. Without a session, all of the user's. */
export async function endSessions(
  queries: Queries,
  userId: string,
  scope: LogoutScope,
  sessionId?: string,
): Promise<void> {
  if (scope === 'global' || sessionId === undefined) {
    await queries.query('delete from auth.sessions where user_id = $1', [userId]);
  } else if (scope === 'local') {
    await queries.query('delete from auth.sessions where id = $1', [sessionId]);
  } else {
    await queries.query('delete from auth.sessions where user_id = $1 and id <> $2', [
      userId,
      sessionId,
    ]);
  }
}

function ago(date: Date): number {
  return (Date.now() - date.getTime()) / 1000;
}

function expired(why = ''): AuthError {
  return new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`);
}

export type SessionTimes = { created_at: Date; not_after: Date | null; last_used: Date };

/** Throws 400 session_expired if the session has outlived what config.toml allows. */
export function assertAlive(
  session: SessionTimes,
  settings: Pick<AuthSettings, 'timeboxSeconds' | 'inactivitySeconds'>,
): void {
  if (session.not_after && ago(session.not_after) > 0) throw expired();
  if (ago(session.created_at) > settings.timeboxSeconds) throw expired();
  if (ago(session.last_used) > settings.inactivitySeconds) throw expired(' (Inactivity)');
}

/** Deletes used-up refresh tokens after a day, and sessions a day after they expired, as GoTrue. */
export async function prune(
  database: Database,
  settings: Pick<AuthSettings, 'timeboxSeconds' | 'inactivitySeconds'>,
  log: Log,
): Promise<void> {
  try {
    await database.query(
      `delete from auth.refresh_tokens where revoked and updated_at < now() - interval '24 hours'`,
    );
    await database.query(
      `delete from auth.sessions
       where not_after < now() - interval '24 hours'
          or created_at + make_interval(secs => $1) < now() - interval '24 hours'
          or coalesce(refreshed_at at time zone 'utc', created_at) + make_interval(secs => $2)
             < now() - interval '24 hours'`,
      [settings.timeboxSeconds, settings.inactivitySeconds].map((limit) =>
        Number.isFinite(limit) ? limit : null,
      ),
    );
  } catch (error) {
    log('warn', 'auth: could not prune sessions', { reason: String(error) });
  }
}
