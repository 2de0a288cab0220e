import { afterAll, beforeAll, expect, test } from 'vitest';
import { unique } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { call } from './support/call.ts';
import { startFunction, type LocalFunction } from './support/deno.ts';

const EVIL = 'https://evil.example';
const SITE = 'https://almanac.example';

let account: LocalFunction;

beforeAll(async () => {
  // Behind a proxy of its own on this machine, and with settings that cannot be meant.
  account = await startFunction('account', {
    SITE_URL: SITE,
    TRUST_PROXY: 'everybody',
    RATE_LIMIT_FACTOR: 'abc',
  });
});

afterAll(() => account.stop());

const body = () => ({ username: unique('mallory'), password: 'Secret-1' });

test.each([
  ['cross-site', { origin: EVIL, 'sec-fetch-site': 'cross-site' }],
  ['same-site', { origin: 'https://www.evil.example', 'sec-fetch-site': 'same-site' }],
  ['an older browser', { origin: EVIL }],
  ['a sandbox', { origin: 'null' }],
])('design §4 other sites: %s registers nobody', async (_, headers: Record<string, string>) => {
  for (const path of ['account/register', 'account/reset-password', 'admin/test-email', 'none']) {
    const answer = await call(path, { headers, body: body() });
    expect([403, 404]).toContain(answer.status);
    if (path !== 'none') expect(answer.body).toMatchObject({ code: 'cross_site' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('design §4 other sites: own pages and programs register', async () => {
  for (const headers of [
    {},
    { origin: supabase.url, 'sec-fetch-site': 'same-origin' },
    { origin: supabase.url },
  ] as Record<string, string>[]) {
    expect((await call('account/register', { headers, body: body() })).status).toBe(201);
  }
});

test('design §4 other sites: a preflight of another site is answered with nothing', async () => {
  for (const [origin, allowed] of [
    [EVIL, null],
    [SITE, SITE],
  ] as const) {
    const answer = await fetch(`${account.base}/account/register`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed);
    expect(answer.headers.get('access-control-allow-headers') !== null).toBe(allowed !== null);
  }
});

test('design §4 limits: settings that cannot be meant open nothing, and are logged once', async () => {
  const address = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:7`;
  const tries = Array.from({ length: 31 }, async (_, n) => {
    const headers = { 'x-forwarded-for': `${address}::${n + 1}` };
    // A name that is not free: what counts is the try.
    const answer = await call('account/register', {
      base: account.base,
      headers,
      body: { username: 'x', password: 'Secret-1' },
    });
    return answer.status;
  });
  expect((await Promise.all(tries)).filter((status) => status === 429)).toHaveLength(1);
  for (const name of ['RATE_LIMIT_FACTOR', 'TRUST_PROXY']) {
    expect(account.output().split(`${name} must be `)).toHaveLength(2);
  }
});
