import { expect, test } from 'vitest';
import { adminResetPasswordSchema } from '#domain/admin.ts';
import { entryText } from './audit-log.tsx';
import { generatePassword } from './password-rules.tsx';
import { filterUsers } from './users-panel.tsx';

const entry = {
  id: 1,
  createdAt: '2026-01-05T12:00:00+00:00',
  actor: 'ada',
  target: 'bob',
  detail: {},
};

test.each([
  [{ action: 'grant_admin' }, 'ada made bob an administrator'],
  [{ action: 'revoke_admin' }, 'ada removed bob as administrator'],
  [{ action: 'reset_password' }, 'ada reset the password of bob'],
  [{ action: 'reset_password', target: null }, 'ada reset the password of a deleted user'],
  [{ action: 'grant_admin', actor: null }, 'The operator of this server made bob an administrator'],
  [{ action: 'configure_email', target: null }, 'ada changed the email configuration'],
  [{ action: 'create_user' }, 'ada created bob'],
  [{ action: 'create_user', target: null }, 'ada created a deleted user'],
  [{ action: 'create_user', actor: null }, 'The operator of this server created bob'],
  [{ action: 'delete_user', target: 'a deleted user' }, 'ada deleted a user'],
  [
    { action: 'delete_user', actor: null, target: null },
    'The operator of this server deleted a user',
  ],
  [{ action: 'delete_user', actor: 'a deleted user' }, 'An account was deleted'],
  [{ action: 'grant_admin', actor: 'a deleted user' }, 'A deleted user made bob an administrator'],
  [
    { action: 'set_registration', target: null, detail: { mode: 'invite' } },
    'ada set registration to by invitation',
  ],
  [{ action: 'set_registration', detail: { mode: 'open' } }, 'ada set registration to open'],
  [{ action: 'set_registration', detail: { mode: 'closed' } }, 'ada set registration to closed'],
  [{ action: 'set_registration' }, 'ada set registration to something new'],
  [{ action: 'create_invitation', target: null }, 'ada invited somebody'],
  [{ action: 'revoke_invitation', target: null }, 'ada revoked an invitation'],
  [{ action: 'merge_users' }, 'ada: merge users (bob)'],
  [{ action: 'restart', target: null }, 'ada: restart'],
])('spec §6, audit log: %o reads %j', (change, text) => {
  expect(entryText({ ...entry, ...change })).toBe(text);
});

test('spec §5, administrators: a generated password always keeps the rules and never comes twice', () => {
  const passwords = Array.from({ length: 2000 }, generatePassword);
  for (const newPassword of passwords) {
    expect(newPassword).toMatch(/^[A-Za-z2-9]{4}(-[A-Za-z2-9]{4}){3}$/);
    expect(adminResetPasswordSchema.safeParse({ newPassword }).success, newPassword).toBe(true);
  }
  expect(new Set(passwords).size).toBe(passwords.length);
});

test('spec §5, administrators: what is mistaken for something else is in no generated password', () => {
  const all = Array.from({ length: 2000 }, generatePassword).join('');
  expect(all).not.toMatch(/[01OIloAEUaeu]/);
  // Nothing of the alphabet is left out: every letter comes up.
  expect(new Set(all).size).toBe('BCDFGHJKLMNPQRSTVWXZbcdfghjkmnpqrstvwxz23456789-'.length);
});

const user = (username: string, email: string | null) => ({
  id: username,
  username,
  email,
  createdAt: '2026-01-05T12:00:00+00:00',
  isAdmin: false,
  hasSecondStep: false,
});
const users = [user('Anna', null), user('bert', 'BERT@home.example'), user('Émile', null)];

test.each([
  ['', ['Anna', 'bert', 'Émile']],
  ['  ', ['Anna', 'bert', 'Émile']],
  ['ann', ['Anna']],
  ['HOME', ['bert']],
  ['émi', ['Émile']],
  ['nobody', []],
])('spec §2, Administration: %j finds %j', (search, names) => {
  expect(filterUsers(users, search).map(({ username }) => username)).toEqual(names);
});
