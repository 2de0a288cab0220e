import { expect, test } from 'vitest';
import { createAppPasswordToken, hashAppPasswordToken } from './app-password-token.ts';

test('design §4: an app password has 160 random bits in groups that can be typed', () => {
  const made = Array.from({ length: 200 }, createAppPasswordToken);
  expect(new Set(made).size).toBe(made.length);
  for (const one of made) expect(one).toMatch(/^([a-hj-np-z2-9]{4}-){7}[a-hj-np-z2-9]{4}$/);
  const letters = new Set(made.join('').replaceAll('-', ''));
  expect(letters.size).toBe(32);
});

test('design §4: groups and case of an app password do not count', () => {
  const one = createAppPasswordToken();
  const hash = hashAppPasswordToken(one);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashAppPasswordToken(one.replaceAll('-', ''))).toBe(hash);
  expect(hashAppPasswordToken(` ${one.toUpperCase().replaceAll('-', ' ')} `)).toBe(hash);
  expect(hashAppPasswordToken(createAppPasswordToken())).not.toBe(hash);
});

test.each([
  ['nothing', ''],
  ['a group too few', createAppPasswordToken().slice(5)],
  ['a group too many', `${createAppPasswordToken()}-abcd`],
  ['a letter that is in none', `0${createAppPasswordToken().slice(1)}`],
  ['a token of a session', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  ['an endless text', 'a'.repeat(1_000_000)],
])('design §4: %s is no app password', (_, text) => {
  expect(hashAppPasswordToken(text)).toBeNull();
});
