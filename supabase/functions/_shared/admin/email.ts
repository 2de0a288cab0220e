import type { User } from '../callers.ts';
import type { TestEmail } from '../domain/mail.ts';
import { setting } from '../env.ts';
import { spend } from '../limits.ts';
import { testLetter } from '../mail/letters.ts';
import { sendMail } from '../mail/send.ts';
import { mailAccount } from '../mail/server.ts';

/** Sends a test mail with the values just typed; nothing is stored. Throws 422 with what to correct. */
export async function testEmail(actor: User, config: TestEmail): Promise<void> {
  await spend({ limit: 'mailTestPerAccount', subject: actor.id });
  const recipient = config.testEmail ?? config.emailUser;
  await sendMail(mailAccount(config), recipient, testLetter(setting('SITE_URL')));
}
