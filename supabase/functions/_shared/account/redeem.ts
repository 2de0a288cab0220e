import type { Session } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { serviceClient } from '../clients.ts';
import { type Login, usernameToEmail } from '../domain/account.ts';
import { secretKey } from '../env.ts';
import { fromDatabase, ServiceError } from '../errors.ts';
import { networkOf } from '../http/address.ts';
import { setPassword, signIn } from '../identity.ts';
import { resetRateLimits, consumeRateLimit, type RateLimitKey } from '../rate-limits.ts';
import { hashTemporaryPassword, placeholderPassword } from './temporary-password.ts';

/** 401 of every failed sign-in: it does not tell which of the two was wrong. */
export function wrongCredentials(): ServiceError {
  return new ServiceError(401, 'invalid_credentials', 'Invalid username or password');
}

/**
 * Signs in with a mailed temporary password, once. The forgotten password ends here and with it all
 * other sessions; one that only these functions know takes its place, so that the temporary password
 * opens nothing a second time. The user has to choose a new one (`profiles.must_change_password`).
 * Throws 401, 429.
 */
export async function redeemTemporaryPassword(login: Login, address: string): Promise<Session> {
  const hash = hashTemporaryPassword(login.password);
  if (hash === null) throw wrongCredentials();
  const email = usernameToEmail(login.username);
  // Nobody guesses 80 random bits: this is for the work, and no other network's tries count.
  const perNetwork: RateLimitKey = {
    limit: 'redeemPerNetwork',
    subject: email,
    from: networkOf(address),
  };
  await consumeRateLimit(perNetwork, { limit: 'redeemPerAddress', subject: address });

  const { data, error } = await serviceClient().rpc('redeem_temporary_password', {
    address: email,
    hash,
  });
  if (error) throw fromDatabase(error);
  const userId = z.nullable(z.string()).parse(data);
  if (userId === null) throw wrongCredentials();
  try {
    const session = await replacePassword(userId, email, login.password, address);
    await resetRateLimits(perNetwork);
    return session;
  } catch (failure) {
    await giveBack(userId, hash);
    throw failure;
  }
}

async function replacePassword(
  userId: string,
  email: string,
  temporary: string,
  address: string,
): Promise<Session> {
  const password = placeholderPassword(temporary, secretKey());
  await setPassword(userId, password);
  const session = await signIn(email, password, address);
  if (!session) throw wrongCredentials();
  return session;
}

/** The identity service failed, not the user: the mailed password may be tried again. */
async function giveBack(userId: string, hash: string): Promise<void> {
  const { error } = await serviceClient()
    .from('password_resets')
    .update({ used_at: null })
    .eq('user_id', userId)
    .eq('token_hash', hash);
  if (error) throw fromDatabase(error);
}
