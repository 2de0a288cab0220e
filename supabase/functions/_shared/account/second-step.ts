import * as z from 'zod/mini';
import { authenticate, standingOf, type User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import { secondStepOffSchema, recoverSecondStepSchema } from '../domain/account.ts';
import { badRequest, conflict, fromDatabase, notSignedIn } from '../errors.ts';
import { ok, route } from '../http/routes.ts';
import { consumeRateLimit, resetRateLimits, type RateLimitKey } from '../rate-limits.ts';
import { requireCurrentPassword } from './current-password.ts';
import { createTemporaryPassword, hashTemporaryPassword } from './temporary-password.ts';

const CODES = 8;

/** Eight codes of 80 random bits in the place of all former ones; shown this once. */
async function replaceRecoveryCodes(user: User): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => createTemporaryPassword().toLowerCase());
  const { error } = await serviceClient().rpc('replace_recovery_codes', {
    subject: user.id,
    hashes: codes.map(hashTemporaryPassword),
  });
  if (error?.code === 'PT409') throw conflict(error.message, 'second_step_off');
  if (error) throw fromDatabase(error);
  return codes;
}

/**
 * Takes a recovery code for the second step of the token's session. Throws 401, 400 `wrong_code`
 * and 429, by the account: whoever is here knows its password.
 */
async function recover(token: string | undefined, code: string): Promise<number> {
  const user = await authenticate(token);
  if ((await standingOf(user.token)) !== 'first_step') {
    throw conflict('No code is needed', 'no_code_needed');
  }
  const limit: RateLimitKey = { limit: 'recoveryCodePerAccount', subject: user.id };
  await consumeRateLimit(limit);
  const { data, error } = await serviceClient().rpc('use_recovery_code', {
    subject: user.id,
    session: user.sessionId,
    hash: hashTemporaryPassword(code) ?? '',
  });
  if (error) throw fromDatabase(error);
  const left = z.nullable(z.number()).parse(data);
  if (left === null) throw badRequest('This recovery code is not right', 'wrong_code');
  await resetRateLimits(limit);
  return left;
}

/** Takes every factor of somebody off; recorded if it is somebody else who does it. Throws 404. */
export async function removeSecondStep(actor: User, subject: string): Promise<void> {
  const { error } = await serviceClient().rpc('remove_second_step', { subject, actor: actor.id });
  if (error) throw fromDatabase(error);
}

/** What the web app asks for beside the identity service's own interface for factors. */
export const secondStepRoutes = [
  route({
    method: 'POST',
    path: '/recovery-codes',
    access: 'user',
    handle: async ({ user }) => ok({ codes: await replaceRecoveryCodes(user) }),
  }),
  route({
    method: 'POST',
    path: '/recover-second-step',
    access: 'anyone',
    body: recoverSecondStepSchema,
    async handle({ token, body }) {
      const current = await token();
      if (current === undefined) throw notSignedIn();
      return ok({ left: await recover(current, body.code) });
    },
  }),
  route({
    method: 'POST',
    path: '/second-step-off',
    access: 'user',
    body: secondStepOffSchema,
    async handle({ user, body, address }) {
      const limit = await requireCurrentPassword(user, body.currentPassword, address);
      await removeSecondStep(user, user.id);
      await resetRateLimits(limit);
      return ok({ success: true, message: 'Two-step sign-in is off' });
    },
  }),
];
