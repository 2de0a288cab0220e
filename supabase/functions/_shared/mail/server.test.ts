import { expect, test } from 'vitest';
import { mailAccount, transportOptions } from './server.ts';

test.each([
  ['gmail', 'smtp.gmail.com', 465, true],
  ['outlook', 'smtp-mail.outlook.com', 587, false],
  ['yahoo', 'smtp.mail.yahoo.com', 465, true],
] as const)('§5 e-mail: %s is a preset', (emailService, host, port, secure) => {
  const account = mailAccount({ emailService, emailUser: 'a@b.example', emailPass: 'p w' });
  expect(transportOptions(account)).toMatchObject({
    host,
    port,
    secure,
    requireTLS: !secure,
    ignoreTLS: false,
  });
});

test('§2 e-mail: the groups in which Google shows an app password do not matter', () => {
  const emailPass = 'abcd efgh ijkl mnop';
  const config = { emailUser: 'a@b.example', emailPass };
  expect(mailAccount({ ...config, emailService: 'gmail' }).password).toBe('abcdefghijklmnop');
  expect(mailAccount({ ...config, emailService: 'yahoo' }).password).toBe(emailPass);
});

test.each([
  ['tls', { secure: true, requireTLS: false, ignoreTLS: false }],
  ['starttls', { secure: false, requireTLS: true, ignoreTLS: false }],
  ['none', { secure: false, requireTLS: false, ignoreTLS: true }],
] as const)('§5 e-mail: custom with %s', (emailSecurity, expected) => {
  const account = mailAccount({
    emailService: 'custom',
    emailUser: 'a@b.example',
    emailPass: 'secret',
    emailHost: 'mail.example.org',
    emailPort: 2525,
    emailSecurity,
  });
  const options = transportOptions(account);
  expect(options).toMatchObject({ host: 'mail.example.org', port: 2525, ...expected });
  // Certificates are verified: nothing turns that off.
  expect(options).not.toHaveProperty('tls');
});
