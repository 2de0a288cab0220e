import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { makeTestData, startTestStack } from '../stack/testing.ts';
import { usernameToEmail } from '#domain/account.ts';

/** The first account becomes administrator; the tests' own accounts are to be plain ones. */
async function createFounder(url: string, secretKey: string): Promise<void> {
  const username = `founder-${randomUUID().slice(0, 13)}`;
  const { error } = await createClient(url, secretKey).auth.admin.createUser({
    email: usernameToEmail(username),
    password: `Pw-${randomUUID()}`,
    email_confirm: true,
    user_metadata: { username },
  });
  if (error) throw error;
}

/**
 * vitest and Playwright global set-up: starts an embedded stack of its own unless ALMANAC_URL names
 * a Supabase to talk to. The tests find it by ALMANAC_URL, ALMANAC_PUBLISHABLE_KEY,
 * ALMANAC_SECRET_KEY and ALMANAC_DATABASE_URL.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { ALMANAC_URL: url, ALMANAC_SECRET_KEY: secretKey } = process.env;
  if (url && secretKey) {
    await createFounder(url, secretKey);
    return async () => undefined;
  }
  const remove = await makeTestData(['stack']);
  // All tests come from one address and sign in hundreds of times.
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '1000' } });
  process.env.ALMANAC_URL = stack.url;
  process.env.ALMANAC_PUBLISHABLE_KEY = stack.publishableKey;
  process.env.ALMANAC_SECRET_KEY = stack.secretKey;
  process.env.ALMANAC_DATABASE_URL = stack.databaseUrl;
  await createFounder(stack.url, stack.secretKey);
  return async () => {
    await stack.stop();
    await remove();
  };
}
