import { flattenError } from 'zod/mini';
import { loginSchema, usernameToEmail, type Login } from '#domain/account.ts';
import { RequestError } from '../../lib/errors.ts';
import { callFunction, getSupabase } from '../../lib/supabase.ts';

/** The errors of the sign-in form's fields (spec section 5). */
export type LoginErrors = { [Name in keyof Login]?: string[] | undefined };

type CheckedLogin = { credentials?: Login; errors: LoginErrors };

/** The credentials in the form's values, or each field's messages. */
export function checkLogin(values: unknown): CheckedLogin {
  const checked = loginSchema.safeParse(values);
  return checked.success
    ? { credentials: checked.data, errors: {} }
    : { errors: flattenError(checked.error).fieldErrors };
}

/**
 * Signs in by username. A password that the identity service refuses may be a temporary one, which
 * only `account/login` can redeem (design section 4). Throws the server's error.
 */
export async function signIn({ username, password }: Login): Promise<void> {
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

/** The identity service's answer to too many attempts, with when to try again if it says so. */
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

async function redeem(credentials: Login) {
  const answer = Object(await callFunction('account/login', { body: credentials }));
  const { access_token, refresh_token }: Record<string, unknown> = Object(answer.session ?? answer);
  if (typeof access_token === 'string' && typeof refresh_token === 'string') {
    return { access_token, refresh_token };
  }
  throw new RequestError(502, 'The server answered without a session');
}
