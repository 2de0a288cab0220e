import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig, parseConfig } from './config.ts';

test('design §1: an empty config.toml gives the defaults of the Supabase CLI', () => {
  const { api, auth, functions } = parseConfig('');
  expect(api).toEqual({ schemas: ['public'], max_rows: 1000 });
  expect(auth).toMatchObject({ jwt_expiry: 3600, enable_signup: true, minimum_password_length: 6 });
  expect(auth.rate_limit.sign_in_sign_ups).toBe(30);
  expect(functions).toEqual({});
});

test('design §1: what the stack does not use is left to the CLI', () => {
  const text =
    '[studio]\nport = 1\n[auth.mfa.totp]\nverify_enabled = true\n[functions.api]\nverify_jwt = false';
  expect(parseConfig(text).functions).toEqual({ api: { enabled: true, verify_jwt: false } });
});

test('design §1: a faulty config.toml is named with line, or with the key and what it must be', () => {
  expect(() => parseConfig('[api]\nmax_rows = = 1', 'x.toml')).toThrow(/^x\.toml:2:\d+: /);
  expect(() => parseConfig('[auth]\njwt_expiry = "soon"', 'x.toml')).toThrow(
    'x.toml: auth.jwt_expiry: Invalid input: expected number, received string',
  );
  expect(() => parseConfig('[auth.sessions]\ntimebox = "later"')).toThrow('auth.sessions.timebox');
});

test('design §1: a missing config.toml is named', async () => {
  await expect(loadConfig('/nowhere/config.toml')).rejects.toThrow(
    '/nowhere/config.toml cannot be read',
  );
});

test('design §4: sign-up at GoTrue itself is closed, and functions check their callers themselves', () => {
  const file = join(import.meta.dirname, '../../supabase/config.toml');
  const config = parseConfig(readFileSync(file, 'utf8'));
  expect(config.auth.enable_signup).toBe(false);
  expect(Object.keys(config.functions).toSorted()).toEqual(['account', 'admin', 'api', 'dav']);
});
