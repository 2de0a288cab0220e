import { expect, test } from 'vitest';
import { entryText } from './audit-log.tsx';

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
