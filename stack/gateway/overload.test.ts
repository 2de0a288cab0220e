import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import {
  waitForEvent,
  LARGE_ANSWER,
  requestOf,
  startTestGateway,
  statusOf,
  type TestGateway,
} from './testing.ts';

let gateway: TestGateway | undefined;

afterEach(() => gateway?.stop());

const MANY = { total: 1000, perNetwork: 1000 };

/** As a stranger, since the programs of this machine are let through. */
const STRANGER = '127.0.0.9';

test('design §4 limits: of one network so many connections are open at a time, and others get through', async () => {
  const running = await startTestGateway({
    limits: { connections: { total: 100, perNetwork: 3 }, requests: MANY },
  });
  gateway = running;
  const health = async (from: string) => {
    const socket = await running.open(from);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.write(requestOf('GET', '/health'));
    await waitForEvent(socket, 'close');
    return statusOf(answer);
  };
  const idle = await Promise.all([1, 2, 3].map(() => running.open(STRANGER)));
  // The fourth is closed without a word.
  expect(await health(STRANGER)).toBe(0);
  expect(await health('127.0.0.10')).toBe(200);
  expect(await health('127.0.0.1')).toBe(200);
  for (const socket of idle) socket.destroy();
  await expect.poll(() => health(STRANGER)).toBe(200);
});

test('design §4 limits: a trusted proxy brings everybody’s connections, its visitors have their own requests', async () => {
  const running = await startTestGateway({
    trustedProxies: [`${STRANGER}/32`],
    limits: { connections: { total: 100, perNetwork: 3 }, requests: { total: 100, perNetwork: 2 } },
  });
  gateway = running;
  // What the visitor wrote stands before what the proxy saw.
  const visit = async (visitor: string, path: string) => {
    const socket = await running.open(STRANGER);
    socket.write(requestOf('GET', path, `X-Forwarded-For: 6.6.6.6, ${visitor}\r\n`));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return statusOf(answer.toString());
  };
  // All of a /64 is one network.
  const waiting = [1, 2].map((n) => visit(`2001:db8::${n}`, '/rest/v1/wait'));
  await expect.poll(() => running.passed.length).toBe(2);
  expect(await visit('2001:db8::3', '/rest/v1/tasks')).toBe(503);
  expect(await visit('2001:db8:0:1::3', '/rest/v1/tasks')).toBe(200);
  expect(await visit('192.0.2.7', '/rest/v1/tasks')).toBe(200);
  running.release();
  expect(await Promise.all(waiting)).toEqual([200, 200]);
  await expect.poll(() => visit('2001:db8::3', '/rest/v1/tasks')).toBe(200);
});

test('design §4 limits: whoever announces large bodies and does not send them makes room for who does', async () => {
  const running = await startTestGateway({
    patience: { head: 60_000, request: 60_000, reading: { base: 60_000, bytesPerSecond: 16_000 } },
  });
  gateway = running;
  const bytes = 300_000;
  const announce = async (from: string) => {
    const socket = await running.open(from);
    socket.write(
      `POST /rest/v1/tasks HTTP/1.1\r\nHost: almanac\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    return socket;
  };
  const four = (from: string) => Array.from({ length: 4 }, () => from);
  const slow = await announce('127.0.0.2');
  const others = [...four('127.0.0.2').slice(1), ...four('127.0.0.3'), ...four('127.0.0.4')];
  const idle = await Promise.all(others.map(announce));
  // This one has sent nearly all of it: it is not the one to go.
  slow.write(Buffer.alloc(bytes - 1));
  const ended: number[] = [];
  for (const socket of idle) {
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    socket.once('close', () => ended.push(statusOf(said)));
  }
  const upload = async () => {
    const { status } = await fetch(`${running.origin}/rest/v1/tasks`, {
      method: 'POST',
      body: Buffer.alloc(bytes),
    });
    return status;
  };
  await expect
    .poll(async () => {
      await upload();
      return ended;
    })
    .toEqual([408]);
  expect(await upload()).toBe(200);
  const heard = once(slow, 'data');
  slow.write('.');
  const [answer] = (await heard) as [Buffer];
  expect(statusOf(answer.toString())).toBe(200);
});

test('design §4 limits: whoever asks for much and does not read it is cut off', async () => {
  const over: string[] = [];
  const running = await startTestGateway({ observe: ({ path }) => over.push(path) });
  gateway = running;
  const socket = await running.open();
  socket.write(requestOf('GET', '/rest/v1/large'));
  // Nobody reads what comes: it lies in the gateway, until that gives it up.
  await expect.poll(() => over).toEqual(['/rest/v1/large']);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await waitForEvent(socket, 'close');
  expect(bytes).toBeLessThan(LARGE_ANSWER);
});

test('design §4 limits: what all together do not read has a bound, whatever time they have', async () => {
  const over: string[] = [];
  const running = await startTestGateway({
    patience: { head: 60_000, request: 60_000, reading: { base: 60_000, bytesPerSecond: 1 } },
    observe: ({ path }) => over.push(path),
  });
  gateway = running;
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) {
    const socket = await running.open(from);
    socket.write(requestOf('GET', '/rest/v1/large'));
  }
  await expect.poll(() => over.length).toBeGreaterThan(0);
  // Two of them are no more than may wait.
  expect((await fetch(`${running.origin}/health`)).status).toBe(200);
  expect(over.filter((path) => path === '/rest/v1/large')).toHaveLength(1);
});

test('design §4 limits: whoever reads, if slowly, gets the whole of it', async () => {
  const running = await startTestGateway();
  gateway = running;
  const answer = await fetch(`${running.origin}/rest/v1/large`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(bytes).toBe(LARGE_ANSWER);
});

test.each(['', 'one more byte'])(
  'design §4: a refused upgrade leaves no connection behind (%j)',
  async (late) => {
    gateway = await startTestGateway();
    const port = Number(new URL(gateway.origin).port);
    // Sends nothing more and never closes by itself.
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    let isReset = false;
    socket.on('error', () => {
      isReset = true;
    });
    socket.write('GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('404 Not Found');
    if (late) socket.write(late);
    // Only a closed connection answers what comes to it with a reset.
    await expect
      .poll(() => {
        socket.write('x');
        return isReset || socket.destroyed;
      })
      .toBe(true);
    socket.destroy();
  },
);
