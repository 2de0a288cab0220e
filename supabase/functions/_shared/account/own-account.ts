import type { User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import type { ChangeEmail } from '../domain/account.ts';
import { conflict, fromDatabase } from '../errors.ts';
import { resetRateLimits } from '../rate-limits.ts';
import { emailTaken } from './create-account.ts';
import { requireCurrentPassword } from './current-password.ts';

/**
 * Changes or removes the caller's own address; temporary passwords that were mailed to the one before
 * and have not been used end. Asks for the password. Throws 400, 409 `email_taken`, 429.
 */
export async function changeEmail(user: User, input: ChangeEmail, address: string): Promise<void> {
  const limit = await requireCurrentPassword(user, input.currentPassword, address);
  const { error } = await serviceClient().rpc('change_email', {
    subject: user.id,
    wanted: input.email,
  });
  if (error) throw error.code === '23505' ? emailTaken() : fromDatabase(error);
  await resetRateLimits(limit);
}

/**
 * Deletes the caller's account and everything in it, at once and for good. Asks for the password.
 * Throws 400, 409 `last_administrator` while there are other users, 429.
 */
export async function deleteOwnAccount(
  user: User,
  currentPassword: string,
  address: string,
): Promise<void> {
  const limit = await requireCurrentPassword(user, currentPassword, address);
  const { error } = await serviceClient().rpc('delete_user', { subject: user.id, actor: user.id });
  if (error?.code === 'PT409') {
    throw conflict(
      'You are the only administrator. Make somebody else administrator first.',
      'last_administrator',
    );
  }
  if (error) throw fromDatabase(error);
  await resetRateLimits(limit);
}
