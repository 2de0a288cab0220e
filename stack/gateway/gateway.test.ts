import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from './gateway.ts';
import type { Services } from './services.ts';
import { createStaticFiles } from './static.ts';

const INDEX = '<!doctype html><script>theme()</script><div id="root"></div>';
const SCRIPT = `/* ${'almanac '.repeat(2000)} */`;

let folder = '';
let origin = '';
let port = 0;
let databaseUp = true;
let functionsUp = true;
const seen: { path: string; address: string; body: string }[] = [];

async function echo(incoming: Request, { address } = { address: '' }): Promise<Response> {
  const { pathname } = new URL(incoming.url);
  seen.push({ path: pathname, address, body: await incoming.text() });
  if (pathname.endsWith('/fail')) throw new Error('secret detail');
  if (pathname.endsWith('/large')) return Response.json({ text: 'x'.repeat(5000) });
  return Response.json({ path: pathname }, { headers: { 'content-range': '0-0/1' } });
}

const close = async () => undefined;
const services: Services = {
  rest: { fetch: (incoming) => echo(incoming), clearSchemaCache: close, close },
  auth: { fetch: echo, close },
  realtime: {
    fetch: (incoming) => echo(incoming),
    upgrade: (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    close,
  },
  edge: { fetch: echo, isUp: () => functionsUp, processId: () => 1, restarts: () => 0, close },
  isDatabaseUp: () => databaseUp,
};

const open: ReturnType<typeof createGateway>[] = [];

async function start(trustedProxies: string[], isReady = true): Promise<number> {
  const gateway = createGateway({
    siteUrl: undefined,
    host: '127.0.0.1',
    publishableKey: 'sb_publishable_x',
    files: createStaticFiles(folder),
    trustedProxies,
    version: '1.2.3',
    log: () => undefined,
  });
  open.push(gateway);
  const bound = await gateway.listen(0);
  if (isReady) gateway.mount(services);
  return bound;
}

/** The raw answer to raw bytes, for what fetch would tidy up. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

const get = (path: string) =>
  send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

/** A request without fetch's own decoding. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      request(`${origin}${path}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), INDEX);
  await writeFile(join(folder, 'assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  port = await start([]);
  origin = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await Promise.all(open.map((gateway) => gateway.close()));
  await rm(folder, { recursive: true, force: true });
});

test('design §1: hashed assets are cached for a year, pages are asked for again', async () => {
  const asset = await fetch(`${origin}/assets/app-1a2b.js`);
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const page = await fetch(`${origin}/index.html`);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const etag = page.headers.get('etag') ?? '';
  const again = await fetch(`${origin}/index.html`, { headers: { 'if-none-match': `W/${etag}` } });
  expect(again.status).toBe(304);
});

test('design §1: assets come compressed', async () => {
  const br = await raw('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
  const gz = await raw('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(gz.body).toString()).toBe(SCRIPT);
  const plain = await raw('/assets/app-1a2b.js', {});
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toBe('accept-encoding');
});

test('design §1: large answers of services are compressed, small ones are left alone', async () => {
  const large = await raw('/rest/v1/large', { 'accept-encoding': 'br' });
  expect(large.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(large.body).toString()).text).toHaveLength(5000);
  const small = await raw('/rest/v1/small', { 'accept-encoding': 'br' });
  expect(small.headers['content-encoding']).toBeUndefined();
  expect(small.headers['content-length']).toBe(String(small.body.length));
});

test('design §1: a page address falls back to the app; a missing file is a 404', async () => {
  const page = await fetch(`${origin}/tasks/12`, { headers: { accept: 'text/html,*/*' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toBe(INDEX);
  for (const path of ['/assets/app-old.js', '/tasks/12', '/_system/info', '/static/x']) {
    const missing = await fetch(`${origin}${path}`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ code: 'not_found' });
  }
  const lost = await fetch(`${origin}/assets/x`, { headers: { accept: 'text/html' } });
  expect(lost.status).toBe(404);
  expect(lost.headers.get('content-type')).toContain('text/html');
  expect(await lost.text()).not.toContain('refresh');
  expect((await fetch(`${origin}/tasks`, { method: 'POST' })).status).toBe(404);
});

test('design §1: what is not there yet while it starts is not called missing', async () => {
  const starting = `http://127.0.0.1:${await start([], false)}`;
  const page = await fetch(`${starting}/assets/x`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('1');
  expect(page.headers.get('content-type')).toContain('text/html');
  // Whoever came too early need not try again by hand.
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="3">');
});

test('design §1: every answer carries the security headers', async () => {
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/);
  for (const path of ['/', '/rest/v1/tasks', '/auth/v1/x', '/nothing', '/health', '/config.json']) {
    const { headers } = await fetch(`${origin}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  }
});

test('design §1: /config.json tells the browser where Supabase is, /health how it is', async () => {
  expect(await (await fetch(`${origin}/config.json`)).json()).toEqual({
    supabaseUrl: '/',
    publishableKey: 'sb_publishable_x',
  });
  const health = await fetch(`${origin}/health`);
  const up = { database: true, functions: true };
  expect(await health.json()).toEqual({ status: 'ok', ...up, version: '1.2.3' });
});

test('design §1: /health is 503 and tells what is missing, database or functions', async () => {
  for (const [database, functions] of [
    [false, true],
    [true, false],
    [false, false],
  ] as const) {
    [databaseUp, functionsUp] = [database, functions];
    const health = await fetch(`${origin}/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ status: 'unavailable', database, functions });
  }
  [databaseUp, functionsUp] = [true, true];
  expect((await fetch(`${origin}/health`)).status).toBe(200);
});

test('design §1: /api is the function api; the client address is the one that connected', async () => {
  seen.length = 0;
  const headers = { 'x-forwarded-for': '6.6.6.6' };
  await fetch(`${origin}/api/tasks?a=1`, { method: 'POST', body: '{"a":1}', headers });
  expect(seen).toEqual([
    { path: '/functions/v1/api/tasks', address: '127.0.0.1', body: '{"a":1}' },
  ]);
});

test('design §1: HSTS comes with answers over https, as a trusted proxy says, and never otherwise', async () => {
  const hstsAt = async (at: number, proto: string, path: string) => {
    const headers = { 'x-forwarded-proto': proto, accept: 'text/html' };
    const { headers: answered } = await fetch(`http://127.0.0.1:${at}${path}`, { headers });
    return answered.get('strict-transport-security');
  };
  const trusting = await start(['127.0.0.0/8']);
  for (const path of ['/', '/assets/app-1a2b.js', '/rest/v1/tasks', '/health', '/assets/none']) {
    expect(await hstsAt(trusting, 'https', path)).toBe('max-age=31536000');
    expect(await hstsAt(trusting, 'http', path)).toBeNull();
    expect(await hstsAt(port, 'https', path)).toBeNull();
  }
});

test('design §1: while the database is away REST and Auth answer 503 with message and code', async () => {
  databaseUp = false;
  try {
    for (const path of ['/rest/v1/tasks', '/auth/v1/user', '/realtime/v1/api', '/health']) {
      expect((await fetch(`${origin}${path}`)).status).toBe(503);
    }
    const answer = await fetch(`${origin}/rest/v1/tasks`);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({
      message: expect.any(String),
      code: 'unavailable',
    });
    expect((await fetch(`${origin}/functions/v1/account`)).status).toBe(200);
  } finally {
    databaseUp = true;
  }
});

test('design §1: a failing service is a 500 without its details', async () => {
  const answer = await fetch(`${origin}/rest/v1/fail`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
});

test('design §1: bodies over 10 MB are refused as JSON, whatever they announce', async () => {
  const body = 'x'.repeat(11 * 1024 * 1024);
  const large = await fetch(`${origin}/rest/v1/tasks`, { method: 'POST', body });
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ code: 'payload_too_large' });
  const huge = await send(
    'POST /rest/v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\nabc',
  );
  expect(huge).toMatch(/^HTTP\/1.1 413 /);
  const chunked = await send(
    'POST /rest/v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
  );
  expect(chunked).toMatch(/^HTTP\/1.1 411 /);
});

test('design §1: hostile targets and broken requests end at the gateway', async () => {
  seen.length = 0;
  for (const path of [
    '/rest/v1/../../x',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/rest/v1/a?b=%00',
    '/a\\b',
  ]) {
    expect(await get(path)).toMatch(/^HTTP\/1.1 400 /);
  }
  expect(await get('/%ff%')).toMatch(/^HTTP\/1.1 404 /);
  expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"bad_request"/);
  const long = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`;
  expect(await send(long)).toMatch(/^HTTP\/1.1 431 /);
  expect(seen).toEqual([]);
});

test('design §1: sockets open at /realtime/v1 only', async () => {
  const head = 'HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  expect(await send(`GET /realtime/v1/websocket ${head}`)).toMatch(/^HTTP\/1.1 101 /);
  expect(await send(`GET /rest/v1/tasks ${head}`)).toMatch(/^HTTP\/1.1 404 /);
});

test('design §1: other origins may use REST and Auth, as on Supabase, without cookies', async () => {
  const asked = await fetch(`${origin}/rest/v1/tasks`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,authorization',
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-headers')).toBe('apikey,authorization');
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
});
