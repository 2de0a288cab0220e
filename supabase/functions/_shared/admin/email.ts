import type { User } from '../auth.ts';
import type { TestEmail } from '../domain/mail.ts';
import { setting } from '../env.ts';
import { consumeRateLimit } from '../rate-limits.ts';
import { testMail } from '../mail/templates.ts';
import { sendMail } from '../mail/send.ts';
import { mailAccount } from '../mail/server.ts';

/** Sends a test mail with the values just typed; nothing is stored. Throws 422 with what to correct. */
export async function testEmail(actor: User, config: TestEmail): Promise<void> {
  await consumeRateLimit({ limit: 'mailTestPerAccount', subject: actor.id });
  const recipient = config.testEmail ?? config.emailUser;
  await sendMail(mailAccount(config), recipient, testMail(setting('SITE_URL')));
}
