import { expect, test } from 'vitest';
import { createInvitationToken, hashInvitationToken, invitationUrl } from './invitation-token.ts';

test('design §4: a token has 160 random bits, another each time, and is stored as its hash', () => {
  const tokens = Array.from({ length: 200 }, createInvitationToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{27}$/);
    expect(hashInvitationToken(` ${token}\n`)).toBe(hashInvitationToken(token));
    expect(hashInvitationToken(token)).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(new Set(tokens.map(hashInvitationToken)).size).toBe(200);
});

test('design §4: the token is in the fragment of the link, which no server is sent', () => {
  const url = new URL(invitationUrl('T0-ken_', 'https://almanac.example/somewhere'));
  expect(url.href).toBe('https://almanac.example/register#invitation=T0-ken_');
  expect(url.pathname + url.search).not.toContain('ken');
});
