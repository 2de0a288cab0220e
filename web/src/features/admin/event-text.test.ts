import { expect, test } from 'vitest';
import { eventText } from './event-text.ts';

const event = { id: 1, createdAt: '2026-01-05T12:00:00+00:00', actor: 'ada', target: 'bob', detail: {} };

test.each([
  [{ action: 'grant_admin' }, 'ada made bob an administrator'],
  [{ action: 'revoke_admin' }, 'ada took administrator rights from bob'],
  [{ action: 'reset_password' }, 'ada reset the password of bob'],
  [{ action: 'reset_password', target: null }, 'ada reset the password of a deleted user'],
  [{ action: 'grant_admin', actor: null }, 'The operator of this server made bob an administrator'],
  [{ action: 'configure_email', target: null }, 'ada changed the email configuration'],
  [{ action: 'delete_user' }, 'ada: delete user (bob)'],
  [{ action: 'restart', target: null }, 'ada: restart'],
])('§6 administrators: %o reads %j', (change, text) => {
  expect(eventText({ ...event, ...change })).toBe(text);
});
