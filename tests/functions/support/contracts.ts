import { randomUUID } from 'node:crypto';
import { actor, serviceRole, unique, type Actor } from '../../support/actors.ts';
import { api } from './api.ts';
import { wrong, type Contract } from './contract.ts';
import { organiser } from './contracts-organiser.ts';
import { registration } from './contracts-registration.ts';
import { security } from './contracts-security.ts';
import type { MailServer } from './mail-server.ts';

/** The part of the installation that contracts need. */
export type World = { mail(): MailServer; chief(): Actor };

const logout: Contract = { make: () => ({}), needsFreshActors: true };

const auth: Record<string, Contract> = {
  'GET /auth/user': { make: ({ username }) => ({ shows: username }) },
  'POST /auth/login': {
    make: ({ username, password }) => ({ body: { username, password } }),
    needsFreshActors: true,
    refused: ({ username, password }) => [
      wrong({ password }, 'Username is required'),
      wrong({ username }, 'Password is required'),
      { body: { username, password: 'x' }, status: 401, code: 'invalid_credentials' },
    ],
    limit: { calls: 21, status: 401, body: ({ username }) => ({ username, password: 'wrong' }) },
  },
  'POST /auth/logout': logout,
  'POST /logout': logout,
  'POST /auth/register': {
    make: () => ({ body: { username: unique('new'), password: 'secret-1', email: '' } }),
    refused: ({ username }) => [
      wrong({ username: unique('new'), password: '12345' }, 'at least 6 characters'),
      wrong({ username: ' ', password: 'secret-1' }, 'Username is required'),
      { body: { username, password: 'secret-1' }, status: 409, code: 'username_taken' },
      {
        body: { username: unique('new'), password: 'secret-1', invitation: 'never made' },
        status: 404,
        code: 'invitation_invalid',
      },
    ],
    limit: { calls: 31, status: 409, body: ({ username }) => ({ username, password: 'secret-1' }) },
  },
  'POST /auth/change-password': {
    make: ({ password }) => ({ body: { currentPassword: password, newPassword: 'Another-1' } }),
    stranger: 400,
    needsFreshActors: true,
    refused: ({ password }) => [
      wrong({ newPassword: 'Another-1' }, 'Current password is required'),
      wrong({ currentPassword: password, newPassword: '12345' }, 'at least 6 characters'),
      {
        body: { currentPassword: 'x', newPassword: 'Another-1' },
        status: 400,
        code: 'wrong_password',
      },
    ],
    limit: {
      calls: 11,
      status: 400,
      body: () => ({ currentPassword: 'x', newPassword: 'Another-1' }),
    },
  },
};

const ownAccount: Record<string, Contract> = {
  'PATCH /user/email': {
    make: ({ password }) => ({
      body: { email: `${unique('new')}@example.com`, currentPassword: password },
    }),
    stranger: 400,
    needsFreshActors: true,
    refused: async ({ password }) => {
      const email = `${unique('taken')}@example.com`;
      const id = await newUser();
      await serviceRole().from('profiles').update({ email }).eq('id', id);
      return [
        wrong({ email }, 'Current password is required'),
        wrong({ email: 'anna@', currentPassword: password }, 'valid email address'),
        { body: { email, currentPassword: 'x' }, status: 400, code: 'wrong_password' },
        { body: { email, currentPassword: password }, status: 409, code: 'email_taken' },
      ];
    },
    limit: { calls: 11, status: 400, body: () => ({ email: '', currentPassword: 'x' }) },
  },
};

async function newUser(username = unique('user')): Promise<string> {
  const { data, error } = await serviceRole().auth.admin.createUser({
    email: `${randomUUID()}@users.almanac.invalid`,
    email_confirm: true,
    user_metadata: { username },
  });
  if (error) throw error;
  return data.user.id;
}

/** Makes one user the only administrator. */
async function onlyAdministrator(id: string): Promise<void> {
  await serviceRole().from('profiles').update({ is_admin: true }).eq('id', id);
  await serviceRole().from('profiles').update({ is_admin: false }).neq('id', id);
}

/** Every route of the spec's section 7 by `METHOD /path`, as the OpenAPI document writes it. */
export function contracts({ mail, chief }: World): Record<string, Contract> {
  const config = (change = {}) => ({
    emailService: 'custom',
    emailUser: mail().user,
    emailPass: mail().password,
    emailHost: 'localhost',
    emailPort: mail().port,
    emailSecurity: 'none',
    ...change,
  });
  const configure = () =>
    api('POST', '/admin/configure-email', { token: chief().token, body: config() });
  const invalid = () => [
    wrong(config({ emailUser: 'post' }), 'Please enter a valid email address'),
    wrong(config({ emailPass: '' }), 'Password is required'),
    wrong(config({ emailService: '' }), 'Please select an email service'),
  ];
  return {
    ...auth,
    ...ownAccount,
    ...organiser,
    ...registration,
    ...security,
    'POST /auth/reset-password': {
      make: async () => {
        await configure();
        return { body: { identifier: unique('somebody') } };
      },
      refused: async () => {
        await serviceRole().from('email_settings').delete().eq('id', 1);
        return [
          wrong({ identifier: ' ' }, 'Please enter your username or email'),
          { body: { identifier: 'x' }, status: 409, code: 'mail_not_configured' },
        ];
      },
      limit: { calls: 6, status: 200, body: ({ username }) => ({ identifier: username }) },
    },
    'GET /admin/users': { make: () => ({ shows: chief().username }) },
    'DELETE /user': {
      make: async ({ password }) => {
        await onlyAdministrator(chief().id);
        return { body: { currentPassword: password } };
      },
      stranger: 400,
      needsFreshActors: true,
      refused: async ({ id, password }) => {
        await onlyAdministrator(id);
        return [
          wrong({}, 'Current password is required'),
          { body: { currentPassword: `${password}x` }, status: 400, code: 'wrong_password' },
          { body: { currentPassword: password }, status: 409, code: 'last_administrator' },
        ];
      },
      limit: {
        calls: 11,
        status: 400,
        body: () => ({ currentPassword: 'x' }),
        caller: () => actor('somebody'),
      },
    },
    'POST /admin/users': {
      make: () => ({ body: { username: unique('new'), password: 'Abcdefg1', email: null } }),
      refused: ({ username }) => [
        wrong({ username: ' ', password: 'Abcdefg1' }, 'Username is required'),
        wrong({ username: unique('new'), password: 'Abcdefgh' }, 'at least one number'),
        { body: { username, password: 'Abcdefg1' }, status: 409, code: 'username_taken' },
      ],
    },
    'DELETE /admin/users/{id}': {
      make: async () => {
        const username = unique('doomed');
        return { path: { id: await newUser(username) }, body: { username } };
      },
      refused: ({ id, username }) => [
        { body: { username: 'x' }, status: 400, code: 'name_mismatch' },
        { path: { id }, body: { username }, status: 409, code: 'own_account' },
      ],
    },
    'PATCH /admin/users/{id}/admin': {
      make: async () => ({ path: { id: await newUser() }, body: { isAdmin: false } }),
      refused: async () => {
        await serviceRole().from('profiles').update({ is_admin: false }).neq('id', chief().id);
        const path = { id: chief().id };
        const last = 'The last administrator cannot be demoted';
        return [
          wrong({ isAdmin: 'yes' }, 'isAdmin'),
          { path, body: { isAdmin: false }, status: 409, code: 'conflict', says: last },
        ];
      },
    },
    'POST /admin/users/{id}/reset-password': {
      make: async () => ({ path: { id: await newUser() }, body: { newPassword: 'Abcdefg1' } }),
      refused: () => [
        wrong({ newPassword: 'Abcdef1' }, 'Password must be at least 8 characters'),
        wrong({ newPassword: 'abcdefg1' }, 'at least one uppercase letter'),
        wrong({ newPassword: 'ABCDEFG1' }, 'at least one lowercase letter'),
        wrong({ newPassword: 'Abcdefgh' }, 'at least one number'),
      ],
    },
    'POST /admin/configure-email': { make: () => ({ body: config() }), refused: invalid },
    'POST /admin/test-email': {
      make: () => ({ body: config({ testEmail: mail().user }) }),
      refused: () => [
        ...invalid(),
        { body: config({ emailPass: 'x' }), status: 422, code: 'mail_failed', says: 'password' },
      ],
      limit: { calls: 21, status: 422, body: () => config({ emailPort: 1 }) },
    },
  };
}
