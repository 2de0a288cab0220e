import * as z from 'zod/mini';
import { createAccount, refuseTaken } from '../account/create-account.ts';
import { announce } from '../announced-acts.ts';
import type { User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import type { AdminUser, CreateUser } from '../domain/admin.ts';
import { canonicalUsername } from '../domain/account.ts';
import { badRequest, conflict, fromDatabase, notFound } from '../errors.ts';
import { setPassword } from '../identity.ts';
import { readAll } from '../rows.ts';

type Row = {
  id: string;
  username: string;
  email: string | null;
  is_admin: boolean;
  created_at: string;
};

/** Every user, by username as people sort (spec section 2, Administration). */
export async function listUsers(): Promise<AdminUser[]> {
  const [rows, secured] = await Promise.all([
    readAll<Row>((from, to) =>
      serviceClient()
        .from('profiles')
        .select('id, username, email, is_admin, created_at')
        .order('id')
        .range(from, to)
        .overrideTypes<Row[], { merge: false }>(),
    ),
    whoHasSecondStep(),
  ]);
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return rows
    .map(({ id, username, email, is_admin, created_at }) => ({
      id,
      username,
      email,
      createdAt: created_at,
      isAdmin: is_admin,
      hasSecondStep: secured.has(id),
    }))
    .toSorted((one, other) => compare(one.username, other.username));
}

async function whoHasSecondStep(): Promise<ReadonlySet<string>> {
  const { data, error } = await serviceClient().rpc('who_has_second_step');
  if (error) throw fromDatabase(error);
  return new Set(z.array(z.string()).parse(data));
}

/** Grants or revokes administration. Throws 404, and 409 for the last administrator. */
export async function setAdministrator(
  actor: User,
  subject: string,
  isAdmin: boolean,
): Promise<void> {
  const { error } = await serviceClient().rpc('set_administrator', {
    subject,
    value: isAdmin,
    actor: actor.id,
  });
  if (error) throw fromDatabase(error);
}

/**
 * Sets somebody's password; all their sessions end, also an administrator's own: to keep it one has
 * to show the current password (change-password.ts). Mailed temporary passwords end too. Throws 404.
 */
export async function resetPassword(
  actor: User,
  subject: string,
  newPassword: string,
): Promise<void> {
  await nameOf(subject);
  const announced = await announce({ action: 'reset_password', actor: actor.id, subject });
  await setPassword(subject, newPassword, announced);
}

/**
 * Creates a user, who has to choose a password of their own at the first sign-in. Answers the id.
 * Throws 409 for a taken username or e-mail.
 */
export async function createUser(actor: User, input: CreateUser): Promise<string> {
  const { username, email, password } = input;
  await refuseTaken(username, email);
  const announced = await announce({ action: 'create_user', actor: actor.id });
  return createAccount({ username, email, password, announced });
}

/**
 * Deletes a user and everything of theirs; `typed` has to be the user's name. Throws 400
 * `name_mismatch`, 404, and 409 `own_account` or `last_administrator`.
 */
export async function deleteUser(actor: User, subject: string, typed: string): Promise<void> {
  if (subject === actor.id) throw conflict('Delete your own account in Settings.', 'own_account');
  if (canonicalUsername(await nameOf(subject)) !== canonicalUsername(typed)) {
    throw badRequest('The name does not match', 'name_mismatch');
  }
  const { error } = await serviceClient().rpc('delete_user', { subject, actor: actor.id });
  if (error?.code === 'PT409') throw conflict(error.message, 'last_administrator');
  if (error) throw fromDatabase(error);
}

/** A user's name. Throws 404. */
async function nameOf(id: string): Promise<string> {
  const { data, error } = await serviceClient()
    .from('profiles')
    .select('username')
    .eq('id', id)
    .maybeSingle<{ username: string }>();
  if (error) throw fromDatabase(error);
  if (!data) throw notFound('There is no such user');
  return data.username;
}
