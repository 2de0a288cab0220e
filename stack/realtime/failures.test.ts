import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startDatabase, startRealtime, subscribe, waitFor } from './testing.ts';
import type { TestDatabase, TestRealtime } from './testing.ts';

let database: TestDatabase;
let realtime: TestRealtime;

beforeAll(async () => {
  database = await startDatabase();
  const sql = await database.connect();
  await sql.query(`
    create policy "Everybody signed in receives everything" on realtime.messages
      for select to authenticated using (true);
  `);
  await sql.end();
  realtime = await startRealtime(database);
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

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

/** The server answers a fresh client, so it has survived whatever came before. */
async function isAlive(from = realtime): Promise<boolean> {
  const topic = randomUUID();
  const one = await member(topic, from);
  await send(topic, [1]);
  return waitFor(() => one.messages.length === 1);
}

test('design §1: after a database crash everything committed arrives once, and sockets stay up', async () => {
  const one = await member('restart');
  await send('restart', range(0, 20));
  await waitFor(() => one.messages.length === 20);
  await database.crash();
  await database.start();
  // Committed before the server listens again, or after: both must arrive.
  await send('restart', range(20, 60));
  await waitFor(() => one.messages.length >= 60);
  await send('restart', [60]);
  await waitFor(() => one.messages.some(({ payload }) => payload['n'] === 60));
  expect(one.messages.map(({ payload }) => payload['n'])).toEqual(range(0, 61));
  expect(one.statuses).toEqual(['SUBSCRIBED']);
});

test('design §1: a link cut in the middle of writing loses and doubles nothing', async () => {
  const one = await member('cut');
  const killer = await database.connect();
  const writing = send('cut', range(0, 600));
  for (const seen of [50, 200, 400]) {
    await waitFor(() => one.messages.length > seen);
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime delivery'`,
    );
  }
  await writing;
  await waitFor(() => one.messages.length >= 600);
  await killer.end();
  const numbers = one.messages.map(({ payload }) => payload['n']);
  expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(range(0, 600));
});

test('design §1: a session that ends while the database link is down is noticed afterwards', async () => {
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
  await waitFor(() => one.statuses.includes('CLOSED'));
  expect(one.system).toMatchObject([{ status: 'error' }]);
  await sql.query('alter table auth.sessions enable trigger realtime_session_end');
  await sql.end();
});

test('design §1: joins while the database is away are refused with a reason and succeed later', async () => {
  await database.crash();
  await expect(member('away')).rejects.toThrow('unable to connect to the project database');
  await database.start();
  expect(await waitFor(() => isAlive())).toBe(true);
});

test('design §1: no frame a stranger sends brings the server down', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .tuple(
        fc.option(fc.string()),
        fc.option(fc.string()),
        fc.constantFrom('realtime:x', 'realtime:', 'phoenix', 'other'),
        fc.constantFrom('phx_join', 'phx_leave', 'access_token', 'broadcast', 'heartbeat'),
        fc.jsonValue(),
      )
      .map((frame) => JSON.stringify(frame)),
    fc
      .record({ config: fc.jsonValue(), access_token: fc.jsonValue() })
      .map((payload) => JSON.stringify(['1', '1', 'realtime:x', 'phx_join', payload])),
  );
  const binaries = fc.uint8Array().map((bytes) => Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(texts, binaries), { maxLength: 12 }), async (frames) => {
      const { socket, closed } = await realtime.open();
      for (const frame of frames) socket.send(frame);
      socket.close();
      await closed;
    }),
    { numRuns: 80 },
  );
  expect(await isAlive()).toBe(true);
});

test('design §1: a heartbeat is answered', async () => {
  const one = await realtime.open();
  await one.settled('7');
  expect(one.received).toEqual(['[null,"7","phoenix","phx_reply",{"status":"ok","response":{}}]']);
  await one.end();
});

test('design §4: binary frames are dropped, and counted', async () => {
  const one = await realtime.open();
  one.socket.send(Buffer.from('[null,"7","phoenix","heartbeat",{}]'));
  await one.settled('8');
  expect(one.received).toHaveLength(1);
  for (let n = 0; n < 50; n += 1) one.socket.send(Buffer.from('x'));
  expect(await one.closed).toBe(1008);
});

test('design §1: an oversized frame closes its socket only', async () => {
  const { socket, closed } = await realtime.open();
  socket.send('x'.repeat(24_577));
  expect(await closed).toBe(1009);
  expect(await isAlive()).toBe(true);
});

test.each([
  ['no key', '?vsn=2.0.0', 401],
  ['a wrong key', '?vsn=2.0.0&apikey=sb_publishable_wrong', 401],
  ['a key that is no header', '?vsn=2.0.0&apikey=a%0Ab', 401],
  ['an unknown version', '?vsn=3.0.0', 403],
  ['no version, which means 1', '?apikey=x', 403],
  ['version 1', '?vsn=1.0.0', 403],
])('design §1: an upgrade with %s is refused', async (_, query, status) => {
  const socket = new WebSocket(`ws://${realtime.address}/realtime/v1/websocket${query}`);
  const [, response] = await once(socket, 'unexpected-response');
  expect(response.statusCode).toBe(status);
  socket.on('error', () => undefined);
  socket.terminate();
});

test('design §1: a half-written upgrade that goes away is harmless', async () => {
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

test('design §1: a server that stops says so with 1012', async () => {
  const other = await startRealtime(database);
  const { closed } = await other.open();
  await other.close();
  expect(await closed).toBe(1012);
});
