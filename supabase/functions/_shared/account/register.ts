import { serviceClient } from '../clients.ts';
import type { Register } from '../domain/account.ts';
import { usernameToEmail } from '../domain/username.ts';
import { badRequest, conflict, fromDatabase, unavailable } from '../errors.ts';
import { fromIdentity } from '../identity.ts';
import { spend } from '../limits.ts';

/**
 * Creates an account (spec section 7). The database makes the profile and, for the very first
 * user, an administrator. Throws 409 for a taken username or e-mail, 429.
 */
export async function register(input: Register, address: string): Promise<void> {
  await spend({ limit: 'registerPerAddress', subject: address });
  const { username, password } = input;
  const email = input.email || undefined;
  await refuseTaken(username, email);

  const { error } = await serviceClient().auth.admin.createUser({
    email: usernameToEmail(username),
    password,
    email_confirm: true,
    user_metadata: { username, ...(email && { email }) },
  });
  if (!error) return;
  if (error.code === 'email_exists' || error.code === 'user_already_exists') throw usernameTaken();
  if (error.code === 'weak_password') throw fromIdentity(error);
  if (error.code === 'validation_failed') throw badRequest('Username or password is not valid');
  // The identity service does not say why the profile could not be made. Somebody may have taken
  // the e-mail or the name since they were looked up.
  await refuseTaken(username, email);
  throw unavailable();
}

function usernameTaken() {
  return conflict('This username is already taken', 'username_taken');
}

type Taken = { username_taken: boolean; email_taken: boolean };

/** The clear reason, if there is one, why nobody can register like this. */
async function refuseTaken(username: string, email: string | undefined): Promise<void> {
  const { data, error } = await serviceClient()
    .rpc('taken_names', { wanted_username: username, wanted_email: email ?? null })
    .single<Taken>();
  if (error) throw fromDatabase(error);
  if (data.username_taken) throw usernameTaken();
  if (data.email_taken) throw conflict('This email address is already in use', 'email_taken');
}
