import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUsers, subscribe, waitFor, type TestUsers } from './testing.ts';

let users: TestUsers;

beforeAll(async () => {
  users = await startUsers();
});

afterAll(() => users.stop());

test('design §1: SQL reaches every channel of the topic once and in order, and nobody else', async () => {
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

test('design §4: what the database sends to a public topic reaches nobody', async () => {
  const { sub, client } = await users.signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await users.sql.query(`select realtime.send('{"public":true}', 'change', $1, false)`, [
    `user:${sub}`,
  ]);
  await users.last(`user:${sub}`, own);
  expect(own.messages).toHaveLength(1);
});

test.each([20_000, 200_000])('design §1: a payload of %i bytes arrives whole', async (size) => {
  const { sub, client } = await users.signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await users.send(`user:${sub}`, { text: 'ü'.repeat(size / 2), last: true });
  await waitFor(() => own.messages.length > 0);
  expect(own.messages[0]?.payload['text']).toBe('ü'.repeat(size / 2));
});

test('design §4: nobody sends, over the socket or over HTTP', async () => {
  const { sub, client } = await users.signedIn();
  const [own, twin] = [
    await subscribe(client, `user:${sub}`, { ack: true }),
    await subscribe((await users.signedIn(sub)).client, `user:${sub}`),
  ];
  await expect(own.channel.httpSend('forged', {})).rejects.toThrow('404');
  const message = { type: 'broadcast', event: 'forged', payload: {} } as const;
  await expect(own.channel.send(message, { timeout: 500 })).resolves.toBe('timed out');
  await users.last(`user:${sub}`, own, twin);
  expect([own.messages.length, twin.messages.length]).toEqual([1, 1]);
});

test.each([
  ['broadcast', { type: 'broadcast', event: 'forged', payload: {} }],
  ['presence', { type: 'presence', event: 'track', payload: {} }],
  ['postgres_changes', {}],
])(
  'design §4: %s as text is refused with a reason, and the channel goes on',
  async (event, payload) => {
    const sub = randomUUID();
    const one = await users.realtime.open();
    one.join('1', `user:${sub}`, users.realtime.token(sub));
    await one.answered('1');
    one.send(['1', '2', `realtime:user:${sub}`, event, payload]);
    await waitFor(() => one.received.length === 2);
    expect(one.received[1]).toContain('Sending is not available here');
    await users.send(`user:${sub}`, { n: 1 });
    await waitFor(() => one.received.length === 3);
    expect(one.received[2]).toContain('"n": 1');
    await one.end();
  },
);

test('design §1: a channel may ask for its last messages, each of which it gets once', async () => {
  const { sub, client } = await users.signedIn();
  const since = Date.now() - 1_000;
  // Who is there receives them: what is asked for afterwards is not on its way any more.
  const twin = await subscribe((await users.signedIn(sub)).client, `user:${sub}`);
  for (let n = 0; n < 4; n += 1) await users.send(`user:${sub}`, { n });
  await waitFor(() => twin.messages.length === 4);
  const own = await subscribe(client, `user:${sub}`, { replay: { since, limit: 3 } });
  await users.last(`user:${sub}`, own);
  expect(own.messages.map(({ payload }) => payload['n'])).toEqual([1, 2, 3, undefined]);
});

test('design §1: postgres_changes is refused with a reason', async () => {
  const { client } = await users.signedIn();
  const status = await new Promise<string>((resolve) => {
    client
      .channel('changes', { config: { private: true } })
      .on('postgres_changes', { event: '*', schema: 'public' }, () => undefined)
      .subscribe((_, error) => error && resolve(error.message));
  });
  expect(status).toContain('Postgres changes are not available');
});

test('design §4: presence is refused with a reason', async () => {
  const { sub, client } = await users.signedIn();
  const status = await new Promise<string>((resolve) => {
    client
      .channel(`user:${sub}`, { config: { private: true, presence: { enabled: true } } })
      .subscribe((_, error) => error && resolve(error.message));
  });
  expect(status).toContain('Presence is not available');
});

test('design §4: nothing is served over HTTP', async () => {
  const url = `http://${users.realtime.address}/realtime/v1`;
  const headers = { authorization: `Bearer ${users.realtime.token(randomUUID())}` };
  for (const path of ['/api/broadcast', '/api/broadcast/hall/events/e', '/websocket', '']) {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
