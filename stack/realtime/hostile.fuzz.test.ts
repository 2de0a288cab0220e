import { createHmac, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryInUse } from '../testing.ts';
import { startDatabase, startRealtime, subscribe, waitFor } from './testing.ts';
import type { Received, TestDatabase, TestRealtime } from './testing.ts';

const MARKER = 'for the victim’s eyes';
const victim = randomUUID();
const attacker = randomUUID();

let database: TestDatabase;
let realtime: TestRealtime;
let victimChannel: Received;
let sendMarker: () => Promise<void>;
let closeSender: () => Promise<void>;

beforeAll(async () => {
  database = await startDatabase();
  const sql = await database.connect();
  await sql.query(`
    create policy "Users receive their own topic" on realtime.messages for select to authenticated
      using (topic = 'user:' || (current_setting('request.jwt.claims', true)::jsonb ->> 'sub'));
  `);
  realtime = await startRealtime(database);
  victimChannel = await subscribe(await realtime.client(realtime.token(victim)), `user:${victim}`);
  sendMarker = async () => {
    await sql.query(`select realtime.send(jsonb_build_object('text', $1::text), 'change', $2)`, [
      MARKER,
      `user:${victim}`,
    ]);
  };
  closeSender = () => sql.end();
});

afterAll(async () => {
  await realtime.close();
  await closeSender();
  await database.stop();
});

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signedBy(secret: string, header: object, claims: object): string {
  const input = `${base64(header)}.${base64(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** Every token an attacker could come up with: their own, and such as would make them the victim. */
function hostileTokens(): string[] {
  const claims = { sub: victim, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 };
  const own = realtime.token(attacker);
  const [head = '', , signature = ''] = own.split('.');
  const { publishableKey } = realtime.context;
  return [
    own,
    `${head}.${base64(claims)}.${signature}`,
    `${base64({ alg: 'none' })}.${base64(claims)}.`,
    signedBy('guessed', { alg: 'HS256', typ: 'JWT' }, claims),
    signedBy(publishableKey, { alg: 'HS256', typ: 'JWT' }, { ...claims, role: 'service_role' }),
    signedBy(realtime.context.jwtSecret, { alg: 'HS512', typ: 'JWT' }, claims),
    realtime.token(victim, { exp: 1_000 }),
    realtime.token(victim, { exp: undefined }),
    realtime.token(victim, { role: 'postgres' }),
    realtime.token(victim, { nbf: 9e9 }),
    realtime.token(attacker, { role: 'supabase_realtime_admin' }),
    publishableKey,
    '',
    'a.b.c',
  ];
}

const topics = fc.oneof(
  fc.constantFrom(
    `realtime:user:${victim}`,
    `realtime:user:${victim.toUpperCase()}`,
    `realtime:user:${victim} `,
    `realtime:realtime:user:${victim}`,
    `realtime:private:user:${victim}`,
    `realtime:user:${attacker}`,
    'realtime:user:%',
    'realtime:*',
    'realtime:',
    'phoenix',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `realtime:${text}`),
);

const payloads = (token: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.record({
      config: fc.record({
        private: fc.constantFrom(true, true, false, null),
        broadcast: fc.record({ replay: fc.option(fc.constant({ since: 0, limit: 25 })) }),
        presence: fc.record({ enabled: fc.constantFrom(false, false, true) }),
      }),
      access_token: token,
    }),
    fc.record({ access_token: token }),
    fc.record({
      type: fc.constantFrom('broadcast', 'presence'),
      event: fc.constantFrom('track', 'change', '*'),
      payload: fc.jsonValue({ maxDepth: 2 }),
    }),
    fc.jsonValue({ maxDepth: 2 }),
  );

/** Well-formed frames in any order: leaves before joins, stale refs, tokens changed in between. */
const frames = (token: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.constantFrom('1', '2', '3', null),
      fc.constantFrom('1', '2', '3', null),
      topics,
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('phx_join', 'access_token') },
        {
          weight: 5,
          arbitrary: fc.constantFrom(
            'phx_leave',
            'broadcast',
            'presence',
            'phx_close',
            'phx_reply',
          ),
        },
        { weight: 1, arbitrary: fc.string() },
      ),
      payloads(token),
    )
    .map((frame) => JSON.stringify(frame));

test('design §1: no order of frames and no token makes a stranger receive somebody’s topic', async () => {
  const anyToken = fc.constantFrom(...hostileTokens());
  const everything: string[] = [];
  const attack = () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(frames(anyToken), { minLength: 1, maxLength: 15 }),
        anyToken,
        async (sent, token) => {
          const one = await realtime.open();
          for (const frame of sent) one.socket.send(frame);
          one.join('end', `user:${victim}`, token);
          await one.answered('end');
          const before = victimChannel.messages.length;
          await sendMarker();
          await waitFor(() => victimChannel.messages.length > before);
          await one.settled('after');
          await one.end();
          everything.push(...one.received);
        },
      ),
      { numRuns: 40 },
    );
  await attack();
  const before = memoryInUse();
  everything.length = 0;
  victimChannel.messages.length = 0;
  await attack();
  await waitFor(() => victimChannel.messages.length === 40);
  expect(victimChannel.messages.every(({ payload }) => payload['text'] === MARKER)).toBe(true);
  expect(victimChannel.statuses).toEqual(['SUBSCRIBED']);
  expect(everything.length).toBeGreaterThan(40);
  expect(everything.filter((one) => one.includes(MARKER))).toEqual([]);
  everything.length = 0;
  victimChannel.messages.length = 0;
  expect(memoryInUse() - before).toBeLessThan(16 * 1024 * 1024);
});
