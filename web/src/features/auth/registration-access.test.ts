import { expect, test } from 'vitest';
import { invitationIn, registrationAccess } from './registration-access.ts';

const form = {
  kind: 'form',
  needsSetupCode: false,
  invitation: undefined,
  email: '',
  isInvitationInvalid: false,
};
const valid = { isValid: true, email: 'bert@example.org' };
const invalid = { isValid: false, email: null };

test.each([
  ['open', undefined, undefined, form],
  ['open', 'abc', valid, { ...form, invitation: 'abc', email: 'bert@example.org' }],
  ['open', 'abc', { isValid: true, email: null }, { ...form, invitation: 'abc' }],
  ['open', 'abc', invalid, { ...form, isInvitationInvalid: true }],
  ['invite', undefined, undefined, { kind: 'by-invitation' }],
  ['invite', 'abc', valid, { ...form, invitation: 'abc', email: 'bert@example.org' }],
  ['invite', 'abc', invalid, { kind: 'invalid-invitation' }],
  ['closed', undefined, undefined, { kind: 'closed' }],
  ['closed', 'abc', valid, { kind: 'closed' }],
] as const)(
  'design §4, registration: %s, invitation %s (%o) shows %o',
  (mode, token, checked, shown) => {
    expect(registrationAccess({ mode, setup: false }, token, checked)).toEqual(shown);
    // The first account is made with the setup code, in every mode and by no invitation.
    expect(registrationAccess({ mode, setup: true }, token, checked)).toEqual({
      ...form,
      needsSetupCode: true,
    });
  },
);

test.each([
  ['#invitation=abc_-1', null, 'abc_-1'],
  ['#invitation=abc', { invitation: 'other' }, 'abc'],
  ['', { invitation: 'kept' }, 'kept'],
  ['#invitation=', { invitation: 'kept' }, 'kept'],
  ['#invitation=%20', null, undefined],
  ['#elsewhere', null, undefined],
  ['', 'unasked', undefined],
  ['', { invitation: 7 }, undefined],
  ['', { invitation: '' }, undefined],
] as const)(
  'design §4, registration: address %j with state %o has the invitation %s',
  (hash, state, token) => {
    expect(invitationIn({ hash, state })).toBe(token);
  },
);
