import type { User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import { forbidden, fromDatabase, notSignedIn } from '../errors.ts';
import { consumeRateLimit, type RateLimitKey } from '../rate-limits.ts';
import { checkCurrent } from './change-password.ts';

/**
 * Asks for the password again before something that a session which was found open must not do.
 * Answers the limit that it was counted by, to be forgotten after the success. Throws 400, 401, 429,
 * and 403 while a password of one's own has to be chosen first.
 */
export async function requireCurrentPassword(
  user: User,
  password: string,
  address: string,
): Promise<RateLimitKey> {
  const limit: RateLimitKey = { limit: 'changePerAccount', subject: user.id };
  await consumeRateLimit(limit);
  const { data, error } = await serviceClient()
    .from('profiles')
    .select('username, must_change_password')
    .eq('id', user.id)
    .maybeSingle<{ username: string; must_change_password: boolean }>();
  if (error) throw fromDatabase(error);
  if (!data) throw notSignedIn();
  if (data.must_change_password) {
    throw forbidden('Please choose a new password first', 'password_change_required');
  }
  await checkCurrent(data.username, password, address);
  return limit;
}
