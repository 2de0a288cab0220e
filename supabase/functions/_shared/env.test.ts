import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { parseFactor, parseKeys, publishableKey, secretKey } from './env.ts';

function withSettings(settings: Record<string, string>) {
  vi.stubGlobal('Deno', { env: { get: (name: string) => settings[name] } });
}

afterEach(() => vi.unstubAllGlobals());

test('design §4 limits: a factor is a number above 0', () => {
  expect(['1', '1000', '0.5', '2.25'].map(parseFactor)).toEqual([1, 1000, 0.5, 2.25]);
  for (const text of [
    '',
    ' ',
    'abc',
    '0',
    '0.0',
    '-1',
    'Infinity',
    'NaN',
    '1e9',
    '9'.repeat(400),
  ]) {
    expect(parseFactor(text), text).toBeUndefined();
  }
});

test('design §4 limits: nothing that is written as a factor switches limits off', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      const factor = parseFactor(text) ?? 1;
      expect(Number.isFinite(Math.ceil(20 * factor)) && factor > 0).toBe(true);
    }),
  );
});

test('design §1: the keys of the new names come before those of the old ones', () => {
  const old = { SUPABASE_ANON_KEY: 'anon', SUPABASE_SERVICE_ROLE_KEY: 'service' };
  withSettings(old);
  expect([publishableKey(), secretKey()]).toEqual(['anon', 'service']);
  withSettings({
    ...old,
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1","other":"sb_publishable_2"}',
    SUPABASE_SECRET_KEYS: '{"default":"","scripts":"sb_secret_1"}',
  });
  expect([publishableKey(), secretKey()]).toEqual(['sb_publishable_1', 'sb_secret_1']);
  withSettings({ SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}' });
  expect(secretKey()).toBe('sb_secret_1');
  expect(publishableKey).toThrow('SUPABASE_ANON_KEY is not set');
});

test('design §1: keys that cannot be read are as if there were none', () => {
  for (const text of ['sb_secret_1', '[]', '{"default":7}', 'null', '{']) {
    expect(parseKeys(text), text).toBeUndefined();
  }
  for (const text of ['{}', '{"default":""}', 'null']) {
    withSettings({ SUPABASE_SERVICE_ROLE_KEY: 'service', SUPABASE_SECRET_KEYS: text });
    expect(secretKey(), text).toBe('service');
  }
});
