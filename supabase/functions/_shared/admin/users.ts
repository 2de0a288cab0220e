import { settle } from '../account/change-password.ts';
import type { User } from '../callers.ts';
import { serviceClient } from '../clients.ts';
import type { AdminUser } from '../domain/admin.ts';
import { fromDatabase, notFound } from '../errors.ts';
import { setPassword } from '../identity.ts';
import { readAll } from '../rows.ts';
import { recordEvent } from './events.ts';

type Row = {
  id: string;
  username: string;
  email: string | null;
  is_admin: boolean;
  created_at: string;
};

/** Every user, by username as people sort (spec section 2, Administration). */
export async function listUsers(): Promise<AdminUser[]> {
  const rows = await readAll<Row>((from, to) =>
    serviceClient()
      .from('profiles')
      .select('id, username, email, is_admin, created_at')
      .order('id')
      .range(from, to)
      .overrideTypes<Row[], { merge: false }>(),
  );
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return rows
    .map(({ id, username, email, is_admin, created_at }) => ({
      id,
      username,
      email,
      createdAt: created_at,
      isAdmin: is_admin,
    }))
    .toSorted((one, other) => compare(one.username, other.username));
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
  const [actorName, subjectName] = [await nameOf(actor.id), await nameOf(subject)];
  await setPassword(subject, newPassword);
  await settle(subject);
  await recordEvent({
    action: 'reset_password',
    actor: { id: actor.id, username: actorName },
    subject: { id: subject, username: subjectName },
  });
}

/** A user's name. Throws 404. */
export async function nameOf(id: string): Promise<string> {
  const { data, error } = await serviceClient()
    .from('profiles')
    .select('username')
    .eq('id', id)
    .maybeSingle<{ username: string }>();
  if (error) throw fromDatabase(error);
  if (!data) throw notFound('There is no such user');
  return data.username;
}
