import { serviceClient } from '../clients.ts';
import { fromDatabase, ServiceError } from '../errors.ts';
import { consumeRateLimit } from '../rate-limits.ts';
import { hashInvitationToken } from '../domain/invitation-token.ts';

type OpenInvitation = { id: string; email: string | null };

/** The invitation with this token, if it can still be used. Throws 404. */
export async function findInvitation(token: string): Promise<OpenInvitation> {
  const { data, error } = await serviceClient()
    .from('invitations')
    .select('id, email')
    .eq('token_hash', hashInvitationToken(token))
    .gt('expires_at', new Date().toISOString())
    .maybeSingle<OpenInvitation>();
  if (error) throw fromDatabase(error);
  if (data) return data;
  throw new ServiceError(
    404,
    'invitation_invalid',
    'This invitation is not valid. It may have been used or have expired. Ask for a new one.',
  );
}

/** Whom an invitation was mailed to, for the form. Throws 404, and 429 by address. */
export async function checkInvitation(
  token: string,
  address: string,
): Promise<{ email: string | null }> {
  await consumeRateLimit({ limit: 'invitationPerAddress', subject: address });
  const { email } = await findInvitation(token);
  return { email };
}
