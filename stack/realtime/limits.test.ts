import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Limits } from './limits.ts';
import { startDatabase, startRealtime, waitFor } from './testing.ts';
import type { TestDatabase, TestRealtime, TestSocket } from './testing.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startDatabase();
  const sql = await database.connect();
  await sql.query(`create policy "Rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like 'room:%')`);
  await sql.end();
});

afterAll(() => database.stop());

async function start(limits: Partial<Limits> = {}): Promise<TestRealtime> {
  const realtime = await startRealtime(database, limits);
  onTestFinished(() => realtime.close());
  return realtime;
}

/** Joins `topics`, and says how each ended. */
async function join(one: TestSocket, token: string, ...topics: string[]): Promise<string[]> {
  for (const topic of topics) one.join(topic, topic, token);
  return Promise.all(
    topics.map(async (topic) => {
      await one.answered(topic);
      const answer = one.received.find((frame) => frame.startsWith(`["${topic}"`));
      return /"reason":"(\w+)/.exec(answer ?? '')?.[1] ?? 'ok';
    }),
  );
}

/** Sends from the database, `bytes` at once. */
async function send(topic: string, bytes: number): Promise<void> {
  const sql = await database.connect();
  await sql.query(
    `select realtime.send(jsonb_build_object('text', repeat('x', $1)), 'change', $2)`,
    [bytes, topic],
  );
  await sql.end();
}

/** The status of an upgrade that is refused; 101, and out again at once, when it is not. */
async function knock(realtime: TestRealtime, from: string): Promise<number> {
  const outcome = await realtime.open(from).catch((error: unknown) => String(error));
  if (typeof outcome === 'string') return Number(/\d{3}$/.exec(outcome)?.[0]);
  await outcome.end();
  return 101;
}

test('design §4: an office of 300 tabs behind one address comes back at once, with two channels each', async () => {
  const realtime = await start();
  const people = Array.from({ length: 60 }, () => realtime.token(randomUUID()));
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const one = await realtime.open();
      return join(one, people[index % 60] ?? '', 'room:own', 'room:admin');
    }),
  );
  expect(new Set(answers.flat())).toEqual(new Set(['ok']));
  expect(answers).toHaveLength(300);
});

test('design §4: an account has 50 sockets, and closed ones make room', async () => {
  const realtime = await start();
  const token = realtime.token(randomUUID());
  const sockets = await Promise.all(Array.from({ length: 51 }, () => realtime.open()));
  const answers = await Promise.all(sockets.map((one) => join(one, token, 'room:x')));
  expect(answers.flat().filter((answer) => answer === 'ok')).toHaveLength(50);
  const refused = sockets[answers.findIndex(([answer]) => answer !== 'ok')];
  const joined = sockets[answers.findIndex(([answer]) => answer === 'ok')];
  expect(answers.flat()).toContain('ConnectionRateLimitReached');
  await joined?.end();
  await waitFor(async () => refused && (await join(refused, token, 'room:y'))[0] === 'ok');
});

test('design §4: an account that joins again and again is told to wait, others are not', async () => {
  const realtime = await start({ joinsPerAccount: 0.001, joinsPerAccountAtOnce: 5 });
  const [loud, quiet] = [realtime.token(randomUUID()), realtime.token(randomUUID())];
  const topics = ['room:1', 'room:2', 'room:3'];
  expect(await join(await realtime.open(), loud, ...topics)).toEqual(['ok', 'ok', 'ok']);
  // From another address as well.
  expect(await join(await realtime.open('192.0.2.1'), loud, ...topics)).toEqual([
    'ok',
    'ok',
    'ClientJoinRateLimitReached',
  ]);
  expect(await join(await realtime.open(), quiet, ...topics)).toEqual(['ok', 'ok', 'ok']);
});

test('design §4: an address that joins again and again is told to wait, others are not', async () => {
  const realtime = await start({ joinsPerAddress: 0.001, joinsPerAddressAtOnce: 2 });
  const token = () => realtime.token(randomUUID());
  expect(await join(await realtime.open('2001:db8::1'), token(), 'room:1')).toEqual(['ok']);
  expect(await join(await realtime.open('2001:db8::2'), token(), 'room:1')).toEqual(['ok']);
  // The same /64.
  expect(await join(await realtime.open('2001:db8::3'), token(), 'room:1')).toEqual([
    'ClientJoinRateLimitReached',
  ]);
  expect(await join(await realtime.open('2001:db8:0:1::1'), token(), 'room:1')).toEqual(['ok']);
});

test('design §4: an address that sends too many frames is closed out, others are not', async () => {
  const realtime = await start({ framesPerAddress: 0.001, framesPerAddressAtOnce: 10 });
  const sockets = await Promise.all([1, 2, 3].map((n) => realtime.open(`2001:db8::${n}`)));
  for (const one of sockets) {
    for (let n = 0; n < 3; n += 1) one.send([null, `${n}`, 'phoenix', 'heartbeat', {}]);
  }
  expect(await Promise.any(sockets.map((one) => one.closed))).toBe(1008);
  await expect.poll(() => sockets.flatMap((one) => one.received).length).toBe(7);
  expect(await knock(realtime, '2001:db8::4')).toBe(429);
  expect(await knock(realtime, '192.0.2.1')).toBe(101);
});

test('design §4: strangers take nobody’s place: those who wait longest make room', async () => {
  const realtime = await start({ sockets: 4, socketsPerAddress: 3 });
  const token = realtime.token(randomUUID());
  const [member, first, second] = [
    await realtime.open('2001:db8::1'),
    await realtime.open('2001:db8::2'),
    await realtime.open('2001:db8::3'),
  ];
  expect(await join(member, token, 'room:x')).toEqual(['ok']);
  const third = await realtime.open('2001:db8::4');
  await first.closed;
  const fourth = await realtime.open('192.0.2.1');
  const fifth = await realtime.open('192.0.2.2');
  await second.closed;
  for (const one of [third, fourth, fifth])
    expect(await join(one, token, 'room:x')).toEqual(['ok']);
  // Now nobody is left to make room.
  expect(await knock(realtime, '192.0.2.3')).toBe(429);
  await fourth.end();
  await waitFor(async () => (await knock(realtime, '192.0.2.3')) === 101);
  expect(member.socket.readyState).toBe(member.socket.OPEN);
});

test('design §4: a socket that joins nothing is closed, whatever it says', async () => {
  const realtime = await start({ anonymousMs: 2_000 });
  const token = realtime.token(randomUUID());
  const [silent, asking, joined] = [
    await realtime.open(),
    await realtime.open(),
    await realtime.open(),
  ];
  expect(await join(joined, token, 'room:x')).toEqual(['ok']);
  expect(await join(asking, token, 'secret')).toEqual(['Unauthorized']);
  await asking.settled('heartbeat');
  expect(await Promise.all([silent.closed, asking.closed])).toEqual([1000, 1000]);
  await joined.settled('still there');
  expect(joined.received.at(-1)).toContain('still there');
});

test('design §1: a socket that says nothing, or has left its last channel, is closed', async () => {
  const realtime = await start({ idleMs: 300 });
  const token = realtime.token(randomUUID());
  const [silent, left] = [await realtime.open(), await realtime.open()];
  expect(await join(silent, token, 'room:x')).toEqual(['ok']);
  expect(await join(left, token, 'room:x')).toEqual(['ok']);
  left.send(['room:x', '2', 'realtime:room:x', 'phx_leave', {}]);
  const heartbeats = setInterval(() => left.send([null, 'h', 'phoenix', 'heartbeat', {}]), 50);
  expect(await Promise.all([silent.closed, left.closed])).toEqual([1000, 1000]);
  clearInterval(heartbeats);
});

test('design §1: a socket that sends too much is closed', async () => {
  const realtime = await start();
  const busy = await realtime.open();
  for (let n = 0; n < 50; n += 1) busy.send([null, `${n}`, 'phoenix', 'heartbeat', {}]);
  expect(await busy.closed).toBe(1008);
  expect(busy.received).toHaveLength(40);
});

test('design §4: a socket that pings without end is closed', async () => {
  const realtime = await start();
  const { socket, closed } = await realtime.open();
  let pongs = 0;
  socket.on('pong', () => (pongs += 1));
  for (let n = 0; n < 50; n += 1) socket.ping();
  expect(await closed).toBe(1008);
  expect(pongs).toBe(40);
});

test.each([
  ['socket', { socketBytes: 300_000 }],
  ['account', { accountBytes: 300_000 }],
  ['address', { addressBytes: 300_000 }],
  ['server', { totalBytes: 300_000 }],
])(
  'design §1: who does not read is cut off at the bounds of its %s, others are not held up',
  async (_, limits) => {
    const realtime = await start({ ...limits, idleMs: 600_000 });
    const [slow, quick] = [await realtime.open('192.0.2.1'), await realtime.open('192.0.2.2')];
    await join(slow, realtime.token(randomUUID()), 'room:flood');
    await join(quick, realtime.token(randomUUID()), 'room:flood');
    slow.socket.pause();
    for (let n = 0; n < 20; n += 1) {
      await send('room:flood', 250_000);
      // One at a time: two of them on their way are more than anybody may leave unread.
      await waitFor(() => quick.received.length === n + 2);
    }
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
  },
);
