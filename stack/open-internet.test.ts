import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { startTestStack, type TestStack } from './testing.ts';

const SITE = 'https://almanac.example';
const EVIL = 'https://evil.example';

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({
    env: { SITE_URL: SITE, LOG_FORMAT: 'json', ACCESS_LOG: '1', METRICS_PORT: '0' },
  });
});

afterAll(() => stack.stop());

/** The raw answer to a request whose Host fetch would not send. */
async function ask(head: string): Promise<string> {
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const account = (path: string, headers: Record<string, string>, method = 'POST') =>
  fetch(`${stack.url}/functions/v1/account/${path}`, {
    method,
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && {
      body: JSON.stringify({ username: 'mallory', password: 'Secret-1' }),
    }),
  });

test('design §4 own names: a name that was rebound to this machine gets nothing', async () => {
  const key = `apikey: ${stack.publishableKey}`;
  for (const path of [
    '/',
    '/config.json',
    '/health',
    '/api/docs',
    '/rest/v1/tasks',
    '/auth/v1/settings',
    '/functions/v1/account/login',
  ]) {
    const answer = await ask(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${key}`);
    expect(answer, path).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).not.toContain('evil.example');
  }
  const own = await ask(`GET /auth/v1/settings HTTP/1.1\r\nHost: almanac.example\r\n${key}`);
  expect(own).toMatch(/^HTTP\/1\.1 200 /);
});

test('design §4 other sites: a page of another site registers nobody and reads nothing', async () => {
  for (const headers of [
    { origin: EVIL, 'sec-fetch-site': 'cross-site' },
    { origin: 'https://www.almanac.example', 'sec-fetch-site': 'same-site' },
    { origin: EVIL },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    const answer = await account('register', headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'cross_site' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  const preflight = await account(
    'register',
    { origin: EVIL, 'access-control-request-method': 'POST' },
    'OPTIONS',
  );
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  expect(preflight.headers.get('access-control-allow-headers')).toBeNull();
  const service = createClient(stack.url, stack.secretKey);
  const { count } = await service.from('profiles').select('*', { count: 'exact', head: true });
  expect(count).toBe(0);
});

test('design §4 other sites: the web app of SITE_URL may call account and admin, but not api', async () => {
  const headers = { origin: SITE, 'sec-fetch-site': 'cross-site' };
  for (const path of ['account/login', 'admin/configure-email']) {
    const answer = await fetch(`${stack.url}/functions/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, apikey: stack.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody', password: 'wrong' }),
    });
    expect(answer.status, path).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
    const asked = await fetch(`${stack.url}/functions/v1/${path}`, { method: 'OPTIONS', headers });
    expect(asked.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
  }
  const api = await fetch(`${stack.url}/api/logout`, { method: 'POST', headers });
  expect(api.status).toBe(403);
  expect(api.headers.get('access-control-allow-origin')).toBeNull();
});

test('design §4 limits: nobody’s word makes an address or https where no proxy is trusted', async () => {
  const answer = await fetch(`${stack.url}/health`, {
    headers: { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' },
  });
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  await expect.poll(() => stack.log()).toContain('"path":"/health"');
  expect(stack.log()).not.toContain('6.6.6.6');
});

test('design §1: /health tells database, functions and version', async () => {
  const health = async () => (await fetch(`${stack.url}/health`)).json();
  await expect.poll(health).toEqual({
    status: 'ok',
    database: true,
    functions: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test('design §1: what is printed by whomever is one JSON object a line, and holds no secrets', async () => {
  const service = createClient(stack.url, stack.secretKey);
  const { data } = await service.auth.admin.createUser({
    email: 'anna@users.almanac.invalid',
    password: 'Secret-1',
    email_confirm: true,
    user_metadata: { username: 'anna' },
  });
  const row = { user_id: data.user?.id, name: 'Confidential' };
  expect((await service.from('categories').insert(row)).error).toBeNull();
  const again = await service.from('categories').insert(row);
  expect(again.error?.code).toBe('23505');
  // What lite prints of by itself.
  const unknown = await service.from('secret_plans').select();
  expect(unknown.error?.code).toBe('PGRST205');
  const wrong = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'anna@users.almanac.invalid', password: 'Guess-1' }),
  });
  expect(wrong.status).toBe(400);

  await expect.poll(() => stack.log()).toContain('"path":"/auth/v1/token","status":400');
  const line = z.object({
    time: z.iso.datetime(),
    level: z.enum(['info', 'warn', 'error']),
    message: z.string(),
  });
  const lines = stack.log().trim().split('\n');
  for (const one of lines) expect(() => line.parse(JSON.parse(one)), one).not.toThrow();
  expect(stack.log()).toContain('"level":"warn","message":"REST refused a request: ');
  for (const secret of ['Confidential', 'Guess-1', 'grant_type', stack.secretKey]) {
    expect(stack.log()).not.toContain(secret);
  }
});

test('design §1: /metrics is on a port of its own, and tells of no person', async () => {
  const [, port] = /\/metrics is on port (\d+)/.exec(stack.log()) ?? [];
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  const metrics = await answer.text();
  for (const line of [
    'almanac_up{service="database"} 1',
    'almanac_up{service="functions"} 1',
    'almanac_restarts_total{service="functions"} 0',
    'almanac_live_sockets 0',
  ]) {
    expect(metrics.split('\n')).toContain(line);
  }
  expect(metrics).toMatch(/_count\{route="auth",method="POST",status="4xx"\} \d/);
  expect((await fetch(`${stack.url}/metrics`)).status).toBe(404);
});
