import { randomUUID } from 'node:crypto';
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applySchema, startDatabase, startRealtime, subscribe, until } from './testing.ts';
import type { Received, TestDatabase, TestRealtime } from './testing.ts';

let database: TestDatabase;
let realtime: TestRealtime;
let sql: Client;

beforeAll(async () => {
  database = await startDatabase();
  sql = await database.connect();
  await sql.query(`
    create policy "Users hear their own topic" on realtime.messages for select to authenticated
      using (realtime.topic() = 'user:' || (current_setting('request.jwt.claims', true)::jsonb ->> 'sub'));
    create policy "Everybody signed in hears the hall" on realtime.messages for select to authenticated
      using (realtime.topic() = 'hall');
    create policy "Everybody signed in speaks in the hall" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'hall');
  `);
  realtime = await startRealtime(database, { refusalDelayMs: 50 });
});

afterAll(async () => {
  await realtime.close();
  await sql.end();
  await database.stop();
});

const send = (topic: string, payload: unknown, event = 'change') =>
  sql.query('select realtime.send($1::jsonb, $2, $3)', [JSON.stringify(payload), event, topic]);

async function signedIn(sub: string = randomUUID(), claims: Record<string, unknown> = {}) {
  return { sub, client: await realtime.client(realtime.token(sub, claims)) };
}

/** Sends a last message and waits for it, so that nothing can still be on its way. */
async function last(topic: string, ...all: Received[]) {
  await send(topic, { last: true });
  await until(() => all.every((one) => one.messages.some((message) => message.payload['last'])));
}

test('design §7: SQL reaches every channel of the topic once and in order, and nobody else', async () => {
  const [ann, bob] = [await signedIn(), await signedIn()];
  const second = await signedIn(ann.sub);
  const one = await subscribe(ann.client, `user:${ann.sub}`);
  const two = await subscribe(second.client, `user:${ann.sub}`);
  const other = await subscribe(bob.client, `user:${bob.sub}`);
  for (let n = 0; n < 100; n += 1) await send(`user:${ann.sub}`, { n });
  await last(`user:${ann.sub}`, one, two);
  await last(`user:${bob.sub}`, other);
  const numbers = Array.from({ length: 100 }, (_, n) => n);
  for (const { messages } of [one, two]) {
    expect(messages.slice(0, -1).map((message) => message.payload['n'])).toEqual(numbers);
  }
  expect(other.messages).toHaveLength(1);
});

test('design §7: private and public topics of one name never meet', async () => {
  const { sub, client } = await signedIn();
  const stranger = await signedIn();
  const open = await subscribe(stranger.client, `user:${sub}`, { private: false });
  const own = await subscribe(client, `user:${sub}`);
  await last(`user:${sub}`, own);
  await sql.query(`select realtime.send('{"last":true}', 'change', $1, false)`, [`user:${sub}`]);
  await until(() => open.messages.length > 0);
  expect(open.messages).toHaveLength(1);
  expect(own.messages).toHaveLength(1);
});

test.each([20_000, 200_000])('design §7: a payload of %i bytes arrives whole', async (size) => {
  const { sub, client } = await signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await send(`user:${sub}`, { text: 'ü'.repeat(size / 2), last: true });
  await until(() => own.messages.length > 0);
  expect(own.messages[0]?.payload['text']).toBe('ü'.repeat(size / 2));
});

test('design §7: bytes sent by SQL arrive as bytes', async () => {
  const { sub, client } = await signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await sql.query(`select realtime.send_binary('\\x0102ff'::bytea, 'raw', $1)`, [`user:${sub}`]);
  await until(() => own.messages.length > 0);
  const payload: unknown = own.messages[0]?.payload;
  expect(payload instanceof ArrayBuffer && [...new Uint8Array(payload)]).toEqual([1, 2, 255]);
});

test.each([
  ['a stranger’s topic', {}, 'user:somebody', 'Unauthorized: You do not have permissions to read'],
  ['an expired token', { exp: 1_000 }, '', 'InvalidJWTToken: Token has expired'],
  ['a token without expiry', { exp: undefined }, '', 'Fields `role` and `exp` are required in JWT'],
  ['a database role', { role: 'postgres' }, '', 'Fields `role` and `exp` are required in JWT'],
  ['an ended session', { session_id: randomUUID() }, '', 'Session from session_id claim'],
])('design §7: join is refused for %s', async (_, claims, topic, reason) => {
  const { sub, client } = await signedIn(randomUUID(), claims);
  await expect(subscribe(client, topic || `user:${sub}`)).rejects.toThrow(reason);
});

test('design §7: join is refused for a forged, a broken and a missing token', async () => {
  const sub = randomUUID();
  const [head, , signature] = realtime.token(sub).split('.');
  const claims = Buffer.from(JSON.stringify({ sub, role: 'authenticated', exp: 9e9 }));
  const forged = await realtime.client(`${head}.${claims.toString('base64url')}.${signature}`);
  await expect(subscribe(forged, `user:${sub}`)).rejects.toThrow(
    'Failed to validate JWT signature',
  );
  const broken = await realtime.client('no.token');
  await expect(subscribe(broken, `user:${sub}`)).rejects.toThrow('is not a valid JWT');
  const nobody = await realtime.client(realtime.context.publishableKey);
  await expect(subscribe(nobody, `user:${sub}`)).rejects.toThrow('Unauthorized');
});

test('design §7: what one may not send is dropped, over the socket and over HTTP', async () => {
  const { sub, client } = await signedIn();
  const own = await subscribe(client, `user:${sub}`, { ack: true, self: true });
  const sending = own.channel.send(
    { type: 'broadcast', event: 'forged', payload: {} },
    { timeout: 500 },
  );
  await expect(sending).resolves.toBe('timed out');
  await expect(own.channel.httpSend('forged', {})).rejects.toThrow('Unauthorized');
  await last(`user:${sub}`, own);
  expect(own.messages).toHaveLength(1);
});

test('design §7: what one may send reaches the others, over the socket and over HTTP', async () => {
  const [ann, bob] = [await signedIn(), await signedIn()];
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
  const [ann, bob] = [await signedIn(), await signedIn()];
  const hall = await subscribe(ann.client, 'hall');
  const own = await subscribe(bob.client, `user:${bob.sub}`);
  const post = (body: string) =>
    fetch(`http://${realtime.address}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: realtime.context.publishableKey,
        authorization: `Bearer ${realtime.token(ann.sub)}`,
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
  await last(`user:${bob.sub}`, own);
  expect(own.messages).toHaveLength(1);
});

test('design §7: HTTP refuses callers without a key', async () => {
  const url = `http://${realtime.address}/realtime/v1/api/broadcast`;
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await fetch(`${url}/nowhere`, { method: 'POST' })).status).toBe(404);
});

test('design §7: presence shows who is there and who has gone', async () => {
  const [ann, bob] = [await signedIn(), await signedIn()];
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
  const { sub, client } = await signedIn();
  const since = Date.now() - 1_000;
  for (let n = 0; n < 4; n += 1) await send(`user:${sub}`, { n });
  const own = await subscribe(client, `user:${sub}`, { replay: { since, limit: 3 } });
  await last(`user:${sub}`, own);
  expect(own.messages.map(({ payload }) => payload['n'])).toEqual([1, 2, 3, undefined]);
});

test('design §7: the end of a session closes its channels, and only those', async () => {
  const [sub, session, kept] = [randomUUID(), randomUUID(), randomUUID()];
  await sql.query('insert into auth.users (id) values ($1)', [sub]);
  for (const id of [session, kept]) {
    await sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [id, sub]);
  }
  const gone = await signedIn(sub, { session_id: session });
  const stays = await signedIn(sub, { session_id: kept });
  const one = await subscribe(gone.client, `user:${sub}`);
  const two = await subscribe(stays.client, `user:${sub}`);
  await sql.query('delete from auth.sessions where id = $1', [session]);
  await until(() => one.statuses.includes('CLOSED'));
  expect(one.system).toMatchObject([{ status: 'error', extension: 'system' }]);
  await last(`user:${sub}`, two);
  expect(one.messages).toHaveLength(0);
  await sql.query('delete from auth.users where id = $1', [sub]);
  await until(() => two.statuses.includes('CLOSED'));
});

test('design §7: an expired token ends its channel', async () => {
  const exp = Math.floor(Date.now() / 1000) + 2;
  const { sub, client } = await signedIn(randomUUID(), { exp });
  const own = await subscribe(client, `user:${sub}`);
  await until(() => own.statuses.includes('CLOSED'));
  expect(own.system).toMatchObject([{ message: 'Token has expired 0 seconds ago' }]);
});

test('design §7: a token of somebody else ends the channel', async () => {
  const { sub, client } = await signedIn();
  const own = await subscribe(client, `user:${sub}`);
  await client.realtime.setAuth(realtime.token(randomUUID()));
  await until(() => own.statuses.includes('CLOSED'));
  expect(own.system[0]?.['message']).toContain('You do not have permissions to read');
});

test('design §7: postgres_changes is refused with a reason', async () => {
  const { client } = await signedIn();
  const status = await new Promise<string>((resolve) => {
    client
      .channel('changes')
      .on('postgres_changes', { event: '*', schema: 'public' }, () => undefined)
      .subscribe((_, error) => error && resolve(error.message));
  });
  expect(status).toContain('Postgres changes are not available');
});

test('design §7: 1,000 joins at once all succeed on few database connections', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => signedIn()));
  let most = 0;
  const watch = setInterval(() => {
    void sql
      .query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where application_name like 'realtime%'`,
      )
      .then(({ rows }) => (most = Math.max(most, rows[0]?.n ?? 0)));
  }, 50);
  const started = performance.now();
  await sql.query(`create policy "Rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like 'many:%')`);
  const joins = clients.flatMap(({ client }) =>
    Array.from({ length: 100 }, (_, n) => subscribe(client, `many:${n}`)),
  );
  await Promise.all(joins);
  clearInterval(watch);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(most).toBeLessThanOrEqual(5);
  const [first] = clients;
  await expect(first && subscribe(first.client, 'many:100')).rejects.toThrow('Too many channels');
});

test('design §7: the schema can be applied again, and partitions survive a jump of the clock', async () => {
  await applySchema(database);
  const far = '2031-05-05 12:00';
  await sql.query(
    `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
     values ('far', 'broadcast', 'e', '{}', true, $1)`,
    [far],
  );
  // As the running server does it, not as the superuser that applies the schema.
  await sql.query('set role supabase_realtime_admin');
  await sql.query(`select realtime.maintain_partitions($1::timestamp)`, [far]);
  const { rows } = await sql.query<{ home: string }>(
    `select tableoid::regclass::text as home from realtime.messages where topic = 'far'`,
  );
  expect(rows).toEqual([{ home: 'realtime.messages_2031_05_05' }]);
  await sql.query(`select realtime.maintain_partitions($1::timestamp + interval '1 day')`, [far]);
  await sql.query(`select realtime.maintain_partitions($1::timestamp + interval '5 days')`, [far]);
  await sql.query('reset role');
  const left = await sql.query(`select from realtime.messages where topic = 'far'`);
  expect(left.rowCount).toBe(0);
  await applySchema(database);
});

test('design §7: a failing send is a warning, broadcast_changes says what is wrong', async () => {
  const warnings: string[] = [];
  sql.on('notice', ({ message }) => warnings.push(message ?? ''));
  await sql.query(`select realtime.send('[1]', 'e', 't')`);
  expect(warnings).toEqual([expect.stringContaining('WarnSendingBroadcastMessage')]);
  await expect(
    sql.query(`select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 'x', 'public', null, null)`),
  ).rejects.toThrow('Failed to process the row: Unexpected operation type: TRUNCATE');
});
