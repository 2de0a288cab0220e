import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

const file = (name: string) => new URL(`mail-certificate/${name}`, import.meta.url);

/** The authority that signed the mail server's certificate, as a PEM file. */
export const mailAuthority = file('ca.pem').pathname;

/** A real SMTP server on localhost: STARTTLS, then a sign-in, then mail. */
export type MailServer = {
  port: number;
  user: string;
  password: string;
  mails: Email[];
  /** How each sign-in was encrypted; empty strings were in clear. */
  ciphers: string[];
  /** Waits for a mail to this address beyond the first `seen` ones. */
  receive(to: string, seen?: number): Promise<Email>;
  close(): Promise<void>;
};

/** `isPlain`: also takes the password in clear, from whoever trusts no certificate of a test. */
export async function startMailServer({ isPlain = false } = {}): Promise<MailServer> {
  const user = 'post@almanac.example';
  const password = 'mail-Secret-4711';
  const mails: Email[] = [];
  const ciphers: string[] = [];
  const server = new SMTPServer({
    key: readFileSync(file('server.key')),
    cert: readFileSync(file('server.pem')),
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: isPlain,
    onAuth({ username, password: given }, session, done) {
      const cipher: unknown = Reflect.get(Object(session.tlsOptions), 'name');
      ciphers.push(typeof cipher === 'string' ? cipher : '');
      if (username === user && given === password) done(null, { user: username });
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
    },
    onData(stream, _session, done) {
      async function take(): Promise<void> {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(Buffer.from(chunk));
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      }
      // The client hears that the mail was taken when it can be found here.
      callbackify(take)(done);
    },
  });
  // A client that does not trust the certificate hangs up: its business, not the server's.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;

  return {
    port,
    user,
    password,
    mails,
    ciphers,
    receive: (to, seen = 0) =>
      vi.waitFor(
        () => {
          const mail = mails.filter((one) => one.to?.some(({ address }) => address === to))[seen];
          if (!mail) throw new Error(`no mail to ${to} among ${mails.length}`);
          return mail;
        },
        { timeout: 10_000, interval: 20 },
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
