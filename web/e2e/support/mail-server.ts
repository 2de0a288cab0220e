import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from '@playwright/test';

/** A real SMTP server on localhost that asks for a sign-in. */
export type MailServer = AsyncDisposable & {
  port: number;
  user: string;
  password: string;
  /** Waits for a mail to this address. */
  receive(to: string): Promise<Email>;
};

/**
 * Speaks in clear, as a relay on one's own machine does: the functions trust no certificate that a
 * test could have. STARTTLS is tried in tests/functions/recovery.test.ts.
 */
export async function startMailServer(): Promise<MailServer> {
  const user = 'post@almanac.example';
  const password = 'mail-Secret-4711';
  const mails: Email[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ username, password: given }, _session, done) {
      if (username === user && given === password) done(null, { user: username });
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
    },
    onData(stream, _session, done) {
      async function take(): Promise<void> {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(Buffer.from(chunk));
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      }
      callbackify(take)(done);
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const find = (to: string) => mails.find((mail) => mail.to?.some(({ address }) => address === to));
  return {
    port,
    user,
    password,
    async receive(to) {
      await expect.poll(() => find(to) !== undefined, { timeout: 15_000 }).toBe(true);
      const mail = find(to);
      if (!mail) throw new Error(`no mail to ${to}`);
      return mail;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
