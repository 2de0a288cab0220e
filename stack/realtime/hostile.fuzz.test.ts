import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { memoryInUse } from '../testing.ts';
import { hostileTokens } from './hostile-tokens.ts';
import { startDatabase, startRealtime, subscribe, until } from './testing.ts';
import type { Received, TestDatabase, TestRealtime } from './testing.ts';

const MARKER = 'for the victim’s eyes';
const victim = randomUUID();
const attacker = randomUUID();

let database: TestDatabase;
let realtime: TestRealtime;
let ears: Received;
let tell: () => Promise<void>;
let stopTelling: () => Promise<void>;

beforeAll(async () => {
  database = await startDatabase();
  const sql = await database.connect();
  await sql.query(`
    create policy "Users hear their own topic" on realtime.messages for select to authenticated
      using (topic = 'user:' || (current_setting('request.jwt.claims', true)::jsonb ->> 'sub'));
  `);
  realtime = await startRealtime(database, { refusalDelayMs: 5 });
  ears = await subscribe(await realtime.client(realtime.token(victim)), `user:${victim}`);
  tell = async () => {
    await sql.query(`select realtime.send(jsonb_build_object('text', $1::text), 'change', $2)`, [
      MARKER,
      `user:${victim}`,
    ]);
  };
  stopTelling = () => sql.end();
});

afterAll(async () => {
  await realtime.close();
  await stopTelling();
  await database.stop();
});

/** Resolves when the socket is over, whoever ended it and why. */
function closed(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('close', resolve);
  });
}

/** A socket of the attacker, and everything the server ever said on it. */
async function connect() {
  const socket = new WebSocket(realtime.socketUrl());
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString()));
  // Being hung up on is what an attacker has to expect.
  socket.on('error', () => undefined);
  await new Promise((resolve) => {
    socket.once('open', resolve);
  });
  return { socket, heard };
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
        broadcast: fc.record({
          ack: fc.boolean(),
          self: fc.boolean(),
          replay: fc.option(fc.constant({ since: 0, limit: 25 })),
        }),
        presence: fc.record({
          enabled: fc.boolean(),
          key: fc.constantFrom('', victim, '__proto__'),
        }),
      }),
      access_token: token,
    }),
    fc.record({ access_token: token }),
    fc.record({
      type: fc.constantFrom('broadcast', 'presence'),
      event: fc.constantFrom('track', 'untrack', 'change', '*'),
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

test('design §7: no order of frames and no token makes a stranger hear somebody’s topic', async () => {
  const anyToken = fc.constantFrom(...hostileTokens(realtime, { attacker, victim }));
  const everything: string[] = [];
  const attack = () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(frames(anyToken), { minLength: 1, maxLength: 15 }),
        anyToken,
        async (sent, access_token) => {
          const { socket, heard } = await connect();
          const over = closed(socket);
          /** Resolves when everything before was handled, or the socket was cut off. */
          const settle = (ref: string) => {
            socket.send(`[null,"${ref}","phoenix","heartbeat",{}]`);
            const isAnswered = () =>
              heard.some((one) => one.startsWith(`[null,"${ref}","phoenix"`));
            return Promise.race([until(isAnswered), over]);
          };
          for (const frame of sent) socket.send(frame);
          const payload = { config: { private: true }, access_token };
          const topic = `realtime:user:${victim}`;
          socket.send(JSON.stringify(['end', 'end', topic, 'phx_join', payload]));
          const isJoined = () => heard.some((one) => one.startsWith('["end","end",'));
          await Promise.race([until(isJoined), over]);
          const before = ears.messages.length;
          await tell();
          await until(() => ears.messages.length > before);
          await settle('after');
          socket.close();
          await over;
          everything.push(...heard);
        },
      ),
      { numRuns: 40 },
    );
  await attack();
  const before = memoryInUse();
  everything.length = 0;
  ears.messages.length = 0;
  await attack();
  await until(() => ears.messages.length === 40);
  expect(ears.messages.every(({ payload }) => payload['text'] === MARKER)).toBe(true);
  expect(ears.statuses).toEqual(['SUBSCRIBED']);
  expect(everything.length).toBeGreaterThan(40);
  expect(everything.filter((one) => one.includes(MARKER))).toEqual([]);
  everything.length = 0;
  ears.messages.length = 0;
  expect(memoryInUse() - before).toBeLessThan(16 * 1024 * 1024);
});

test('design §7: 1,000 joins on one socket: 100 are let in, the others told why, all are let go', async () => {
  const { socket, heard } = await connect();
  const access_token = realtime.token(attacker);
  const config = { private: false, presence: { enabled: true, key: 'x' } };
  for (let n = 0; n < 1_000; n += 1) {
    socket.send(
      JSON.stringify([`${n}`, `${n}`, `realtime:room ${n}`, 'phx_join', { config, access_token }]),
    );
  }
  const replies = () => heard.filter((one) => one.includes('"phx_reply"'));
  await until(() => replies().length === 1_000);
  const welcome = replies().filter((one) => one.includes('"status":"ok"'));
  const refused = replies().filter((one) => one.includes('Too many channels'));
  expect([welcome.length, refused.length]).toEqual([100, 900]);
  const over = closed(socket);
  socket.close();
  await over;
  const next = await connect();
  next.socket.send(
    JSON.stringify(['1', '1', 'realtime:room 1', 'phx_join', { config, access_token }]),
  );
  await until(() => next.heard.some((one) => one.includes('presence_state')));
  // Whoever was there before has left no trace in the room.
  expect(next.heard.find((one) => one.includes('presence_state'))).toContain('"presence_state",{}');
  next.socket.terminate();
});

test('design §7: binary frames of any shape end their own socket at most', async () => {
  const header = fc.uint8Array({ minLength: 0, maxLength: 7 });
  const binaries = fc
    .tuple(fc.constantFrom(0, 1, 2, 3, 3, 3, 4, 255), header, fc.uint8Array({ maxLength: 400 }))
    .map(([kind, head, rest]) => Buffer.from([kind, ...head, ...rest]));
  await fc.assert(
    fc.asyncProperty(fc.array(binaries, { minLength: 1, maxLength: 6 }), async (sent) => {
      const { socket } = await connect();
      socket.send('["1","1","realtime:x","phx_join",{}]');
      for (const bytes of sent) socket.send(bytes);
      const over = closed(socket);
      socket.close();
      expect([1000, 1005, 1006, 1007]).toContain(await over);
    }),
    { numRuns: 60 },
  );
  const { socket } = await connect();
  const over = closed(socket);
  socket.send(Buffer.alloc(3_200_000, 3));
  expect(await over).toBe(1009);
  await tell();
  await until(() => ears.messages.length > 0);
});

const broadcastUrl = () => `http://${realtime.address}/realtime/v1/api/broadcast`;

function post(url: string, body: BodyInit, headers: Record<string, string>): Promise<Response> {
  const apikey = realtime.context.publishableKey;
  return fetch(url, { method: 'POST', body, headers: { apikey, ...headers } });
}

test('design §7: broadcast over HTTP refuses what is too large, of another kind, or no JSON', async () => {
  const one = `${broadcastUrl()}/room/events/e`;
  const json = { 'content-type': 'application/json' };
  const large = 'x'.repeat(3_200_000);
  const expectations: [number, Promise<Response>][] = [
    [202, post(one, '{"n":1}', json)],
    [413, post(one, JSON.stringify(large), json)],
    [413, post(broadcastUrl(), JSON.stringify({ messages: [{ payload: large }] }), json)],
    [415, post(one, '<x/>', { 'content-type': 'text/xml' })],
    [415, post(one, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    [422, post(one, '{', json)],
    [422, post(broadcastUrl(), '{"messages":{}}', json)],
    [403, post(`${broadcastUrl()}/user:${victim}/events/change?private=true`, '{}', json)],
    [401, post(one, '{}', { ...json, apikey: 'sb_publishable_guess' })],
    [404, post(`${broadcastUrl()}/%ff/events/e`, '{}', json)],
  ];
  const statuses = await Promise.all(expectations.map(async ([, answer]) => (await answer).status));
  expect(statuses).toEqual(expectations.map(([status]) => status));
});

test('design §7: broadcast over HTTP is limited for each caller, and others are not held up', async () => {
  const bearer = (sub: string) => ({ authorization: `Bearer ${realtime.token(sub)}` });
  const batch = (size: number) => {
    const messages = Array.from({ length: size }, () => ({ topic: 't', event: 'e', payload: {} }));
    return JSON.stringify({ messages });
  };
  const loud = bearer(randomUUID());
  expect((await post(broadcastUrl(), batch(200), loud)).status).toBe(202);
  expect((await post(broadcastUrl(), batch(200), loud)).status).toBe(429);
  expect((await post(broadcastUrl(), batch(201), bearer(randomUUID()))).status).toBe(422);
  expect((await post(broadcastUrl(), batch(200), bearer(randomUUID()))).status).toBe(202);
});

test('design §7: whatever is posted, with whatever token, the answer is no failure of the server', async () => {
  ears.messages.length = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...hostileTokens(realtime, { attacker, victim })),
      fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('{"messages":[]}')),
      fc.constantFrom('', `/user:${victim}/events/change?private=true`, '/a%2Fb/events/%00', '/x'),
      fc.constantFrom('application/json', 'application/octet-stream', 'text/plain', ''),
      async (token, body, path, type) => {
        const headers = { 'content-type': type, authorization: `Bearer ${token || 'x'}` };
        const { status } = await post(`${broadcastUrl()}${path}`, body, headers);
        expect([202, 401, 403, 404, 415, 422, 429]).toContain(status);
      },
    ),
    { numRuns: 150 },
  );
  await tell();
  await until(() => ears.messages.length > 0);
  // Nothing that was posted has reached the victim.
  expect(ears.messages).toMatchObject([{ payload: { text: MARKER } }]);
});
