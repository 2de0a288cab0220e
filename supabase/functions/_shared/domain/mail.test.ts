import { expect, test } from 'vitest';
import { emailConfigSchema, testEmailSchema } from './mail.ts';

function messages(value: unknown, schema: typeof emailConfigSchema = emailConfigSchema) {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

test('§5 e-mail configuration: every rule has its message', () => {
  expect(messages({ emailUser: 'anna', emailPass: '', emailService: '' })).toEqual({
    emailUser: 'Please enter a valid email address',
    emailPass: 'Password is required',
    emailService: 'Please select an email service',
  });
  expect(messages({})).toEqual({
    emailUser: 'Please enter a valid email address',
    emailPass: 'Password is required',
    emailService: 'Please select an email service',
  });
});

test.each(['gmail', 'outlook', 'yahoo'])(
  '§5 e-mail configuration: %s needs no server',
  (service) => {
    expect(messages({ emailUser: 'a@b.example', emailPass: 'x', emailService: service })).toEqual(
      {},
    );
  },
);

test('§5 e-mail configuration: custom asks for host, port and security', () => {
  const custom = { emailUser: 'a@b.example', emailPass: 'x', emailService: 'custom' };
  expect(messages(custom)).toEqual({
    emailHost: 'Please enter the host name of the mail server',
    emailPort: 'Please enter the port of the mail server',
    emailSecurity: 'Please select how the connection is secured',
  });
  const server = { emailHost: 'mail.example.org', emailPort: 587, emailSecurity: 'starttls' };
  expect(messages({ ...custom, ...server })).toEqual({});
  expect(messages({ ...custom, ...server, emailHost: '10.0.0.7' })).toEqual({});
  expect(messages({ ...custom, ...server, emailHost: 'https://mail' })).toHaveProperty('emailHost');
  for (const emailPort of [0, 65536, 2.5, Number.NaN]) {
    expect(messages({ ...custom, ...server, emailPort })).toEqual({
      emailPort: 'Port must be a number from 1 to 65535',
    });
  }
});

test('§7 test e-mail: the recipient is optional and checked', () => {
  const config = { emailUser: 'a@b.example', emailPass: 'x', emailService: 'gmail' };
  expect(testEmailSchema.safeParse(config).success).toBe(true);
  expect(testEmailSchema.safeParse({ ...config, testEmail: 'nobody' }).success).toBe(false);
});
