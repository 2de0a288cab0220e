import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryInUse } from '../testing.ts';
import { startDatabase, startRealtime, waitFor } from './testing.ts';
import type { TestDatabase, TestRealtime, TestSocket } from './testing.ts';

const MB = 1024 * 1024;

let database: TestDatabase;
let realtime: TestRealtime;

beforeAll(async () => {
  database = await startDatabase();
  const sql = await database.connect();
  await sql.query(`create policy "Rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like 'room:%')`);
  await sql.end();
  // That a stranger's time is over is not what ends these sockets, however busy the machine is.
  realtime = await startRealtime(database, { anonymousMs: 600_000 });
});

afterAll(async () => {
  await realtime.close();
  await database.stop();
});

const many = (count: number): Promise<TestSocket[]> =>
  Promise.all(Array.from({ length: count }, () => realtime.open()));

// In one piece: a repeated string takes its memory when it is first read.
const large = Buffer.alloc(2_900_000, 'x').toString();
const join = { config: { private: true } };
const withKey = { config: { presence: { enabled: true, key: large } } };

test.each([
  ['presence key', (n: number) => ['1', '1', `realtime:${n}`, 'phx_join', withKey]],
  ['topic', (n: number) => ['1', '1', `realtime:${n}${large}`, 'phx_join', join]],
  ['event', (n: number) => ['1', '1', `realtime:${n}`, large, join]],
  ['join_ref', (n: number) => [large, '1', `realtime:${n}`, 'phx_join', join]],
  ['ref', (n: number) => ['1', large, `realtime:${n}`, 'phx_join', join]],
])('design §4: frames of strangers with a %s of 2.9 MB leave nothing behind', async (_, frame) => {
  const sockets = await many(4);
  const before = memoryInUse();
  await Promise.all(
    sockets.map(async (one) => {
      for (let n = 0; n < 3; n += 1) one.send(frame(n));
      await one.settled('last');
    }),
  );
  await waitFor(() => memoryInUse() - before < 4 * MB);
  for (const one of sockets) expect(await one.closed).not.toBe(1000);
});

test('design §4: names at their longest and answers that nobody reads take a stranger a few kB', async () => {
  const sockets = await many(100);
  const before = memoryInUse();
  const [ref, topic] = ['r'.repeat(255), 't'.repeat(240)];
  for (const { socket } of sockets) socket.pause();
  for (let n = 0; n < 20; n += 1) {
    for (const one of sockets) one.join(ref, `${topic}${n}`);
  }
  await waitFor(() => memoryInUse() - before < 100 * 10_000);
  for (const one of sockets) {
    one.socket.resume();
    await one.settled('last');
  }
  expect(sockets.every(({ received }) => received.length === 21)).toBe(true);
  await Promise.all(sockets.map((one) => one.end()));
});

test('design §4: 30,000 joins from one address leave nothing behind', async () => {
  const other = realtime.token(randomUUID());
  // Six accounts, as many sockets as the address may have.
  const tokens = Array.from({ length: 6 }, () => realtime.token(randomUUID()));
  const sockets = await many(300);
  const before = memoryInUse();
  for (let n = 0; n < 100; n += 1) {
    for (const [index, one] of sockets.entries()) {
      one.join(`${n}`, `room:${index}:${n}`, tokens[index % tokens.length]);
    }
  }
  const visitor = await realtime.open('192.0.2.1');
  visitor.join('1', 'room:x', other);
  await visitor.answered('1');
  expect(visitor.received[0]).toContain('"status":"ok"');
  await Promise.all(sockets.map((one) => one.closed));
  await waitFor(() => memoryInUse() - before < 8 * MB);
  await visitor.end();
});

test('design §4: a frame in hundreds of parts ends its socket', async () => {
  const { socket, closed } = await realtime.open('192.0.2.2');
  for (let n = 0; n < 200; n += 1) socket.send('x', { fin: false });
  expect(await closed).toBe(1008);
});

test('design §4: a frame that comes byte by byte ends its socket', async () => {
  const [host = '', port] = realtime.address.split(':');
  const raw = connect({ host, port: Number(port), noDelay: true });
  raw.on('error', () => undefined);
  const { publishableKey } = realtime.context;
  raw.write(
    `GET /realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.2\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  );
  const [answer] = (await once(raw, 'data')) as [Buffer];
  expect(answer.toString()).toContain('101 Switching Protocols');
  raw.resume();
  // A masked text frame of 20,000 bytes.
  raw.write(Buffer.from([0x81, 0xfe, 20_000 >> 8, 20_000 & 255, 0, 0, 0, 0]));
  let sent = 0;
  // Each on its own: the server reads one before the next is sent.
  for (; sent < 20_000 && !raw.closed; sent += 1) {
    raw.write('x');
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toBeLessThan(20_000);
});
