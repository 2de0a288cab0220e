import { serviceClient } from '../clients.ts';
import { usernameToEmail } from '../domain/account.ts';
import { badRequest, conflict, fromDatabase, unavailable } from '../errors.ts';
import { fromIdentity } from '../identity.ts';

/** What an account is made of. `announced`: the act that makes it (announced-acts.ts). */
export type NewAccount = {
  username: string;
  password: string;
  email?: string | null | undefined;
  announced: string;
};

/**
 * Has the identity service create an account; the database makes the profile, and for the very first
 * user an administrator. Answers the id. Throws 409 for a taken username or e-mail, 400 for what the
 * identity service does not take, and 503 if the database refused for another reason.
 */
export async function createAccount(account: NewAccount): Promise<string> {
  const { username, password, announced } = account;
  const email = account.email || undefined;
  const { data, error } = await serviceClient().auth.admin.createUser({
    email: usernameToEmail(username),
    password,
    email_confirm: true,
    user_metadata: { username, ...(email && { email }) },
    app_metadata: { announced_act: announced },
  });
  if (!error) return data.user.id;
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

/** 409 for an address that somebody else has. */
export function emailTaken() {
  return conflict('This email address is already in use', 'email_taken');
}

type Taken = { username_taken: boolean; email_taken: boolean };

/** The clear reason, if there is one, why nobody can have this name and address. Throws 409. */
export async function refuseTaken(
  username: string,
  email: string | null | undefined,
): Promise<void> {
  const { data, error } = await serviceClient()
    .rpc('check_availability', { wanted_username: username, wanted_email: email || null })
    .single<Taken>();
  if (error) throw fromDatabase(error);
  if (data.username_taken) throw usernameTaken();
  if (data.email_taken) throw emailTaken();
}
