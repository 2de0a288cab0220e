import type { User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import { type ChangePassword, usernameToEmail } from '../domain/account.ts';
import { secretKey } from '../env.ts';
import { badRequest, fromDatabase, notSignedIn } from '../errors.ts';
import { setOwnPassword, signIn, signOut } from '../identity.ts';
import { resetRateLimits, consumeRateLimit, type RateLimitKey } from '../rate-limits.ts';
import { hashTemporaryPassword, placeholderPassword } from './temporary-password.ts';

/**
 * Changes the caller's own password. Asks for the current one; after a sign-in with a temporary
 * password that is the current one. This session stays, the user's others end. Throws 400, 429.
 */
export async function changePassword(
  user: User,
  input: ChangePassword,
  address: string,
): Promise<void> {
  const limit: RateLimitKey = { limit: 'changePerAccount', subject: user.id };
  await consumeRateLimit(limit);
  const { data: profile, error } = await serviceClient()
    .from('profiles')
    .select('username, must_change_password')
    .eq('id', user.id)
    .maybeSingle<{ username: string; must_change_password: boolean }>();
  if (error) throw fromDatabase(error);
  if (!profile) throw notSignedIn();

  const temporary =
    profile.must_change_password && (await isRedeemed(user.id, input.currentPassword));
  if (!temporary) {
    await checkCurrent(profile.username, input.currentPassword, address);
    if (input.newPassword === input.currentPassword) throw sameAsBefore();
  } else if (hashTemporaryPassword(input.newPassword) !== null) {
    // Also with other grouping or case: what was mailed does not become a password.
    if (await isRedeemed(user.id, input.newPassword)) throw sameAsBefore();
  }
  const current = temporary
    ? placeholderPassword(input.currentPassword, secretKey())
    : input.currentPassword;
  await setOwnPassword(user.token, { current, next: input.newPassword });
  await clearTemporaryPasswords(user.id);
  await resetRateLimits(limit);
}

function sameAsBefore() {
  return badRequest('The new password must be different from the current one', 'same_password');
}

/** Signs in with it, the one way every identity service offers, and ends that session at once. */
export async function checkCurrent(
  username: string,
  password: string,
  address: string,
): Promise<void> {
  const session = await signIn(usernameToEmail(username), password, address);
  if (!session) throw badRequest('Current password is incorrect', 'wrong_password');
  await signOut(session.access_token);
}

async function isRedeemed(userId: string, password: string): Promise<boolean> {
  const hash = hashTemporaryPassword(password);
  if (hash === null) return false;
  const { count, error } = await serviceClient()
    .from('password_resets')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId)
    .eq('token_hash', hash)
    .not('used_at', 'is', null);
  if (error) throw fromDatabase(error);
  return (count ?? 0) > 0;
}

/** The password is the user's own again, whatever was mailed before. */
async function clearTemporaryPasswords(userId: string): Promise<void> {
  const resets = await serviceClient().from('password_resets').delete().eq('user_id', userId);
  if (resets.error) throw fromDatabase(resets.error);
  const profile = await serviceClient()
    .from('profiles')
    .update({ must_change_password: false })
    .eq('id', userId);
  if (profile.error) throw fromDatabase(profile.error);
}
