import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { actor, serviceRole, unique, type Actor } from '../../support/actors.ts';
import { call, type Answer } from './call.ts';
import { startFunction, type LocalFunction } from './deno.ts';
import { mailAuthority, startMailServer, type MailServer } from './mail-server.ts';

/** A mail server, the functions that mail through it, and an administrator. */
export type PostOffice = {
  mail: MailServer;
  /** MAIL_ENCRYPTION_KEY of the functions. */
  mailKey: string;
  account: LocalFunction;
  admin: LocalFunction;
  asAdmin(path: string, body: object): Promise<Answer>;
  asNobody(path: string, body: object): Promise<Answer>;
  /** What the e-mail configuration form would send for this mail server. */
  config(change?: Record<string, unknown>): Record<string, unknown>;
  read(path: string): Promise<Answer>;
};

/**
 * Sets all of it up for a test file and puts the installation's own e-mail settings back at the
 * end. They are one row, so only one file may use this.
 */
export function usePostOffice(): PostOffice {
  // As from an address of its own, so that runs before this one do not count.
  const headers = { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') };
  const mailKey = randomBytes(32).toString('base64');
  let mail: MailServer;
  let account: LocalFunction;
  let admin: LocalFunction;
  let chief: Actor;
  let stored: object | null;

  beforeAll(async () => {
    mail = await startMailServer();
    const settings = {
      SITE_URL: 'https://almanac.example',
      MAIL_ENCRYPTION_KEY: mailKey,
      DENO_CERT: mailAuthority,
    };
    [account, admin] = await Promise.all([
      startFunction('account', settings),
      startFunction('admin', settings),
    ]);
    stored = (await serviceRole().from('email_settings').select('*').maybeSingle<object>()).data;
    chief = await actor('chief', { admin: true });
  });

  afterAll(async () => {
    await Promise.all([account.stop(), admin.stop(), mail.close()]);
    if (stored) await serviceRole().from('email_settings').upsert(stored);
    else await serviceRole().from('email_settings').delete().eq('id', 1);
  });

  return {
    mailKey,
    get mail() {
      return mail;
    },
    get account() {
      return account;
    },
    get admin() {
      return admin;
    },
    asAdmin: (path, body) => call(`admin/${path}`, { base: admin.base, token: chief.token, body }),
    asNobody: (path, body) => call(`account/${path}`, { base: account.base, body, headers }),
    read: (path) => call(path, { base: admin.base, token: chief.token, method: 'GET' }),
    config: (change = {}) => ({
      emailService: 'custom',
      emailUser: mail.user,
      emailPass: mail.password,
      emailHost: 'localhost',
      emailPort: mail.port,
      emailSecurity: 'starttls',
      ...change,
    }),
  };
}

/** A user who can be reached by mail. */
export async function reachable(name: string, options = {}): Promise<Actor & { email: string }> {
  const user = await actor(name, options);
  const email = `${unique(name)}@example.com`;
  const { error } = await serviceRole().from('profiles').update({ email }).eq('id', user.id);
  if (error) throw error;
  return { ...user, email };
}
