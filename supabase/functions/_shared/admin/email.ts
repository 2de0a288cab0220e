import type { User } from '../callers.ts';
import type { EmailConfig, TestEmail } from '../domain/email-config.ts';
import { setting } from '../env.ts';
import { spend } from '../limits.ts';
import { testLetter } from '../mail/letters.ts';
import { sendMail } from '../mail/send.ts';
import { mailAccount } from '../mail/server.ts';
import { saveMailSettings } from '../mail/settings.ts';
import { recordEvent } from './events.ts';
import { nameOf } from './users.ts';

/** Stores how mail goes out, the password encrypted, and notes who did it. */
export async function configureEmail(actor: User, config: EmailConfig): Promise<void> {
  await saveMailSettings(config);
  await recordEvent({
    action: 'configure_email',
    actor: { id: actor.id, username: await nameOf(actor.id) },
    detail: { service: config.emailService, address: config.emailUser },
  });
}

/** Sends a test mail with the values just typed; nothing is stored. Throws 422 with what to correct. */
export async function testEmail(actor: User, config: TestEmail): Promise<void> {
  await spend({ limit: 'mailTestPerAccount', subject: actor.id });
  const recipient = config.testEmail ?? config.emailUser;
  await sendMail(mailAccount(config), recipient, testLetter(setting('SITE_URL')));
}
