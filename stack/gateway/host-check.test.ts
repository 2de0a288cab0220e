import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, statusOf, type TestGateway } from './testing.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ siteUrl: 'https://Almanac.example:8443', host: '127.0.0.1' });
});

afterAll(() => gateway.stop());

const ask = (host: string, path = '/', more = '') =>
  gateway.send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`);

const PATHS = ['/', '/assets/app.js', '/config.json', '/health', '/api/tasks', '/rest/v1/tasks'];
const html = 'Accept: text/html\r\n';

test.each([
  'almanac.example',
  'ALMANAC.example:443',
  'almanac.example.:8443',
  'localhost:5173',
  '127.0.0.1:3000',
  '127.9.9.9',
  '[::1]:3000',
])('design §4 own names: %s is answered', async (host) => {
  for (const path of PATHS) expect(statusOf(await ask(host, path)), path).toBe(200);
});

test.each([
  'evil.example',
  'evil.example:3000',
  'almanac.example.evil.example',
  'evil-almanac.example',
  'localhost.evil.example',
  'app.localhost',
  '127.0.0.1.nip.io',
  '192.0.2.7:3000',
  '[2001:db8::1]',
  '0.0.0.0:3000',
  '[::]',
  '2130706433',
  '0x7f.1',
])('design §4 own names: %s is a stranger’s name, whatever is asked', async (host) => {
  gateway.passed.length = 0;
  for (const path of [...PATHS, '/auth/v1/user', '/functions/v1/account/login', '/none']) {
    const answer = await ask(host, path);
    expect(statusOf(answer), path).toBe(421);
    expect(answer).toContain('"code":"unknown_host"');
    expect(answer).toContain('set SITE_URL to the address that people open');
  }
  const page = await ask(host, '/', html);
  expect(statusOf(page)).toBe(421);
  expect(page).toMatch(/content-type: text\/html/i);
  expect(page).toContain('set SITE_URL to the address that people open');
  // Neither in the policy nor on the page.
  expect(page).not.toContain(host);
  const upgrade = await ask(
    host,
    '/realtime/v1/websocket?apikey=x',
    'Upgrade: websocket\r\nConnection: Upgrade\r\n',
  );
  expect(statusOf(upgrade)).toBe(421);
  expect(upgrade).toContain('SITE_URL');
  expect(gateway.passed).toEqual([]);
});

test.each([
  ['no Host', ''],
  ['an empty Host', 'Host: \r\n'],
  ['two Hosts', 'Host: localhost\r\nHost: evil.example\r\n'],
  ['a Host with a user', 'Host: anna@localhost\r\n'],
  ['a Host with a path', 'Host: localhost/x\r\n'],
  ['an empty port', 'Host: localhost:\r\n'],
  ['a list', 'Host: localhost, evil.example\r\n'],
  ['a policy', 'Host: localhost; script-src *\r\n'],
  ['markup', 'Host: <script>\r\n'],
])('design §4 own names: %s is 400', async (_, lines) => {
  gateway.passed.length = 0;
  for (const version of ['1.1', '1.0']) {
    const answer = await gateway.send(
      `GET /rest/v1/x HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(gateway.passed).toEqual([]);
});

test('design §4 own names: the policy of a page names the own name that was asked for', async () => {
  expect(await ask('almanac.example:8443', '/', html)).toContain(
    "connect-src 'self' ws://almanac.example:8443 wss://almanac.example:8443;",
  );
  expect(await ask('[::1]:3000', '/', html)).toContain("connect-src 'self';");
});

test('design §4 own names: whatever stands in Host, only own names get the app', async () => {
  const hosts = fc.oneof(
    fc.domain(),
    fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true }),
    fc.string({ unit: 'grapheme-ascii' }).map((text) => `localhost${text}`),
  );
  await fc.assert(
    fc.asyncProperty(hosts, async (host) => {
      const answer = await ask(host, '/', html);
      const isOwn = /^\s*(localhost|127(\.\d{1,3}){3}|\[::1\]|almanac\.example)\.?(:\d{1,5})?\s*$/i;
      if (isOwn.test(host)) expect(statusOf(answer)).toBe(200);
      else expect([400, 421]).toContain(statusOf(answer));
    }),
    { numRuns: 150 },
  );
});

test('design §4 own names: an address is our own when it was connected to', async () => {
  const everywhere = await startTestGateway({ siteUrl: undefined, host: '0.0.0.0' });
  try {
    expect((await fetch(`${everywhere.origin}/health`)).status).toBe(200);
    const other = await everywhere.send(
      'GET / HTTP/1.1\r\nHost: 192.0.2.7\r\nConnection: close\r\n\r\n',
    );
    expect(statusOf(other)).toBe(421);
  } finally {
    await everywhere.stop();
  }
});
