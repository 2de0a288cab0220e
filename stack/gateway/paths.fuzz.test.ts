import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PREFIX, requestOf, SECRET, startTestGateway, statusOf, targets } from './testing.ts';
import type { TestGateway } from './testing.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

test('design §1: no path reaches a file outside the web app or a service under another’s name', async () => {
  gateway.passed.length = 0;
  await fc.assert(
    fc.asyncProperty(targets, async (target) => {
      const answer = await gateway.send(requestOf('GET', target, 'Accept: text/html\r\n'));
      expect(statusOf(answer)).toBeGreaterThan(0);
      expect(statusOf(answer)).toBeLessThan(500);
      expect(answer).not.toContain(SECRET);
    }),
    { numRuns: 600 },
  );
  for (const { service: name, path } of gateway.passed) {
    expect(path === PREFIX[name] || path.startsWith(`${PREFIX[name]}/`), path).toBe(true);
    // What a parser further on would resolve again.
    expect(path).not.toMatch(/(^|\/)\.{1,2}(\/|$)|\\|%00/);
  }
  expect(gateway.passed.length).toBeGreaterThan(20);
});

test.each([
  ['an address in full', 'http://elsewhere.example/rest/v1/tasks', '', 400],
  ['an address of our own in full', 'http://almanac/rest/v1/tasks', '', 400],
  ['an address in full of a file', 'file:///etc/passwd', '', 400],
  ['two slashes and a host', '//elsewhere.example/secrets.json', '', 404],
  ['a path that climbs after a host', '//x/../../secrets.json', '', 400],
  ['an escaped path that climbs', '/assets/%2e%2e/%2e%2e/secrets.json', '', 400],
  ['a path that climbs by an escaped slash', '/assets/..%2f..%2fsecrets.json', '', 404],
  ['a path escaped twice', '/assets/%252e%252e/secrets.json', '', 404],
  ['an overlong dot', '/assets/%c0%ae%c0%ae/secrets.json', '', 404],
  ['a null byte', '/index.html%00.png', '', 400],
  ['a fragment', '/rest/v1#/../x', '', 200],
  ['another method in a header', '/rest/v1/tasks', 'X-HTTP-Method-Override: DELETE\r\n', 200],
  ['two lengths', '/rest/v1/tasks', 'Content-Length: 3\r\nContent-Length: 4\r\n', 400],
  [
    'a length beside chunks',
    '/rest/v1/tasks',
    'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n',
    400,
  ],
  ['a length that is none', '/rest/v1/tasks', 'Content-Length: 3x\r\n', 400],
  ['a folded header', '/rest/v1/tasks', 'X: a\r\n b\r\n', 400],
  ['a header name with a space', '/rest/v1/tasks', 'Content-Length : 3\r\n', 400],
  ['a thousand headers', '/rest/v1/tasks', 'X: y\r\n'.repeat(1000), 431],
  ['17 kB of headers', '/rest/v1/tasks', `X: ${'y'.repeat(17_000)}\r\n`, 431],
])('design §1: %s is answered in order', async (_, target, headers, status) => {
  gateway.passed.length = 0;
  const answer = await gateway.send(requestOf('GET', target, headers));
  expect(statusOf(answer)).toBe(status);
  expect(answer).not.toContain(SECRET);
  expect(gateway.passed).toHaveLength(status === 200 ? 1 : 0);
});

test('design §1: methods nobody serves are refused before a service or a file answers', async () => {
  gateway.passed.length = 0;
  for (const method of ['TRACE', 'CONNECT', 'DEBUG', 'get', 'G\u00cbT', 'POST\tX', 'PROPFIND']) {
    const answer = await gateway.send(requestOf(method, '/index.html'));
    expect([0, 400, 404, 405], `${method}: ${answer}`).toContain(statusOf(answer));
    expect(answer).not.toContain('id="root"');
  }
  expect(gateway.passed).toEqual([]);
  const head = await gateway.send(requestOf('HEAD', '/assets/app.js'));
  expect([statusOf(head), head.endsWith('\r\n\r\n')]).toEqual([200, true]);
});
