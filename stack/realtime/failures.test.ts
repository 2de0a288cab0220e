import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startDatabase, startRealtime, subscribe, until } from './testing.ts';
import type { TestDatabase, TestRealtime } from './testing.ts';

let database: TestDatabase;
let realtime: TestRealtime;

beforeAll(async () => {
  database = await startDatabase();
  const sql = await database.connect();
  await sql.query(`
    create policy "Everybody signed in hears everything" on realtime.messages
      for select to authenticated using (true);
  `);
  await sql.end();
  realtime = await startRealtime(database, { refusalDelayMs: 10 });
});

afterAll(async () => {
  await realtime.close();
  await database.stop();
});

async function member(topic: string, from = realtime) {
  return subscribe(await from.client(from.token(randomUUID())), topic);
}

async function send(topic: string, numbers: number[]) {
  const sql = await database.connect();
  for (const n of numbers) {
    await sql.query(`select realtime.send(jsonb_build_object('n', $1::int), 'change', $2)`, [
      n,
      topic,
    ]);
  }
  await sql.end();
}

async function open(url = realtime.socketUrl()) {
  const socket = new WebSocket(url);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

/** The server answers a fresh client, so it has survived whatever came before. */
async function isAlive(from = realtime): Promise<boolean> {
  const topic = randomUUID();
  const one = await member(topic, from);
  await send(topic, [1]);
  return until(() => one.messages.length === 1);
}

test('design §7: after a database crash everything committed arrives once, and sockets stay up', async () => {
  const one = await member('restart');
  await send('restart', range(0, 20));
  await until(() => one.messages.length === 20);
  await database.crash();
  await database.start();
  // Committed before the server listens again, or after: both must arrive.
  await send('restart', range(20, 60));
  await until(() => one.messages.length >= 60);
  await send('restart', [60]);
  await until(() => one.messages.some(({ payload }) => payload['n'] === 60));
  expect(one.messages.map(({ payload }) => payload['n'])).toEqual(range(0, 61));
  expect(one.statuses).toEqual(['SUBSCRIBED']);
});

test('design §7: a link cut in the middle of writing loses and doubles nothing', async () => {
  const one = await member('cut');
  const killer = await database.connect();
  const writing = send('cut', range(0, 600));
  for (const seen of [50, 200, 400]) {
    await until(() => one.messages.length > seen);
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime delivery'`,
    );
  }
  await writing;
  await until(() => one.messages.length >= 600);
  await killer.end();
  const numbers = one.messages.map(({ payload }) => payload['n']);
  expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(range(0, 600));
});

test('design §7: a session that ends while the database link is down is noticed afterwards', async () => {
  const [sub, session] = [randomUUID(), randomUUID()];
  const sql = await database.connect();
  await sql.query('insert into auth.users (id) values ($1)', [sub]);
  await sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, sub]);
  const client = await realtime.client(realtime.token(sub, { session_id: session }));
  const one = await subscribe(client, 'session');
  // Without the trigger nothing is notified, which is how it looks to a server that was cut off.
  await sql.query('alter table auth.sessions disable trigger realtime_session_end');
  await sql.query('delete from auth.sessions where id = $1', [session]);
  expect(one.statuses).toEqual(['SUBSCRIBED']);
  await sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime delivery'`,
  );
  await until(() => one.statuses.includes('CLOSED'));
  expect(one.system).toMatchObject([{ status: 'error' }]);
  await sql.query('alter table auth.sessions enable trigger realtime_session_end');
  await sql.end();
});

test('design §7: joins while the database is away are refused with a reason and succeed later', async () => {
  await database.crash();
  await expect(member('away')).rejects.toThrow('unable to connect to the project database');
  await database.start();
  expect(await until(() => isAlive())).toBe(true);
});

test('design §7: no frame a stranger sends brings the server down', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .tuple(
        fc.option(fc.string()),
        fc.option(fc.string()),
        fc.constantFrom('realtime:x', 'realtime:', 'phoenix', 'other'),
        fc.constantFrom(
          'phx_join',
          'phx_leave',
          'access_token',
          'broadcast',
          'presence',
          'heartbeat',
        ),
        fc.jsonValue(),
      )
      .map((frame) => JSON.stringify(frame)),
    fc
      .record({ config: fc.jsonValue(), access_token: fc.jsonValue() })
      .map((payload) => JSON.stringify(['1', '1', 'realtime:x', 'phx_join', payload])),
  );
  const binaries = fc.uint8Array().map((bytes) => Buffer.from([3, ...bytes]));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(texts, binaries), { maxLength: 12 }), async (frames) => {
      const socket = await open();
      socket.send('["1","1","realtime:x","phx_join",{}]');
      for (const frame of frames) socket.send(frame);
      socket.close();
      await once(socket, 'close');
    }),
    { numRuns: 80 },
  );
  expect(await isAlive()).toBe(true);
});

test.each(['1.0.0', '2.0.0'])('design §7: version %s answers a heartbeat', async (version) => {
  const socket = await open(realtime.socketUrl(version));
  const object = { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7', join_ref: null };
  socket.send(
    JSON.stringify(version === '1.0.0' ? object : [null, '7', 'phoenix', 'heartbeat', {}]),
  );
  const [data] = (await once(socket, 'message')) as [Buffer];
  const payload = { status: 'ok', response: {} };
  expect(JSON.parse(data.toString())).toEqual(
    version === '1.0.0'
      ? { ...object, event: 'phx_reply', payload }
      : [null, '7', 'phoenix', 'phx_reply', payload],
  );
  socket.close();
});

test('design §7: an oversized frame closes its socket only', async () => {
  const socket = await open();
  socket.send('x'.repeat(3_200_000));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1009);
  expect(await isAlive()).toBe(true);
});

test.each([
  ['no key', '', 401],
  ['a wrong key', '?apikey=sb_publishable_wrong', 401],
  ['a key that is no header', '?apikey=a%0Ab', 401],
  ['an unknown version', '?vsn=3.0.0', 403],
])('design §7: an upgrade with %s is refused', async (_, query, status) => {
  const socket = new WebSocket(`ws://${realtime.address}/realtime/v1/websocket${query}`);
  const [, response] = await once(socket, 'unexpected-response');
  expect(response.statusCode).toBe(status);
  socket.on('error', () => undefined);
  socket.terminate();
});

test('design §7: nobody takes all the sockets, and closed ones make room', async () => {
  const strict = await startRealtime(database, { sockets: 5, socketsPerAddress: 3 });
  const from = (address: string) =>
    new WebSocket(strict.socketUrl(), { headers: { 'x-forwarded-for': address } });
  const enter = async (address: string) => {
    const socket = from(address);
    await once(socket, 'open');
    return socket;
  };
  /** 101 when let in, and at once out again. */
  const knock = (address: string) =>
    new Promise<number | undefined>((resolve) => {
      const socket = from(address);
      socket.on('error', () => undefined);
      socket.once('open', () => {
        socket.once('close', () => resolve(101));
        socket.close();
      });
      socket.once('unexpected-response', (_, { statusCode }) => {
        socket.terminate();
        resolve(statusCode);
      });
    });
  const [first] = await Promise.all([enter('a'), enter('a'), enter('a')]);
  expect(await knock('a')).toBe(429);
  await Promise.all([enter('b'), enter('c')]);
  expect(await knock('d')).toBe(429);
  first?.close();
  await until(async () => (await knock('a')) === 101);
  await strict.close();
});

test('design §7: a client that sends nothing is closed, one that sends too much loses its channel', async () => {
  const impatient = await startRealtime(database, { idleMs: 200 });
  const idle = await open(impatient.socketUrl());
  await once(idle, 'close');
  await impatient.close();
  const strict = await startRealtime(database, { eventsPerSecond: 5 });
  const busy = await open(strict.socketUrl());
  const events: string[] = [];
  busy.on('message', (data: Buffer) => events.push(JSON.parse(data.toString())[3]));
  busy.send('["1","1","realtime:x","phx_join",{}]');
  for (let n = 0; n < 20; n += 1) busy.send('["1","2","realtime:x","anything",{}]');
  await until(() => events.includes('phx_close'));
  expect(events.slice(0, 3)).toEqual(['phx_reply', 'system', 'phx_close']);
  await strict.close();
});

test('design §7: a client that does not read is cut and does not hold up the others', async () => {
  const small = await startRealtime(database, { backlogBytes: 200_000 });
  const token = small.token(randomUUID());
  const slow = await open(small.socketUrl());
  slow.send(
    JSON.stringify([
      '1',
      '1',
      'realtime:flood',
      'phx_join',
      { config: { private: true }, access_token: token },
    ]),
  );
  await once(slow, 'message');
  slow.pause();
  const quick = await member('flood', small);
  const sql = await database.connect();
  for (let n = 0; n < 60; n += 1) {
    await sql.query(
      `select realtime.send(jsonb_build_object('text', repeat('x', 500000)), 'e', 'flood')`,
    );
    // One at a time: two of them on their way are more than anybody may leave unread.
    await until(() => quick.messages.length === n + 1);
  }
  await sql.end();
  slow.resume();
  const [code] = await once(slow, 'close');
  expect(code).toBe(1006);
  await small.close();
});

test('design §7: a half-written upgrade that goes away is harmless', async () => {
  const port = Number(realtime.address.split(':')[1]);
  for (let n = 0; n < 20; n += 1) {
    const raw = connect(port, '127.0.0.1');
    raw.write(
      'GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    raw.on('error', () => undefined);
    raw.destroy();
  }
  expect(await isAlive()).toBe(true);
});

test('design §7: a server that stops says so with 1012', async () => {
  const other = await startRealtime(database);
  const socket = await open(other.socketUrl());
  const closed = once(socket, 'close');
  await other.close();
  expect((await closed)[0]).toBe(1012);
});
