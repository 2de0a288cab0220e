import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUsers, subscribe, until, type TestUsers } from './testing.ts';

let users: TestUsers;

beforeAll(async () => {
  users = await startUsers();
});

afterAll(() => users.stop());

test('design §7: SQL reaches every channel of the topic once and in order, and nobody else', async () => {
  const [ann, bob] = [await users.signedIn(), await users.signedIn()];
  const second = await users.signedIn(ann.sub);
  const one = await subscribe(ann.client, `user:${ann.sub}`);
  const two = await subscribe(second.client, `user:${ann.sub}`);
  const other = await subscribe(bob.client, `user:${bob.sub}`);
  for (let n = 0; n < 100; n += 1) await users.send(`user:${ann.sub}`, { n });
  await users.last(`user:${ann.sub}`, one, two);
  await users.last(`user:${bob.sub}`, other);
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  for (const { messages } of [one, two]) {
    expect(messages.slice(0, -1).map((message) => message.payload['n'])).toEqual(numbers);
  }
  expect(other.messages).toHaveLength(1);
});

test('design §7: private and public topics of one name never meet', async () => {
  const { sub, client } = await users.signedIn();
  const stranger = await users.signedIn();
  const open = await subscribe(stranger.client, `user:${sub}`, { private: false });
  const own = await subscribe(client, `user:${sub}`);
  await users.last(`user:${sub}`, own);
  await users.sql.query(`select realtime.send('{"last":true}', 'change', $1, false)`, [
    `user:${sub}`,
  ]);
  await until(() => open.messages.length > 0);
  expect(open.messages).toHaveLength(1);
  expect(own.messages).toHaveLength(1);
});

test.each([20_000, 200_000])('design §7: a payload of %i bytes arrives whole', async (size) => {
  const { sub, client } = await users.signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await users.send(`user:${sub}`, { text: 'ü'.repeat(size / 2), last: true });
  await until(() => own.messages.length > 0);
  expect(own.messages[0]?.payload['text']).toBe('ü'.repeat(size / 2));
});

test('design §7: bytes sent by SQL arrive as bytes', async () => {
  const { sub, client } = await users.signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await users.sql.query(`select realtime.send_binary('\\x0102ff'::bytea, 'raw', $1)`, [
    `user:${sub}`,
  ]);
  await until(() => own.messages.length > 0);
  const payload: unknown = own.messages[0]?.payload;
  expect(payload instanceof ArrayBuffer && [...new Uint8Array(payload)]).toEqual([1, 2, 255]);
});

test('design §7: what one may not send is dropped, over the socket and over HTTP', async () => {
  const { sub, client } = await users.signedIn();
  const own = await subscribe(client, `user:${sub}`, { ack: true, self: true });
  const sending = own.channel.send(
    { type: 'broadcast', event: 'forged', payload: {} },
    { timeout: 500 },
  );
  await expect(sending).resolves.toBe('timed out');
  await expect(own.channel.httpSend('forged', {})).rejects.toThrow('Unauthorized');
  await users.last(`user:${sub}`, own);
  expect(own.messages).toHaveLength(1);
});

test('design §7: what one may send reaches the others, over the socket and over HTTP', async () => {
  const [ann, bob] = [await users.signedIn(), await users.signedIn()];
  const speaker = await subscribe(ann.client, 'hall', { ack: true });
  const hearer = await subscribe(bob.client, 'hall');
  await expect(
    speaker.channel.send({ type: 'broadcast', event: 'a', payload: { n: 1 } }),
  ).resolves.toBe('ok');
  await expect(speaker.channel.httpSend('b', { n: 2 })).resolves.toEqual({ success: true });
  await until(() => hearer.messages.length === 2);
  expect(hearer.messages.map(({ event, payload }) => [event, payload['n']])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(speaker.messages.map(({ event }) => event)).toEqual(['b']);
});

test('design §7: a batch over HTTP drops what is not allowed and answers 202', async () => {
  const [ann, bob] = [await users.signedIn(), await users.signedIn()];
  const hall = await subscribe(ann.client, 'hall');
  const own = await subscribe(bob.client, `user:${bob.sub}`);
  const post = (body: string) =>
    fetch(`http://${users.realtime.address}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: users.realtime.context.publishableKey,
        authorization: `Bearer ${users.realtime.token(ann.sub)}`,
      },
      body,
    });
  const message = { event: 'e', payload: {}, private: true };
  const messages = [
    { ...message, topic: 'hall' },
    { ...message, topic: `user:${bob.sub}` },
  ];
  expect((await post(JSON.stringify({ messages }))).status).toBe(202);
  expect((await post('{')).status).toBe(422);
  expect((await post(JSON.stringify({ messages: [{ topic: '' }] }))).status).toBe(422);
  await until(() => hall.messages.length === 1);
  await users.last(`user:${bob.sub}`, own);
  expect(own.messages).toHaveLength(1);
});

test('design §7: HTTP refuses callers without a key', async () => {
  const url = `http://${users.realtime.address}/realtime/v1/api/broadcast`;
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await fetch(`${url}/nowhere`, { method: 'POST' })).status).toBe(404);
});

test('design §7: presence shows who is there and who has gone', async () => {
  const [ann, bob] = [await users.signedIn(), await users.signedIn()];
  const room = (client: typeof ann.client, key: string): Promise<RealtimeChannel> =>
    new Promise((resolve) => {
      const channel = client.channel('room', { config: { presence: { key } } });
      channel.on('presence', { event: 'sync' }, () => undefined);
      channel.subscribe(
        (status) => status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && resolve(channel),
      );
    });
  const one = await room(ann.client, 'ann');
  expect(await one.track({ mood: 'fine' })).toBe('ok');
  const two = await room(bob.client, 'bob');
  await until(() => two.presenceState()['ann']);
  expect(two.presenceState()['ann']).toMatchObject([{ mood: 'fine' }]);
  await two.track({});
  await until(() => one.presenceState()['bob']);
  await bob.client.removeChannel(two);
  await until(() => !one.presenceState()['bob']);
});

test('design §7: a channel may ask for its last messages, each of which it gets once', async () => {
  const { sub, client } = await users.signedIn();
  const since = Date.now() - 1_000;
  for (let n = 0; n < 4; n += 1) await users.send(`user:${sub}`, { n });
  const own = await subscribe(client, `user:${sub}`, { replay: { since, limit: 3 } });
  await users.last(`user:${sub}`, own);
  expect(own.messages.map(({ payload }) => payload['n'])).toEqual([1, 2, 3, undefined]);
});

test('design §7: postgres_changes is refused with a reason', async () => {
  const { client } = await users.signedIn();
  const status = await new Promise<string>((resolve) => {
    client
      .channel('changes')
      .on('postgres_changes', { event: '*', schema: 'public' }, () => undefined)
      .subscribe((_, error) => error && resolve(error.message));
  });
  expect(status).toContain('Postgres changes are not available');
});
