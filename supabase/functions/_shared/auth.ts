import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { anonymousClient, serviceClient } from './clients.ts';
import { optionalSetting } from './env.ts';
import { forbidden, fromDatabase, notSignedIn, unavailable } from './errors.ts';

/**
 * Who may call a route. `user`: somebody who signed in themselves; `program`: whoever acts for one by
 * an app password too, within its scope. Administrators are users, users are not administrators.
 */
export type Access = 'anyone' | 'program' | 'user' | 'admin';

/** A signed-in caller whose token has been verified. */
export type User = { id: string; sessionId: string; token: string };

/** The bearer token of the request, if any. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/**
 * What a token is: a person's, that of somebody whose second step is missing (`first_step`), or a
 * program's with its scope.
 */
export async function standingOf(token: string): Promise<string> {
  // Not verified: whoever made it up is refused by authenticate(), whatever the answer here. What
  // cannot be read may do nothing.
  const { sub: owner, session_id: session = null, aal: level = null } = claimsOf(token);
  if (owner === undefined) return 'revoked';
  const { data, error } = await serviceClient().rpc('session_standing', { session, owner, level });
  if (error) throw fromDatabase(error);
  return z.string().parse(data);
}

const claimsSchema = z.object({
  sub: z.optional(z.uuid()),
  session_id: z.optional(z.uuid()),
  aal: z.optional(z.string()),
  role: z.optional(z.string()),
});

/** What a token says, unverified; nothing if it is none. */
export function claimsOf(token: string): z.infer<typeof claimsSchema> {
  try {
    const [, payload = ''] = token.split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return z.safeParse(claimsSchema, claims).data ?? {};
  } catch {
    // No token at all.
    return {};
  }
}

/**
 * The user a token belongs to. The identity service is asked whatever signed the token: it alone
 * knows of sessions that have ended. Throws 401.
 */
export async function authenticate(token: string | undefined): Promise<User> {
  // An API key is not a person: supabase-js sends the publishable key when nobody is signed in.
  if (token === undefined || token.split('.').length !== 3) throw notSignedIn();
  const { data, error } = await anonymousClient().auth.getUser(token);
  // No answer or a failure of the identity service says nothing about the token.
  if (error && (isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500)) {
    throw unavailable();
  }
  if (error) throw notSignedIn('Your session has ended. Please log in again.');
  // Vouched for by now.
  const { role, session_id: sessionId } = claimsOf(token);
  if (role !== 'authenticated' || sessionId === undefined) throw notSignedIn();
  return { id: data.user.id, sessionId, token };
}

/** Throws 403 unless the profile says, now, that this user is an administrator. */
export async function requireAdmin(user: User): Promise<void> {
  const { data, error } = await serviceClient()
    .from('profiles')
    .select('is_admin')
    .eq('id', user.id)
    .maybeSingle<{ is_admin: boolean }>();
  if (error) throw fromDatabase(error);
  if (!data?.is_admin) throw forbidden('Only administrators may do this', 'not_admin');
  if (optionalSetting('ADMIN_TWO_STEP') !== 'required') return;
  const enrolled = await serviceClient().rpc('has_second_step', { subject: user.id });
  if (enrolled.error) throw fromDatabase(enrolled.error);
  if (enrolled.data === true) return;
  throw forbidden(
    'Administrators sign in in two steps here: please turn it on in Settings, Security',
    'second_step_wanted',
  );
}
