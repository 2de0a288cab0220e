import { usernameToEmail } from '#domain/account.ts';
import { RequestError } from '../../lib/errors.ts';
import { callFunction } from '../../lib/functions.ts';
import { getSupabase } from '../../lib/supabase.ts';

export type Credentials = { username: string; password: string };

/**
 * Signs in by username. A password that the identity service refuses may be a temporary one, which
 * only `account/login` can redeem (design section 4). Throws what the server says.
 */
export async function signIn({ username, password }: Credentials): Promise<void> {
  const supabase = await getSupabase();
  const { error } = await supabase.auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  if (!error) return;
  if (error.status === 429) throw tooMany(error.message);
  if (error.code !== 'invalid_credentials') throw error;
  const session = await redeem({ username, password });
  const redeemed = await supabase.auth.setSession(session);
  if (redeemed.error) throw redeemed.error;
}

/** The identity service's refusal for too many attempts, with when to try again if it says so. */
function tooMany(message: string): RequestError {
  const [when = 'Try again in 5 minutes.'] = /Try again in .*$/i.exec(message) ?? [];
  return new RequestError(
    429,
    `Too many attempts. Please ${lowerFirst(when)}`,
    'too_many_requests',
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

async function redeem(credentials: Credentials) {
  const answer = Object(await callFunction('account/login', { body: credentials }));
  const { access_token, refresh_token }: Record<string, unknown> = Object(answer.session ?? answer);
  if (typeof access_token === 'string' && typeof refresh_token === 'string') {
    return { access_token, refresh_token };
  }
  throw new RequestError(502, 'The server answered without a session');
}
