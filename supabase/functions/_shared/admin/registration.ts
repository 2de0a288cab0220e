import * as z from 'zod/mini';
import {
  createInvitationToken,
  hashInvitationToken,
  invitationUrl,
} from '../domain/invitation-token.ts';
import { registrationState } from '../account/registration.ts';
import type { User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import type { CreatedInvitation, Registration, RegistrationMode } from '../domain/admin.ts';
import { setting } from '../env.ts';
import { conflict, fromDatabase } from '../errors.ts';
import { consumeRateLimit } from '../rate-limits.ts';
import { describeError, log } from '../log.ts';
import { invitationMail } from '../mail/templates.ts';
import { sendMail } from '../mail/send.ts';
import { outgoingMail } from '../mail/settings.ts';

const rowSchema = z.object({
  id: z.uuid(),
  email: z.nullable(z.string()),
  created_by: z.nullable(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
});

/** The mode that holds now, and the invitations that can still be used. */
export async function readRegistration(): Promise<Registration> {
  const { mode } = await registrationState();
  const { data, error } = await serviceClient().rpc('open_invitations');
  if (error) throw fromDatabase(error);
  const invitations = z
    .array(rowSchema)
    .parse(data)
    .map(({ id, email, created_by, created_at, expires_at }) => ({
      id,
      email,
      createdBy: created_by,
      createdAt: created_at,
      expiresAt: expires_at,
    }));
  return { mode, invitations };
}

/** Chooses who may register, from now on and after restarts. */
export async function setRegistration(actor: User, mode: RegistrationMode): Promise<void> {
  const { error } = await serviceClient().rpc('set_registration', { mode, actor: actor.id });
  if (error) throw fromDatabase(error);
}

const createdSchema = z.object({ id: z.uuid(), expires_at: z.string() });

/**
 * Makes a link for one account, and mails it if there is an address and mail is set up. The link
 * works whether or not the mail could be sent. Throws 409 `too_many_invitations`, 429.
 */
export async function createInvitation(actor: User, email: string): Promise<CreatedInvitation> {
  await consumeRateLimit({ limit: 'invitePerAccount', subject: actor.id });
  const token = createInvitationToken();
  const { data, error } = await serviceClient()
    .rpc('create_invitation', {
      hash: hashInvitationToken(token),
      email: email || null,
      actor: actor.id,
    })
    .single();
  if (error?.code === 'PT409') throw conflict(error.message, 'too_many_invitations');
  if (error) throw fromDatabase(error);
  const { id, expires_at: expiresAt } = createdSchema.parse(data);
  const url = invitationUrl(token, setting('SITE_URL'));
  const sent = email !== '' && (await mail(email, { url, validUntil: new Date(expiresAt) }));
  return { id, url, expiresAt, sent };
}

async function mail(to: string, content: { url: string; validUntil: Date }): Promise<boolean> {
  try {
    await sendMail(await outgoingMail(), to, invitationMail(content));
    return true;
  } catch (error) {
    log('warn', 'an invitation could not be mailed', describeError(error));
    return false;
  }
}

/** Ends an invitation that has not been used. Throws 404. */
export async function revokeInvitation(actor: User, id: string): Promise<void> {
  const { error } = await serviceClient().rpc('revoke_invitation', {
    invitation: id,
    actor: actor.id,
  });
  if (error) throw fromDatabase(error);
}
