import { expect, test } from 'vitest';
import { mailFailure } from './failure.ts';

const account = {
  service: 'custom',
  host: 'mail.example.org',
  port: 587,
  security: 'starttls',
  user: 'post@example.org',
  password: 'app-password',
} as const;

function failure(message: string, properties: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(message), properties);
}

test.each([
  [
    failure('Invalid login: 535 app-password', { code: 'EAUTH', responseCode: 535 }),
    /password of post@example.org/,
  ],
  [
    failure('getaddrinfo ENOTFOUND', { code: 'EDNS', originalCode: 'ENOTFOUND' }),
    /no mail server with the name/,
  ],
  [failure('connect ECONNREFUSED', { code: 'ESOCKET' }), /refused the connection/],
  [new AggregateError([failure('connect ECONNREFUSED ::1:587')], ''), /refused the connection/],
  [failure('self-signed certificate', { code: 'ESOCKET' }), /certificate of mail.example.org/],
  [
    failure('x', { originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    /certificate of mail.example.org/,
  ],
  [failure('unable to verify the first certificate'), /certificate of mail.example.org/],
  [failure('Connection timeout', { code: 'ETIMEDOUT' }), /did not answer within 10 seconds/],
  [failure('wrong version number', { code: 'ESOCKET' }), /does not speak TLS/],
  [failure('Server does not support STARTTLS', { code: 'ETLS' }), /does not speak TLS/],
  [failure('x', { code: 'EENVELOPE', responseCode: 550 }), /refused the sender or the recipient/],
  [failure('read ECONNRESET', { code: 'ESOCKET' }), /closed the connection/],
  [failure('x', { code: 'EMESSAGE', responseCode: 452 }), /refused the mail \(code 452\)/],
  ['nonsense', /could not be handed/],
])('§8 e-mail: %s is said in words that help', (error, message) => {
  const told = mailFailure(error, account, false);
  expect(told).toMatchObject({ status: 422, code: 'mail_failed' });
  expect(told.message).toMatch(message);
  expect(told.message).not.toContain(account.password);
});

test.each([
  failure('getaddrinfo ENOTFOUND', { code: 'EDNS', originalCode: 'ENOTFOUND' }),
  failure('connect ECONNREFUSED', { code: 'ESOCKET' }),
  failure('Connection timeout', { code: 'ETIMEDOUT' }),
  failure('wrong version number', { code: 'ESOCKET' }),
  failure('read ECONNRESET', { code: 'ESOCKET' }),
])(
  '§8 e-mail: of a known service nobody is asked to check what the form has no field for (%s)',
  (error) => {
    const gmail = { ...account, service: 'gmail', host: 'smtp.gmail.com', port: 465 } as const;
    const { message } = mailFailure(error, gmail, false);
    expect(message).toContain('smtp.gmail.com');
    expect(message).toContain("check this server's own connection to the internet");
    expect(message).not.toMatch(/check (the )?(host|port)/);
  },
);

test('§8 e-mail: on supabase.com the ports 25 and 587 are said to be closed, and 465 is offered', () => {
  const timeout = failure('Connection timeout', { code: 'ETIMEDOUT' });
  for (const port of [25, 587]) {
    const { message } = mailFailure(timeout, { ...account, port }, true);
    expect(message).toMatch(/reach no mail server by the ports 25 and 587\. Use port 465 with TLS/);
  }
  const outlook = { ...account, service: 'outlook', host: 'smtp-mail.outlook.com' } as const;
  expect(mailFailure(timeout, outlook, true).message).toMatch(/has no other: use another provider/);
  for (const [port, isHosted] of [
    [465, true],
    [587, false],
  ] as const) {
    const { message } = mailFailure(timeout, { ...account, port }, isHosted);
    expect(message).toMatch(/did not answer within 10 seconds/);
  }
});
