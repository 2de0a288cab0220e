import * as z from 'zod';
import type { KeyRing } from '../tokens/tokens.ts';
import { AuthError, invalid, json } from './errors.ts';
import { turnOf } from './grants.ts';
import type { Call, Service } from './grants.ts';
import { assertStrong } from './password-rules.ts';
import { callerOf, metadata, readBody, text } from './requests.ts';
import { endSessions } from './sessions.ts';
import type { User } from './users.ts';
import { findUserById, isBanned, setPassword, USER_COLUMNS, userJson } from './users.ts';

const isUuid = (value: string) => z.guid().safeParse(value).success;

const RECENT_SIGN_IN_MS = 24 * 60 * 60 * 1000;

type AuthContext = { user: User; session?: { id: string; createdAt: Date; aal: string } };

/** Who is signed in, by an access token whose session still exists. Throws 401 and 403. */
export async function signedIn(
  service: Service,
  request: Request,
  keys: KeyRing,
): Promise<AuthContext> {
  const caller = callerOf(request, keys);
  if (!caller.authorized) {
    const message = 'This endpoint requires a valid Bearer token';
    throw new AuthError(401, 'no_authorization', message);
  }
  const { sub, session_id: sessionId } = caller.claims;
  if (!sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) {
    throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  }
  if (sessionId && !isUuid(sessionId)) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID');
  }
  const [user] = await service.database.query<
    User & { session_created_at: Date | null; aal: string | null }
  >(
    `select ${USER_COLUMNS}, s.created_at as session_created_at, s.aal
     from auth.users u left join auth.sessions s on s.id = $2 and s.user_id = u.id
     where u.id = $1`,
    [sub, sessionId || null],
  );
  if (!user) {
    const message = 'User from sub claim in JWT does not exist';
    throw new AuthError(403, 'user_not_found', message);
  }
  if (sessionId && !user.session_created_at) {
    const message = 'Session from session_id claim in JWT does not exist';
    throw new AuthError(403, 'session_not_found', message);
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (!sessionId || !user.session_created_at) return { user };
  const aal = user.aal ?? 'aal1';
  return { user, session: { id: sessionId, createdAt: user.session_created_at, aal } };
}

export type SignedSession = Required<AuthContext>;

/** The same for what needs a session: a token without one is a 403, too. */
export async function signedInSession(
  service: Service,
  request: Request,
  keys: KeyRing,
): Promise<SignedSession> {
  const { user, session } = await signedIn(service, request, keys);
  if (session) return { user, session };
  throw new AuthError(403, 'session_not_found', 'A session is needed for factors');
}

/** GET /user. */
export async function getUser(service: Service, call: Call, keys: KeyRing): Promise<Response> {
  const { user } = await signedIn(service, call.request, keys);
  return json(200, userJson(user));
}

const updateBody = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  current_password: text,
  data: z.unknown().optional(),
  app_metadata: metadata,
});

async function checkNewPassword(
  service: Service,
  call: Call,
  signed: AuthContext,
  passwords: { next: string; current: string },
): Promise<void> {
  const { hasher, limits, settings } = service;
  const { user, session } = signed;
  const turn = turnOf(call, true);
  assertStrong(passwords.next, settings);
  const age = session ? Date.now() - session.createdAt.getTime() : Infinity;
  if (settings.requireRecentSignIn && age > RECENT_SIGN_IN_MS) {
    const message = 'Password update requires reauthentication';
    throw new AuthError(400, 'reauthentication_needed', message);
  }
  if (!user.encrypted_password) return;
  if (settings.requireCurrentPassword) {
    const message = 'Current password required when setting new password.';
    if (!passwords.current) throw new AuthError(400, 'current_password_required', message);
    // A caller with a session of the account is not limited by the attempts of strangers.
    const at = { account: user.email ?? user.id, address: call.address, isKnown: true };
    const attempt = limits.attempt(at);
    if (!(await hasher.verify(passwords.current, user.encrypted_password, turn))) {
      throw new AuthError(400, 'current_password_invalid', message);
    }
    attempt.succeeded();
  }
  if (await hasher.verify(passwords.next, user.encrypted_password, turn)) {
    const message = 'New password should be different from the old password.';
    throw new AuthError(422, 'same_password', message);
  }
}

/** PUT /user: own password. A new password ends the user's other sessions. */
export async function putUser(service: Service, call: Call, keys: KeyRing): Promise<Response> {
  const signed = await signedIn(service, call.request, keys);
  const body = await readBody(call.request, updateBody);
  const { id, email } = signed.user;
  if (body.app_metadata) {
    const message = 'Updating app_metadata requires admin privileges';
    throw new AuthError(403, 'not_admin', message);
  }
  if ((body.email && body.email.toLowerCase() !== email) || body.phone) {
    // GoTrue mails a confirmation to the new address first; there is no mail server here.
    const message = 'The email address and phone number can be changed by an administrator only.';
    throw new AuthError(422, 'feature_disabled', message);
  }
  if (body.data !== undefined && body.data !== null) {
    // GoTrue lets everybody write theirs. The product writes none, and each token would carry it.
    throw new AuthError(
      422,
      'feature_disabled',
      'User metadata can be written by an administrator only.',
    );
  }
  const hasFactor = signed.user.factors.some(({ status }) => status === 'verified');
  if (typeof body.password === 'string' && hasFactor && signed.session?.aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new AuthError(401, 'insufficient_aal', message);
  }
  const next = body.password ?? undefined;
  if (next === '') throw invalid('A new password is required');
  if (next !== undefined) {
    await checkNewPassword(service, call, signed, { next, current: body.current_password });
  }
  const hash = next === undefined ? undefined : await service.hasher.hash(next, turnOf(call, true));

  const updated = await service.database.transaction(async (tx) => {
    const [locked] = await tx.query<Pick<User, 'encrypted_password'>>(
      'select encrypted_password from auth.users where id = $1 for update',
      [id],
    );
    if (hash !== undefined) {
      // The password was changed since it was checked.
      if (locked?.encrypted_password !== signed.user.encrypted_password) {
        throw new AuthError(409, 'conflict', 'The password was changed at the same time.');
      }
      await setPassword(tx, id, hash);
      await endSessions(tx, id, 'others', signed.session?.id);
    }
    return findUserById(tx, id);
  });
  if (!updated) throw new AuthError(403, 'user_not_found', 'User not found');
  return json(200, userJson(updated));
}

/** POST /logout?scope=global|local|others; global without a scope, as GoTrue. */
export async function logout(service: Service, call: Call, keys: KeyRing): Promise<Response> {
  const { user, session } = await signedIn(service, call.request, keys);
  const scope = new URL(call.request.url).searchParams.get('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  }
  await endSessions(service.database, user.id, scope, session?.id);
  return new Response(null, { status: 204 });
}
