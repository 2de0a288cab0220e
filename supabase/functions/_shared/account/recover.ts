import * as z from 'zod/mini';
import { inBackground } from '../background.ts';
import { serviceClient } from '../clients.ts';
import { canonicalUsername, usernameToEmail } from '../domain/account.ts';
import { setting } from '../env.ts';
import { fromDatabase, ServiceError } from '../errors.ts';
import { networkOf } from '../http/address.ts';
import { isKnownAddress, consumeRateLimit, type RateLimitKey } from '../rate-limits.ts';
import { log } from '../log.ts';
import { passwordMail } from '../mail/templates.ts';
import { sendMail } from '../mail/send.ts';
import type { MailAccount } from '../mail/server.ts';
import { outgoingMail } from '../mail/settings.ts';
import { createTemporaryPassword, hashTemporaryPassword } from './temporary-password.ts';

const VALID_MS = 60 * 60 * 1000;

/** What was mailed and never used is forgotten after a day. */
const KEPT_MS = 24 * VALID_MS;

const recoverableSchema = z.object({
  user_id: z.string(),
  username: z.string(),
  email: z.string(),
  time_zone: z.nullable(z.string()),
});

type Recoverable = z.infer<typeof recoverableSchema>;

/**
 * Mails a temporary password to whoever the identifier (username or e-mail) may mean. Who that is
 * is looked up after the answer, so that neither the answer nor its timing tells whether there is
 * such an account. Throws 429 by identifier and network and by address, 409 where no mail is configured.
 */
export async function requestRecovery(identifier: string, address: string): Promise<void> {
  const mail = await outgoingMail();
  await consumeRateLimit(
    {
      limit: 'recoverPerNetwork',
      subject: canonicalUsername(identifier),
      from: networkOf(address),
    },
    { limit: 'recoverPerAddress', subject: address },
  );
  inBackground('password recovery', async () => {
    const { data, error } = await serviceClient().rpc('accounts_to_recover', {
      address: usernameToEmail(identifier),
      mail: identifier.trim(),
    });
    if (error) throw fromDatabase(error);
    // A name can look like somebody else's address: both are meant, each gets their own.
    for (const account of z.array(recoverableSchema).parse(data)) {
      if (await mayBeMailed(account, address)) await sendTemporaryPassword(account, mail);
    }
  });
}

/**
 * Whether one more mail may go to this account. Networks that it was used from have their own count,
 * by whichever of its names they ask. All others share one: what they have asked for already lies in
 * the mailbox, and its last mail works for half an hour at least, whoever asked for it.
 */
async function mayBeMailed({ user_id: subject }: Recoverable, address: string): Promise<boolean> {
  const limit: RateLimitKey = (await isKnownAddress(subject, address))
    ? { limit: 'recoverPerNetwork', subject, from: networkOf(address) }
    : { limit: 'mailFromUnknown', subject };
  try {
    await consumeRateLimit(limit);
    return true;
  } catch (refusal) {
    if (!(refusal instanceof ServiceError) || refusal.status !== 429) throw refusal;
    log('warn', 'a temporary password was not mailed: too many were', { user: subject });
    return false;
  }
}

async function sendTemporaryPassword(account: Recoverable, mail: MailAccount): Promise<void> {
  const temporaryPassword = createTemporaryPassword();
  const validUntil = new Date(Date.now() + VALID_MS);
  const { error } = await serviceClient()
    .from('password_resets')
    .insert({
      user_id: account.user_id,
      token_hash: hashTemporaryPassword(temporaryPassword),
      expires_at: validUntil.toISOString(),
    });
  if (error) throw fromDatabase(error);
  await forgetOld();
  const letter = passwordMail({
    username: account.username,
    temporaryPassword,
    validUntil,
    timeZone: account.time_zone,
    siteUrl: setting('SITE_URL'),
  });
  await sendMail(mail, account.email, letter);
}

async function forgetOld(): Promise<void> {
  const { error } = await serviceClient()
    .from('password_resets')
    .delete()
    .is('used_at', null)
    .lt('expires_at', new Date(Date.now() - KEPT_MS).toISOString());
  if (error) throw fromDatabase(error);
}
