import type { Session } from '@supabase/supabase-js';
import { type Login, usernameToEmail } from '../domain/account.ts';
import { signIn } from '../identity.ts';
import { consumeSignInAttempt } from '../rate-limits.ts';
import { redeemTemporaryPassword, wrongCredentials } from './redeem.ts';
import { hashTemporaryPassword } from './temporary-password.ts';

/**
 * Signs in by username with the user's own or a mailed temporary password. Throws 401, the same
 * for a wrong name and a wrong password, and 429 by account and network and by address.
 */
export async function signInByName(login: Login, address: string): Promise<Session> {
  const email = usernameToEmail(login.username);
  const succeeded = await consumeSignInAttempt(email, address);
  const session = await signIn(email, login.password, address);
  if (session) {
    await succeeded();
    return session;
  }
  if (hashTemporaryPassword(login.password) === null) throw wrongCredentials();
  return redeemTemporaryPassword(login, address);
}
