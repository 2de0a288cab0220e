import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { actor } from '../support/actors.ts';
import { call } from './support/call.ts';
import { startFunction } from './support/deno.ts';
import { mailAuthority, startMailServer } from './support/mail-server.ts';

/** Takes connections and says nothing. */
async function startSilentServer(): Promise<number> {
  const server = createServer(() => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function startAdmin(settings: Record<string, string>): Promise<string> {
  const admin = await startFunction('admin', { SITE_URL: 'https://almanac.example', ...settings });
  onTestFinished(admin.stop);
  return admin.base;
}

test('spec §8 e-mail: what goes wrong is said in words that help', async () => {
  const mail = await startMailServer();
  onTestFinished(mail.close);
  const silent = await startSilentServer();
  const trusting = await startAdmin({ DENO_CERT: mailAuthority });
  // One that trusts no authority of a test.
  const wary = await startAdmin({});
  const { token } = await actor('chief', { admin: true });
  const attempt = (change: Record<string, unknown>, base = trusting) => {
    const body = {
      emailService: 'custom',
      emailUser: mail.user,
      emailPass: mail.password,
      emailHost: 'localhost',
      emailPort: mail.port,
      emailSecurity: 'starttls',
      ...change,
    };
    return call('admin/test-email', { base, token, body });
  };
  expect(await attempt({})).toMatchObject({ status: 200 });

  const start = performance.now();
  const attempts = [
    [
      attempt({ emailPort: silent, emailSecurity: 'none' }),
      `localhost:${silent} did not answer within 10 seconds. Please check host, port and security.`,
    ],
    [
      attempt({}, wary),
      'The certificate of localhost cannot be trusted: it is self-signed, expired or made out to another name.',
    ],
    [
      attempt({ emailPass: 'wrong' }),
      `localhost did not accept the password of ${mail.user}. Gmail, Outlook and Yahoo ask for an app password.`,
    ],
    [attempt({ emailPort: 1 }), 'localhost:1 refused the connection. Please check the port.'],
    [
      attempt({ emailHost: 'mail.nowhere.invalid' }),
      'There is no mail server with the name mail.nowhere.invalid. Please check the host.',
    ],
    [
      attempt({ emailSecurity: 'tls' }),
      `localhost:${mail.port} does not speak TLS the way it was asked to. Please check port and security.`,
    ],
  ] as const;
  for (const [asked, message] of attempts) {
    expect(await asked).toMatchObject({ status: 422, body: { code: 'mail_failed', message } });
  }
  expect(performance.now() - start).toBeLessThan(20_000);
});
