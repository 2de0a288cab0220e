import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  changePasswordFormSchema,
  changePasswordSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
} from './account.ts';
import { adminResetPasswordFormSchema, adminResetPasswordSchema } from './admin.ts';

/** Messages by field, in order, as a form shows them. */
function messages(schema: z.ZodMiniType, value: unknown): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const issue of schema.safeParse(value).error?.issues ?? []) {
    (found[issue.path.join('.')] ??= []).push(issue.message);
  }
  return found;
}

test('§5 login: username and password are required', () => {
  expect(messages(loginSchema, { username: ' ', password: '' })).toEqual({
    username: ['Username is required'],
    password: ['Password is required'],
  });
  expect(loginSchema.parse({ username: ' anna ', password: ' x ' })).toEqual({
    username: 'anna',
    password: ' x ',
  });
});

test('§5 registration: the e-mail is optional', () => {
  const account = { username: 'anna', password: 'secret' };
  for (const email of [undefined, null, '', '  ', 'anna@example.com']) {
    expect(messages(registerSchema, { ...account, email })).toEqual({});
  }
  expect(messages(registerSchema, { ...account, email: 'anna' })).toEqual({
    email: ['Please enter a valid email address'],
  });
});

test('§5 registration: username and password are required', () => {
  expect(messages(registerSchema, {})).toEqual({
    username: ['Username is required'],
    password: ['Password is required'],
  });
  expect(messages(registerSchema, { username: '', password: '' })).toEqual({
    username: ['Username is required'],
    password: ['Password is required'],
  });
});

test('§9 registration: the password has 6 to 72 characters', () => {
  expect(messages(registerSchema, { username: 'anna', password: '12345' })).toEqual({
    password: ['Password must be at least 6 characters'],
  });
  expect(messages(registerSchema, { username: 'anna', password: 'x'.repeat(73) })).toEqual({
    password: ['Password must be at most 72 characters'],
  });
});

test('§5 forgot password: an identifier is required', () => {
  const message = 'Please enter your username or email';
  expect(messages(forgotPasswordSchema, { identifier: '' })).toEqual({ identifier: [message] });
  expect(messages(forgotPasswordSchema, {})).toEqual({ identifier: [message] });
});

test('§5 change password: every rule has its message', () => {
  expect(
    messages(changePasswordFormSchema, {
      currentPassword: '',
      newPassword: '',
      confirmPassword: '',
    }),
  ).toEqual({
    currentPassword: ['Current password is required'],
    newPassword: ['New password must be at least 6 characters'],
    confirmPassword: ['Please confirm your new password'],
  });
  expect(
    messages(changePasswordFormSchema, {
      currentPassword: 'old',
      newPassword: 'secret',
      confirmPassword: 'secreT',
    }),
  ).toEqual({ confirmPassword: ["Passwords don't match"] });
  expect(
    messages(changePasswordFormSchema, {
      currentPassword: 'old',
      newPassword: 'secret',
      confirmPassword: 'secret',
    }),
  ).toEqual({});
  expect(messages(changePasswordSchema, { currentPassword: 'old', newPassword: 'short' })).toEqual({
    newPassword: ['New password must be at least 6 characters'],
  });
});

test.each([
  ['Ab1', ['Password must be at least 8 characters']],
  ['abcdefg1', ['Password must contain at least one uppercase letter']],
  ['ABCDEFG1', ['Password must contain at least one lowercase letter']],
  ['Abcdefgh', ['Password must contain at least one number']],
  ['Abcdefg1', undefined],
])('§5 admin reset: %s', (newPassword, expected) => {
  expect(messages(adminResetPasswordSchema, { newPassword })['newPassword']).toEqual(expected);
});

test('§5 admin reset: the confirmation must match', () => {
  expect(
    messages(adminResetPasswordFormSchema, { newPassword: 'Abcdefg1', confirmPassword: '' }),
  ).toEqual({ confirmPassword: ["Passwords don't match"] });
});
