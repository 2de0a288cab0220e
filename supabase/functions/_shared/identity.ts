import type { AuthError, Session } from '@supabase/supabase-js';
import { serviceClient, signInClient } from './clients.ts';
import { publishableKey, setting } from './env.ts';
import {
  badRequest,
  conflict,
  notFound,
  notSignedIn,
  tooMany,
  unavailable,
  type ServiceError,
} from './errors.ts';

/** How long to wait if the identity service refuses for too many attempts: it does not pass on when. */
const IDENTITY_LIMIT_SECONDS = 300;

/** The refusal that a failed call to the identity service means. */
export function fromIdentity(error: Pick<AuthError, 'status' | 'code' | 'message'>): ServiceError {
  if (error.status === 429) return tooMany(IDENTITY_LIMIT_SECONDS);
  switch (error.code) {
    case 'weak_password':
      return badRequest('Password is too weak', 'weak_password');
    case 'same_password':
      return badRequest('The new password must be different from the current one', 'same_password');
    case 'user_not_found':
      return notFound('There is no such user');
    case 'session_not_found':
    case 'bad_jwt':
      return notSignedIn('Your session has ended. Please log in again.');
    case 'conflict':
      return conflict('The password was changed at the same time. Please try again.');
    default:
      return unavailable();
  }
}

/** A session for the right password, null for a wrong one or no such account. Throws 429 and 503. */
export async function signIn(
  email: string,
  password: string,
  address: string,
): Promise<Session | null> {
  const { data, error } = await signInClient(address).auth.signInWithPassword({ email, password });
  if (!error) return data.session;
  if (error.status === 400) return null;
  throw fromIdentity(error);
}

/** Ends one session, given by its access token. One that has already ended is no failure. */
export async function signOut(token: string): Promise<void> {
  const { error } = await serviceClient().auth.admin.signOut(token, 'local');
  if (error && ![401, 403, 404].includes(error.status ?? 0)) throw fromIdentity(error);
}

/**
 * Sets anybody's password with the service's rights; all sessions of the user end. `announced`: the
 * act that this is (announced-acts.ts); it fails if that cannot be recorded.
 */
export async function setPassword(
  userId: string,
  password: string,
  announced?: string,
): Promise<void> {
  const { error } = await serviceClient().auth.admin.updateUserById(userId, {
    password,
    ...(announced !== undefined && { app_metadata: { announced_act: announced } }),
  });
  if (error) throw fromIdentity(error);
}

/**
 * Sets the password of the token's owner: this session stays, the user's other sessions end. Asked
 * by HTTP because supabase-js does this only for a session whose refresh token it holds.
 */
export async function setOwnPassword(
  token: string,
  password: { current: string; next: string },
): Promise<void> {
  const response = await fetch(`${setting('SUPABASE_URL')}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: publishableKey(),
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: password.next, current_password: password.current }),
  });
  if (response.ok) {
    await response.body?.cancel();
    return;
  }
  const body: unknown = await response.json().catch(() => null);
  const code = typeof body === 'object' && body !== null && Reflect.get(body, 'error_code');
  throw fromIdentity({
    status: response.status,
    code: typeof code === 'string' ? code : undefined,
    message: response.statusText,
  });
}
