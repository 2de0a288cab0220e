import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { toAdminError } from './admin.ts';
import { AuthError, invalid, json } from './errors.ts';
import type { Call, Service } from './grants.ts';
import { storedForm } from './refresh-tokens.ts';
import { readBody, text } from './requests.ts';
import { openSession, tokenResponse } from './sessions.ts';
import { findUserByEmail, findUserById, isBanned, userJson } from './users.ts';

/** GoTrue's default for `otp_expiry`; what asks for a link here uses it at once. */
const LINK_SECONDS = 3600;

const linkBody = z.object({ type: text, email: text });

/**
 * POST /admin/generate_link of type `magiclink`, for an account that exists. Each new one voids the
 * one before. GoTrue also answers a link and six digits to mail; nothing is mailed here.
 */
export async function generateLink(service: Service, call: Call): Promise<Response> {
  const { type, email } = await readBody(call.request, linkBody);
  if (type !== 'magiclink') throw invalid(`Invalid email action link type requested: ${type}`);
  const user = email.length > 255 ? undefined : await findUserByEmail(service.database, email);
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  const hashedToken = randomBytes(28).toString('hex');
  try {
    await service.database.query(
      'update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1',
      [user.id, storedForm(hashedToken, service.settings.jwtSecret)],
    );
  } catch (error) {
    throw toAdminError(service, error, 'Database error creating recovery token in admin');
  }
  return json(200, {
    ...userJson(user),
    action_link: '',
    email_otp: '',
    hashed_token: hashedToken,
    verification_type: type,
    redirect_to: '',
  });
}

const verifyBody = z.object({ type: text, token: text, token_hash: text });

/** POST /verify with the `token_hash` of a link: a session, once. Throws 400 and 403. */
export async function verify(service: Service, call: Call): Promise<Response> {
  const { database, limits, settings } = service;
  limits.verification(call.address);
  const body = await readBody(call.request, verifyBody);
  if (!body.type) throw invalid('Verify requires a verification type');
  if (!body.token === !body.token_hash) {
    throw invalid('Verify requires either a token or a token hash');
  }
  if (body.type !== 'magiclink' || !body.token_hash) {
    throw invalid('Invalid email verification type');
  }
  const answer = await database.transaction(async (tx) => {
    const [used] = await tx.query<{ id: string; fresh: boolean }>(
      `with link as (
         select id, recovery_sent_at from auth.users where recovery_token = $1 for update
       )
       update auth.users as u set recovery_token = '' from link where u.id = link.id
       returning u.id, link.recovery_sent_at + make_interval(secs => $2) >= now() as fresh`,
      [storedForm(body.token_hash, settings.jwtSecret), LINK_SECONDS],
    );
    const user = used?.fresh ? await findUserById(tx, used.id) : undefined;
    if (!user) {
      throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
    }
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
    const session = await openSession(tx, user, call.client, settings, 'otp');
    return tokenResponse(user, session, settings);
  });
  return json(200, answer);
}
