import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeFolder, PROGRAM, startTestStack, type TestStack } from '../../stack/testing.ts';

// What GoTrue's own limits make of sign-ins through the functions. Needs one: docs/engines.md.

const GOTRUE = process.env['GOTRUE'];

const signIn = ({ url }: TestStack) => ({
  /** By the function, which names the visitor's address to GoTrue. */
  function: (address: string) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username: 'nobody', password: 'not the password' }),
    }),
  /** At GoTrue itself, by somebody who claims to be somewhere else. */
  token: (address: string, claimed: string) =>
    fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        apikey: publishableKeyOf(url),
        'content-type': 'application/json',
        'x-forwarded-for': address,
        'sb-forwarded-for': claimed,
      },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'not the password' }),
    }),
});

const keys = new Map<string, string>();
const publishableKeyOf = (url: string) => keys.get(url) ?? '';

async function startStack(env: Record<string, string>): Promise<TestStack> {
  vi.stubEnv(PROGRAM, join(import.meta.dirname, 'stack.ts'));
  const dataDir = await makeFolder();
  const limits = {
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1000',
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '150',
  };
  const stack = await startTestStack({ dataDir, env: { ...limits, ...env } });
  keys.set(stack.url, stack.publishableKey);
  return {
    ...stack,
    async [Symbol.asyncDispose]() {
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
      vi.unstubAllEnvs();
    },
  };
}

/** How often each status was answered to 40 requests, one after the other. */
async function forty(ask: () => Promise<Response>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let count = 0; count < 40; count += 1) {
    const response = await ask();
    await response.body?.cancel();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  }
  return statuses;
}

// GoTrue lets an address ask 30 times at once, and once more every two seconds.
test.skipIf(!GOTRUE).each([
  {
    where: 'hosted Supabase with its switch',
    env: { GOTRUE_RATE_LIMIT_HEADER: '', GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: 'true' },
  },
  {
    where: 'self-hosted Supabase',
    env: {
      GOTRUE_RATE_LIMIT_HEADER: 'X-Forwarded-For',
      GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: 'false',
    },
  },
])('design §4 limits: $where counts the visitor’s address, not the functions’', async ({ env }) => {
  await using stack = await startStack(env);
  const { function: login } = signIn(stack);
  const busy = await forty(() => login('203.0.113.7'));
  expect(busy[401]).toBeGreaterThanOrEqual(30);
  expect(busy[429]).toBeGreaterThan(0);
  expect((await login('203.0.113.8')).status).toBe(401);
});

test.skipIf(!GOTRUE)(
  'design §4 limits: nobody without the secret key speaks for another address',
  async () => {
    await using stack = await startStack({});
    const { token } = signIn(stack);
    let claims = 0;
    const busy = await forty(() => token('203.0.113.7', `198.51.100.${++claims}`));
    expect(busy[429]).toBeGreaterThan(0);
    expect((await token('203.0.113.8', '203.0.113.7')).status).toBe(400);
  },
);
