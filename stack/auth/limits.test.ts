import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHasher } from './hasher.ts';
import { createLimits } from './limits.ts';
import type { TestDatabase, TestStack } from './testing.ts';
import { createTestDatabase, createTestStack } from './testing.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const NOBODY = { email: 'nobody@example.com', password: 'wrong' };
const LIMITS = '[auth.rate_limit]\nsign_in_sign_ups = 3\ntoken_refresh = 2';

const statusesOf = async (requests: (() => Promise<{ status: number }>)[]) => {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await request()).status);
  return statuses;
};
const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const signInFrom = (stack: TestStack, from: string, body: object = NOBODY) =>
  stack.ask('POST', '/token?grant_type=password', body, { from });

test('design §7: sign-ins and refreshes are limited per address as config.toml says', async () => {
  const stack = await createTestStack(database, LIMITS);
  const signIn = (from: string) => () => signInFrom(stack, from);
  const four = [
    signIn('10.0.0.1'),
    signIn('10.0.0.1'),
    signIn('::ffff:10.0.0.1'),
    signIn('10.0.0.1'),
  ];
  expect(await statusesOf(four)).toEqual([400, 400, 400, 429]);
  expect(await statusesOf([signIn('10.0.0.2')])).toEqual([400]);
  const v6 = ['2001:db8::1', '2001:db8:0:0:9::1', '2001:db8::f:2', '2001:db8::3', '2001:db8:1::'];
  expect(await statusesOf(v6.map(signIn))).toEqual([400, 400, 400, 429, 400]);

  const refused = await signInFrom(stack, '10.0.0.1');
  expect(refused.json['error_code']).toBe('over_request_rate_limit');
  expect(refused.json['msg']).toMatch(/^Request rate limit reached\. Try again in 5 minutes\.$/);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(290);
  expect(wait).toBeLessThanOrEqual(300);

  const refresh = () => stack.refresh('aaaaaaaaaaaa');
  expect(await statusesOf([refresh, refresh, refresh])).toEqual([400, 400, 429]);
  await stack.service.close();
});

test('design §7: only the secret key may speak for another address, and has no limit itself', async () => {
  const stack = await createTestStack(database, LIMITS);
  const ask = (key: string, forwarded?: string) => () =>
    stack.ask('POST', '/token?grant_type=password', NOBODY, {
      key,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });
  const spoofed = ['10.1.0.1', '10.1.0.2', '10.1.0.3', '10.1.0.4'];
  const asAnyone = spoofed.map((address) => ask(stack.publishableKey, address));
  expect(await statusesOf(asAnyone)).toEqual([400, 400, 400, 429]);
  const forOne = ['10.2.0.1, 10.0.0.9', '10.2.0.1', '10.2.0.1', '10.2.0.1', '10.2.0.2'];
  const asService = forOne.map((address) => ask(stack.secretKey, address));
  expect(await statusesOf(asService)).toEqual([400, 400, 400, 429, 400]);
  const itself = Array.from({ length: 6 }, () => ask(stack.secretKey));
  expect(await statusesOf(itself)).toEqual(itself.map(() => 400));
  await stack.service.close();
});

test('design §7: guessing one account’s password is stopped, and does not lock out its owner', async () => {
  const attempts = {
    perAddress: { attempts: 3, seconds: 900 },
    perAccount: { attempts: 5, seconds: 3600 },
  };
  const stack = await createTestStack(database, '', { attempts });
  const { email, password } = await stack.newUser();
  const right = { email, password };
  const wrong = { email: email.toUpperCase(), password: 'wrong' };
  expect((await signInFrom(stack, '10.3.0.1', right)).status).toBe(200);
  const guess = (from: string) => () => signInFrom(stack, from, wrong);
  const oneAddress = Array.from({ length: 4 }, () => guess('10.3.0.2'));
  expect(await statusesOf(oneAddress)).toEqual([400, 400, 400, 429]);
  const blocked = await signInFrom(stack, '10.3.0.2', right);
  expect(blocked.status).toBe(429);
  expect(blocked.json['msg']).toMatch(/to this account\. Try again in 15 minutes\.$/);
  const many = ['10.3.0.3', '10.3.0.4', '10.3.0.5'].map(guess);
  expect(await statusesOf(many)).toEqual([400, 400, 429]);
  expect((await signInFrom(stack, '10.3.0.6', right)).status).toBe(429);
  expect((await signInFrom(stack, '10.3.0.1', right)).status).toBe(200);
  await stack.service.close();
});

test('design §7: signing in resets the count of an account’s failures', async () => {
  const limits = createLimits({
    rateLimits: { signIn: 100, refresh: 100 },
    attempts: {
      perAddress: { attempts: 2, seconds: 60 },
      perAccount: { attempts: 2, seconds: 60 },
    },
  });
  for (let round = 0; round < 5; round += 1) {
    await limits.attempt('a@b.c', '10.0.0.1');
    await (await limits.attempt('a@b.c', '10.0.0.1')).succeeded();
  }
  await expect(
    (async () => {
      for (let round = 0; round < 3; round += 1) await limits.attempt('a@b.c', '10.0.0.1');
    })(),
  ).rejects.toMatchObject({ status: 429 });
});

test('design §7: an unknown account takes as long to refuse as a known one', async () => {
  const attempts = {
    perAddress: { attempts: 1000, seconds: 60 },
    perAccount: { attempts: 1000, seconds: 60 },
  };
  const stack = await createTestStack(database, '', { bcryptCost: 8, attempts });
  const { email } = await stack.newUser();
  const time = async (body: object) => {
    const start = performance.now();
    const { status } = await stack.ask('POST', '/token?grant_type=password', body);
    expect(status).toBe(400);
    return performance.now() - start;
  };
  await time(NOBODY);
  const known: number[] = [];
  const unknown: number[] = [];
  const long: number[] = [];
  const ratios = () => [unknown, long].map((others) => median(others) / median(known));
  const isEven = () => ratios().every((ratio) => ratio > 0.7 && ratio < 1.4);
  // A busy machine gets more rounds before a difference counts: one of the server's own stays.
  for (let batch = 0; batch < 6 && !isEven(); batch += 1) {
    // Taken in turn, so that whatever else the machine does meets all three alike.
    for (let round = 0; round < 25; round += 1) {
      known.push(await time({ email, password: 'wrong' }));
      unknown.push(await time(NOBODY));
      long.push(await time({ email, password: 'x'.repeat(100) }));
    }
  }
  expect(isEven(), `unknown, long / known: ${ratios().join(', ')}`).toBe(true);
  await stack.service.close();
});

test('design §7: hashing leaves the main thread free, and its queue has an end', async () => {
  const hasher = createHasher(10);
  const hashed = await hasher.hash('secret');
  expect(hashed).toMatch(/^\$2b\$10\$/);
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 1);
  const verified = await Promise.all([hasher.verify('secret', hashed), hasher.verify('x', hashed)]);
  clearInterval(clock);
  expect(verified).toEqual([true, false]);
  expect(turns).toBeGreaterThan(10);
  expect(await hasher.verify('secret', null)).toBe(false);
  await hasher.close();

  const cheap = createHasher(4);
  const storm = await Promise.allSettled(Array.from({ length: 60 }, () => cheap.verify('x', null)));
  const refused = storm.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ status: 429, retryAfterSeconds: 5 });
  expect(await cheap.verify('x', null)).toBe(false);
  await cheap.close();
});
