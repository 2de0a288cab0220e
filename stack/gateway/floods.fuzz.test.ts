import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryInUse } from '../testing.ts';
import { waitForEvent, requestOf, startTestGateway, statusOf, targets } from './testing.ts';
import type { TestGateway } from './testing.ts';

const MB = 1024 * 1024;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

/** After whatever came before, everybody else is served. */
async function expectService(): Promise<void> {
  const answer = await fetch(`${gateway.origin}/rest/v1/tasks`);
  expect([answer.status, await answer.json()]).toEqual([200, { path: '/rest/v1/tasks' }]);
  const page = await fetch(`${gateway.origin}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<div id="root">');
}

test('design §1: bytes that are no request leave no trace', async () => {
  const warmUp = () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ minLength: 1, maxLength: 300 }),
          fc.string({ unit: 'binary', minLength: 1 }).map((text) => Buffer.from(`${text}\r\n\r\n`)),
          fc
            .tuple(
              fc.constantFrom('GET', 'POST', 'PUT'),
              targets,
              fc.string({ unit: 'binary-ascii' }),
            )
            .map(([method, target, junk]) => Buffer.from(requestOf(method, target, `${junk}\r\n`))),
        ),
        async (bytes) => {
          const socket = await gateway.open();
          socket.end(bytes);
          socket.resume();
          await waitForEvent(socket, 'close');
        },
      ),
      { numRuns: 200 },
    );
  await warmUp();
  const before = memoryInUse();
  await warmUp();
  expect(memoryInUse() - before).toBeLessThan(8 * MB);
  await expectService();
});

test('design §1: a body of 100 MB is refused while it comes, and is never held in memory', async () => {
  gateway.passed.length = 0;
  const before = memoryInUse();
  let most = 0;
  const block = Buffer.alloc(MB, 0x20);
  const upload = async () => {
    const socket = await gateway.open();
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    const over = waitForEvent(socket, 'close');
    socket.write(requestOf('POST', '/rest/v1/tasks', `Content-Length: ${100 * MB}\r\n`));
    for (let sent = 0; sent < 100 && socket.writable; sent += 1) {
      if (!socket.write(block)) await Promise.race([waitForEvent(socket, 'drain'), over]);
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    socket.end();
    await over;
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: 8 }, upload));
  // Whoever goes on sending may miss the answer: the line is cut.
  for (const answer of answers) expect([0, 413]).toContain(statusOf(answer));
  const announced = await gateway.send(
    requestOf('POST', '/auth/v1/token', `Content-Length: ${100 * MB}\r\n`),
  );
  expect(statusOf(announced)).toBe(413);
  expect(announced).toContain('"code":"payload_too_large"');
  expect(gateway.passed).toEqual([]);
  expect(most - before).toBeLessThan(100 * MB);
  await expectService();
});

test('design §1: of many large bodies at once some are told to wait, and small ones are not held up', async () => {
  const post = async (bytes: number) => {
    const body = Buffer.alloc(bytes, 0x20);
    const answer = await fetch(`${gateway.origin}/rest/v1/tasks`, { method: 'POST', body });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('retry-after')];
  };
  expect(await post(MB)).toEqual([200, null]);
  // Those that announce much and send nothing keep their places until they are cut off.
  const idle = Array.from({ length: 4 }, async () => {
    const socket = await gateway.open();
    const over = waitForEvent(socket, 'close');
    socket.resume();
    socket.write(requestOf('POST', '/rest/v1/tasks', `Content-Length: ${MB}\r\n`));
    await over;
  });
  await expect.poll(() => post(MB)).toEqual([503, '1']);
  expect(await post(100_000)).toEqual([200, null]);
  await Promise.all(idle);
  expect(await post(MB)).toEqual([200, null]);
});

test('design §1: requests that come drop by drop are cut off, and hold up nobody', async () => {
  const drip = async (head: string, drop: string) => {
    const socket = await gateway.open();
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 50);
    await waitForEvent(socket, 'close');
    clearInterval(timer);
    return statusOf(answer);
  };
  const heads = Array.from({ length: 100 }, () =>
    drip('GET /rest/v1/tasks HTTP/1.1\r\nHost: almanac\r\n', 'X: y\r\n'),
  );
  const bodies = Array.from({ length: 20 }, () =>
    drip('POST /rest/v1/tasks HTTP/1.1\r\nHost: almanac\r\nContent-Length: 1000\r\n\r\n', 'z'),
  );
  // Others are served before the first of these is given up.
  const served = expectService().then(() => 'served');
  expect(await Promise.race([served, ...heads, ...bodies])).toBe('served');
  for (const status of await Promise.all(heads)) expect(status).toBe(408);
  for (const status of await Promise.all(bodies)) expect([0, 408]).toContain(status);
  await expectService();
});

test('design §1: bad JSON reaches the service as it is, whatever the content type says', async () => {
  gateway.passed.length = 0;
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) => {
      const answer = await fetch(`${gateway.origin}/functions/v1/account/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(body),
      });
      expect(answer.status).toBe(200);
      expect(gateway.passed.at(-1)?.bytes).toBe(body.length);
    }),
    { numRuns: 50 },
  );
});
