import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryInUse } from '../testing.ts';
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

test('design §1: sign-ins and refreshes are limited per address as config.toml says', async () => {
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

test('design §1: only the secret key may speak for another address, and has no limit itself', async () => {
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

const perHour = (attempts: number) => ({ attempts, seconds: 3600 });

test('design §1: guessing one account’s password is stopped, and does not lock out its owner', async () => {
  const attempts = {
    perNetwork: { attempts: 3, seconds: 900 },
    fromUnknown: perHour(5),
    perUnknownNetwork: perHour(2),
  };
  let stack = await createTestStack(database, '', { attempts });
  const { email, password } = await stack.newUser();
  const right = { email, password };
  const wrong = { email: email.toUpperCase(), password: 'wrong' };
  expect((await signInFrom(stack, '10.3.0.1', right)).status).toBe(200);
  expect((await signInFrom(stack, '2001:db8:3::1', right)).status).toBe(200);
  const guess = (from: string) => () => signInFrom(stack, from, wrong);
  const oneAddress = Array.from({ length: 4 }, () => guess('10.3.0.2'));
  expect(await statusesOf(oneAddress)).toEqual([400, 400, 400, 429]);
  const blocked = await signInFrom(stack, '10.3.0.2', right);
  expect(blocked.status).toBe(429);
  expect(blocked.json['msg']).toMatch(/to this account\. Try again in 15 minutes\.$/);
  const many = ['10.3.0.3', '10.3.0.3', '10.3.0.3', '10.3.0.3', '10.3.0.3'].map(guess);
  // The fifth failure from unknown networks was the second from here; two more follow.
  expect(await statusesOf(many)).toEqual([400, 400, 400, 400, 429]);
  // Each new network has its first attempts all the same, and one of them may be the owner’s.
  const another = [guess('10.3.0.4'), () => signInFrom(stack, '10.3.0.4', right)];
  expect(await statusesOf(another)).toEqual([400, 200]);
  // Whoever was let in is known from then on.
  const slips = ['10.3.0.4', '10.3.0.4', '10.3.0.4', '10.3.0.4'].map(guess);
  expect(await statusesOf(slips)).toEqual([400, 400, 400, 429]);
  expect((await signInFrom(stack, '10.3.0.1', right)).status).toBe(200);
  await stack.service.close();

  // A restart forgets nobody: the sessions know.
  stack = await createTestStack(database, '', {
    attempts: { ...attempts, fromUnknown: perHour(1) },
  });
  for (const known of ['10.3.0.1', '2001:db8:3::2']) {
    const tries = [guess(known), guess(known), () => signInFrom(stack, known, right)];
    expect(await statusesOf(tries)).toEqual([400, 400, 200]);
  }
  const unknown = Array.from({ length: 4 }, () => guess('10.3.0.9'));
  expect(await statusesOf(unknown)).toEqual([400, 400, 400, 429]);
  await stack.service.close();
});

const limitsOf = (attempts: Partial<Parameters<typeof createLimits>[0]['attempts']>) =>
  createLimits({
    rateLimits: { signIn: 100, refresh: 100, verification: 100 },
    attempts: {
      perNetwork: perHour(2),
      fromUnknown: perHour(100),
      perUnknownNetwork: perHour(2),
      perUnknownSite: perHour(100),
      ...attempts,
    },
  });

test('design §1: signing in resets the count of an account’s failures', () => {
  const limits = limitsOf({});
  const at = { account: 'a@b.c', address: '10.0.0.1', isKnown: false };
  for (let round = 0; round < 5; round += 1) {
    limits.attempt(at);
    limits.attempt(at).succeeded();
  }
  limits.attempt(at);
  limits.attempt(at).withdraw();
  limits.attempt(at);
  expect(() => limits.attempt(at)).toThrow(expect.objectContaining({ status: 429 }));
});

test('design §4 lock-out: all the networks of an IPv6 site together have ten networks’ attempts', () => {
  const limits = limitsOf({ fromUnknown: perHour(1), perUnknownSite: perHour(20) });
  limits.attempt({ account: 'a@b.c', address: '192.0.2.1', isKnown: false });
  const passed = (site: string) =>
    Array.from({ length: 100 }, (_, subnet) => {
      const address = `2001:db8:${site}:${subnet.toString(16)}::1`;
      try {
        limits.attempt({ account: 'a@b.c', address, isKnown: false });
        return true;
      } catch {
        return false;
      }
    }).filter(Boolean).length;
  expect(passed('5')).toBe(20);
  expect(passed('5')).toBe(0);
  expect(passed('6')).toBe(20);
});

test('decision 70: limits that have counted nothing take no memory', () => {
  const before = memoryInUse();
  const unused = Array.from({ length: 10 }, () => limitsOf({}));
  expect(memoryInUse() - before).toBeLessThan(1 << 20);
  expect(unused).toHaveLength(10);
});

test('design §4 limits: 150,000 invented accounts from as many networks fill no memory', () => {
  const limits = limitsOf({});
  const before = memoryInUse();
  for (let number = 0; number < 150_000; number += 1) {
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    const account = `${number}${'x'.repeat(200)}@example.com`;
    limits.signIn(address);
    limits.attempt({ account, address, isKnown: false });
  }
  expect(memoryInUse() - before).toBeLessThan(50 << 20);
  // What counted last is not forgotten.
  const last = { account: `149999${'x'.repeat(200)}@example.com`, isKnown: false };
  const at = { ...last, address: `10.${149_999 >> 16}.${(149_999 >> 8) & 255}.${149_999 & 255}` };
  limits.attempt(at);
  expect(() => limits.attempt(at)).toThrow('Too many attempts');
});

test('design §1: an unknown account takes as long to refuse as a known one', async () => {
  const attempts = { perNetwork: perHour(1000), fromUnknown: perHour(1000) };
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

const HERE = { party: 'here', isKnown: false };

test('design §1: hashing leaves the main thread free, and its queue has an end', async () => {
  const hasher = createHasher(10);
  const hashed = await hasher.hash('secret', HERE);
  expect(hashed).toMatch(/^\$2b\$10\$/);
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 1);
  const verified = await Promise.all([
    hasher.verify('secret', hashed, HERE),
    hasher.verify('x', hashed, HERE),
  ]);
  clearInterval(clock);
  expect(verified).toEqual([true, false]);
  expect(turns).toBeGreaterThan(10);
  expect(await hasher.verify('secret', null, HERE)).toBe(false);
  await hasher.close();

  const cheap = createHasher(4);
  const storm = await Promise.allSettled(
    Array.from({ length: 60 }, () => cheap.verify('x', null, HERE)),
  );
  const refused = storm.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ status: 429, retryAfterSeconds: 5 });
  expect(await cheap.verify('x', null, HERE)).toBe(false);
  await cheap.close();
});

test('design §4 lock-out: a flood of passwords holds up neither who is known nor who comes alone', async () => {
  const hasher = createHasher(4);
  const done: string[] = [];
  const ask = (party: string, isKnown: boolean) =>
    hasher.verify('x', null, { party, isKnown }).then(
      () => done.push(party),
      () => done.push(`refused: ${party}`),
    );
  const flood = Array.from({ length: 60 }, () => ask('flood', false));
  await Promise.all([...flood, ask('another', false), ask('owner', true)]);
  // One was being hashed already, eleven too many were sent away, the last of them for somebody else.
  const hashed = done.filter((party) => !party.startsWith('refused'));
  expect(hashed.slice(0, 4)).toEqual(['flood', 'owner', 'flood', 'another']);
  expect(hashed).toHaveLength(51);
  expect(done.filter((party) => party === 'refused: flood')).toHaveLength(11);
  await hasher.close();
});
