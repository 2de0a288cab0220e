import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { KeyRing } from '../tokens/tokens.ts';
import { signedInSession, type SignedSession } from './account.ts';
import { loadUser } from './admin.ts';
import { Counter } from './counter.ts';
import type { Queries } from './database.ts';
import { AuthError, invalid, json, tooManyRequests } from './errors.ts';
import type { Call, Service } from './grants.ts';
import { newRefreshToken, storedForm } from './refresh-tokens.ts';
import { readBody, text } from './requests.ts';
import { methodsOf, tokenResponse } from './sessions.ts';
import { newSecret, stepOf } from './totp.ts';
import { findUserById, INSTANCE } from './users.ts';

// GoTrue's defaults.
const MOST_FACTORS = 10;
const CHALLENGE_SECONDS = 300;
const MOST_CHALLENGES = 20;

/** Of 10^6 codes three are right at a time: 960 tries a day find one in a year. */
const ATTEMPTS = { attempts: 10, seconds: 15 * 60 };

type Factor = { id: string; status: 'verified' | 'unverified'; secret: string | null };

const unprocessable = (code: string, message: string) => new AuthError(422, code, message);

/** Throws 400 validation_failed, and 404 mfa_factor_not_found also for somebody else's. */
async function factorOf(queries: Queries, userId: string, id: string): Promise<Factor> {
  if (!z.guid().safeParse(id).success) {
    throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  }
  const [factor] = await queries.query<Factor>(
    `select id, status, secret from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type = 'totp'`,
    [id, userId],
  );
  if (factor) return factor;
  throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
}

const enrollBody = z.object({ factor_type: text, friendly_name: text, issuer: text });

async function assertRoom(tx: Queries, { user, session }: SignedSession, name: string) {
  await tx.query('select from auth.users where id = $1 for update', [user.id]);
  // Begun and never finished, as GoTrue's factor_expiry_duration.
  await tx.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < now() - interval '5 minutes'`,
    [user.id],
  );
  const factors = await tx.query<{ friendly_name: string | null; status: string }>(
    'select friendly_name, status from auth.mfa_factors where user_id = $1',
    [user.id],
  );
  if (factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw unprocessable('mfa_factor_name_conflict', message);
  }
  if (factors.length >= MOST_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw unprocessable('too_many_enrolled_mfa_factors', message);
  }
  if (factors.some(({ status }) => status === 'verified') && session.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

/** POST /factors: a new secret, which counts once a code of it was verified. */
export async function enroll(service: Service, call: Call, keys: KeyRing): Promise<Response> {
  const signed = await signedInSession(service, call.request, keys);
  const body = await readBody(call.request, enrollBody);
  if (body.factor_type !== 'totp') {
    throw invalid('factor_type needs to be totp, phone, or webauthn');
  }
  if (body.friendly_name.length > 100 || body.issuer.length > 100) {
    throw invalid('friendly_name and issuer may have 100 characters');
  }
  const id = randomUUID();
  const secret = newSecret();
  await service.database.transaction(async (tx) => {
    await assertRoom(tx, signed, body.friendly_name);
    await tx.query(
      `insert into auth.mfa_factors
         (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
      [id, signed.user.id, body.friendly_name, secret],
    );
  });
  const issuer = body.issuer || new URL(service.settings.issuer).host;
  const account = encodeURIComponent(signed.user.email ?? '');
  const query = new URLSearchParams({
    algorithm: 'SHA1',
    digits: '6',
    issuer,
    period: '30',
    secret,
  });
  return json(200, {
    id,
    type: 'totp',
    friendly_name: body.friendly_name,
    // GoTrue also answers a QR code; the web app makes its own.
    totp: {
      qr_code: '',
      secret,
      uri: `otpauth://totp/${encodeURIComponent(issuer)}:${account}?${query}`,
    },
  });
}

/** POST /factors/:id/challenge: five minutes for one code. */
export async function challenge(
  service: Service,
  call: Call,
  keys: KeyRing,
  factorId: string,
): Promise<Response> {
  const { user } = await signedInSession(service, call.request, keys);
  const factor = await factorOf(service.database, user.id, factorId);
  const id = randomUUID();
  await service.database.query(
    `with old as (
       delete from auth.mfa_challenges where id in (
         select id from auth.mfa_challenges where factor_id = $2 order by created_at desc offset $4
       )
     )
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     values ($1, $2, now(), $3::inet)`,
    [id, factor.id, call.address ?? '127.0.0.1', MOST_CHALLENGES - 1],
  );
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS;
  return json(200, { id, type: 'totp', expires_at: expiresAt });
}

type Challenge = { id: string; verified_at: Date | null; same_address: boolean; over: boolean };

async function assertChallenge(queries: Queries, call: Call, factorId: string, id: string) {
  const [found] = await queries.query<Challenge>(
    `select id, verified_at, ip_address = $3::inet as same_address,
       created_at + make_interval(secs => $4) < now() as over
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [id, factorId, call.address ?? '127.0.0.1', CHALLENGE_SECONDS],
  );
  if (!found) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw unprocessable('mfa_factor_not_found', message);
  }
  if (found.verified_at || !found.same_address) {
    const message = 'Challenge and verify IP addresses mismatch.';
    throw unprocessable('mfa_ip_address_mismatch', message);
  }
  if (found.over) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    throw unprocessable('mfa_challenge_expired', message);
  }
}

/** The session is of the second level from now on, with another refresh token than before. */
async function raiseSession(service: Service, tx: Queries, signed: SignedSession, factor: Factor) {
  const { jwtSecret } = service.settings;
  const { user, session } = signed;
  const refreshToken = newRefreshToken();
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), 'totp')
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [session.id],
  );
  await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
    [session.id, factor.id],
  );
  await tx.query(
    `with former as (
       update auth.refresh_tokens set revoked = true, updated_at = now()
       where session_id = $1 and not revoked returning token
     )
     insert into auth.refresh_tokens
       (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($2, $3, $4, $1, (select max(token) from former), false, now(), now())`,
    [session.id, INSTANCE, storedForm(refreshToken, jwtSecret), user.id],
  );
  // Sessions that were begun with the password alone end.
  await tx.query(`delete from auth.sessions where user_id = $1 and (aal is null or aal < 'aal2')`, [
    user.id,
  ]);
  await tx.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and factor_type = 'totp'`,
    [user.id],
  );
  const current = (await findUserById(tx, user.id)) ?? user;
  const amr = await methodsOf(tx, session.id);
  return tokenResponse(
    current,
    { sessionId: session.id, refreshToken, amr, aal: 'aal2' },
    service.settings,
  );
}

const verifyBody = z.object({ challenge_id: text, code: text });

/** The tried and used codes, in memory. */
export type CodeGuard = { attempts: Counter; used: Map<string, number> };

export function createCodeGuard(): CodeGuard {
  return { attempts: new Counter(ATTEMPTS), used: new Map() };
}

/** POST /factors/:id/verify: a right code makes a factor count, and the session `aal2`. */
export async function verifyFactor(
  service: Service,
  call: Call,
  keys: KeyRing,
  factorId: string,
): Promise<Response> {
  const signed = await signedInSession(service, call.request, keys);
  const factor = await factorOf(service.database, signed.user.id, factorId);
  const body = await readBody(call.request, verifyBody);
  if (!body.code) throw invalid('Code needs to be non-empty');
  if (!z.guid().safeParse(body.challenge_id).success) throw invalid('challenge_id must be an UUID');
  const { attempts, used } = service.codes;
  const wait = attempts.take(signed.user.id);
  if (wait > 0) throw tooManyRequests('Too many codes.', wait);
  const now = Date.now() / 1000;
  const answer = await service.database.transaction(async (tx) => {
    await tx.query('select from auth.users where id = $1 for update', [signed.user.id]);
    await assertChallenge(tx, call, factor.id, body.challenge_id);
    const step = stepOf(body.code, factor.secret ?? '', now);
    // RFC 6238, section 5.2: a code is taken once. GoTrue takes it again.
    if (step === undefined || step <= (used.get(factor.id) ?? -1)) {
      throw unprocessable('mfa_verification_failed', 'Invalid TOTP code entered');
    }
    used.delete(factor.id);
    used.set(factor.id, step);
    await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [
      body.challenge_id,
    ]);
    await tx.query(
      `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`,
      [factor.id],
    );
    return raiseSession(service, tx, signed, factor);
  });
  attempts.forget(signed.user.id);
  const [oldest] = used.keys();
  if (used.size > 10_000 && oldest !== undefined) used.delete(oldest);
  return json(200, answer);
}

async function remove(service: Service, userId: string, factorId: string): Promise<void> {
  await service.database.transaction(async (tx) => {
    await tx.query('delete from auth.mfa_factors where id = $1', [factorId]);
    await tx.query(
      `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
       where user_id = $1 and factor_id = $2`,
      [userId, factorId],
    );
  });
}

/** DELETE /factors/:id. A verified one goes only by a session of the second level. */
export async function unenroll(
  service: Service,
  call: Call,
  keys: KeyRing,
  factorId: string,
): Promise<Response> {
  const { user, session } = await signedInSession(service, call.request, keys);
  const factor = await factorOf(service.database, user.id, factorId);
  if (factor.status === 'verified' && session.aal !== 'aal2') {
    throw unprocessable('insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  await remove(service, user.id, factor.id);
  return json(200, { id: factor.id });
}

/** GET /admin/users/:id/factors. */
export async function listFactors(service: Service, userId: string): Promise<Response> {
  const user = await loadUser(service, userId);
  return json(200, user.factors);
}

/** DELETE /admin/users/:id/factors/:factor. */
export async function deleteFactor(
  service: Service,
  userId: string,
  factorId: string,
): Promise<Response> {
  const user = await loadUser(service, userId);
  const factor = await factorOf(service.database, user.id, factorId);
  await remove(service, user.id, factor.id);
  return json(200, user.factors.find(({ id }) => id === factor.id) ?? { id: factor.id });
}
