import { createTransport } from 'nodemailer';
import { mailFailure } from './failure.ts';
import type { MailContent } from './templates.ts';
import { MAIL_TIMEOUT_MS, transportOptions, type MailAccount } from './server.ts';

/**
 * Hands a letter to the account's mail server. Throws a 422 whose message says what to correct,
 * after 10 seconds at the latest.
 */
export async function sendMail(
  account: MailAccount,
  to: string,
  letter: MailContent,
): Promise<void> {
  const transport = createTransport(transportOptions(account));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('ETIMEDOUT')), MAIL_TIMEOUT_MS);
  });
  try {
    const from = { name: 'Almanac', address: account.user };
    await Promise.race([transport.sendMail({ from, to, ...letter }), late]);
  } catch (error) {
    throw mailFailure(error, account);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
