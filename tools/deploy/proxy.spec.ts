import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get as getPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Client } from 'pg';
import { startTestStack, type TestStack } from '../../stack/testing.ts';
import { choosePorts, type Ports, withCaddy } from './caddy.ts';

const WEB = resolve(import.meta.dirname, '../../web/dist');

let ports: Ports;
let origin = '';
let stack: TestStack;
let folder = '';

test.beforeAll(async () => {
  ports = await choosePorts();
  origin = `https://localhost:${ports.https}`;
  // As deploy/Caddyfile says.
  stack = await startTestStack({
    env: { SITE_URL: origin, TRUST_PROXY: '1', REGISTRATION: 'open' },
  });
  await registerFirst();
  folder = await mkdtemp(join(tmpdir(), 'almanac-deploy-'));
});

test.afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The installation is exposed: its first account is made with the code that the start printed. */
async function registerFirst(): Promise<void> {
  await expect.poll(stack.printed).toContain('setup code');
  const [, setupCode] = /^setup code (\S+)/m.exec(stack.printed()) ?? [];
  const register = (body: object) =>
    fetch(`${stack.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'operator', password: 'a long password', ...body }),
    });
  expect((await register({})).status).toBe(403);
  expect((await register({ setupCode })).status).toBe(201);
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

async function read(answering: Promise<IncomingMessage>): Promise<Answer> {
  const response = await answering;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
  };
}

/** A request through the proxy, as a program makes it. */
function ask(path: string, options: RequestOptions = {}, body = ''): Promise<Answer> {
  const whole = {
    ...options,
    rejectUnauthorized: false,
    headers: { ...options.headers, 'content-length': Buffer.byteLength(body) },
  };
  return read(
    new Promise((done, failed) => {
      request(`${origin}${path}`, whole, done).on('error', failed).end(body);
    }),
  );
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const task = (page: Page, title: string) => page.getByRole('checkbox', { name: title });

async function enter(page: Page, path: string, button: string, name: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await field(page, 'Username').fill(name);
  await field(page, 'Password').fill('a long password');
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function addTask(page: Page, title: string): Promise<void> {
  const input = page.getByPlaceholder('New task description...');
  await input.fill(title);
  await input.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await expect(dialog).toBeHidden();
}

/**
 * Somebody registers, signs in on two devices, sees each other's changes live, and uses /api with
 * the cookie of the page. Nothing may be refused by the content security policy.
 */
async function live(page: Page, other: Page): Promise<void> {
  const refused: string[] = [];
  for (const each of [page, other]) {
    each.on('console', (message) => {
      if (/content security policy|mixed content/i.test(message.text()))
        refused.push(message.text());
    });
  }
  const name = `visitor-${randomUUID().slice(0, 13)}`;
  await enter(page, '/register', 'Create Account', name);
  await expect(page).toHaveURL(`${origin}/login`);
  await enter(page, '/login', 'Log In', name);
  await expect(page).toHaveURL(`${origin}/`);
  await enter(other, '/login', 'Log In', name);
  await expect(other).toHaveURL(`${origin}/`);

  await addTask(page, 'Seen at once');
  await expect(task(other, 'Seen at once')).toBeVisible();
  await addTask(other, 'And back');
  await expect(task(page, 'And back')).toBeVisible();

  const session = (await page.context().cookies(origin)).filter(({ name: cookie }) =>
    cookie.startsWith('almanac-session'),
  );
  expect(session.length).toBeGreaterThan(0);
  for (const cookie of session) expect(cookie).toMatchObject({ secure: true, sameSite: 'Lax' });

  const answers = await page.evaluate(async () => {
    const list = await fetch('/api/tasks');
    const added = await fetch('/api/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'By the API' }),
    });
    return { list: await list.text(), added: added.status };
  });
  expect(answers.added).toBe(201);
  expect(answers.list).toContain('And back');
  await expect(task(other, 'By the API')).toBeVisible();

  // A page of the app by its address, and a reload of it.
  await page.goto(`${origin}/contacts`);
  await expect(page).toHaveTitle('Contacts · Almanac');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  expect(refused).toEqual([]);
}

async function securityHeaders(path: string): Promise<IncomingHttpHeaders> {
  const { headers } = await ask(path, { headers: { accept: 'text/html' } });
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['server'] ?? '').not.toContain('Caddy');
  return headers;
}

/** What every set-up promises, whoever serves the files. */
async function promises(): Promise<void> {
  const page = await securityHeaders('/contacts');
  expect(page['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect(page['cache-control']).toBe('no-cache');
  await securityHeaders('/api/tasks');
  const docs = await ask('/api/docs');
  expect(docs.headers['content-type']).toContain('text/html');
  expect(docs.headers['content-security-policy']).toMatch(/style-src [^;]*'unsafe-inline'/);
  expect(docs.body).toContain('/api/tasks/{id}/toggle');
  const config = await ask('/config.json');
  expect(JSON.parse(config.body)).toMatchObject({ publishableKey: stack.publishableKey });
  expect(config.headers['cache-control']).toBe('no-store');

  // The service worker: for the whole site, asked for each time, and allowed to fetch the app's files.
  const worker = await ask('/service-worker.js');
  expect([worker.status, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(worker.headers['content-type']).toContain('text/javascript');
  expect(worker.headers['content-security-policy']).toMatch(/connect-src 'self'/);

  const { body } = await ask('/', { headers: { accept: 'text/html' } });
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(body) ?? [];
  const asset = await ask(script, { headers: { 'accept-encoding': 'gzip' } });
  expect(asset.headers['content-encoding']).toBe('gzip');
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const missing = await ask('/assets/gone.js', { headers: { accept: 'text/html' } });
  expect(missing.status).toBe(404);

  // Another site's page cannot use the cookie; older browsers send no Sec-Fetch-Site.
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const { status, body: answer } = await ask('/api/logout', { method: 'POST', headers }, '{}');
    expect(status).toBe(403);
    expect(answer).toContain('cross_site');
  }
  const own = await ask(
    '/api/auth/login',
    {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
    },
    '{}',
  );
  expect(own.status).toBe(400);

  const plain = await read(
    new Promise((done, failed) => {
      getPlain(`http://localhost:${ports.http}/tasks`, done).on('error', failed);
    }),
  );
  expect(plain.status).toBe(308);
  expect(plain.headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/tasks$/);
}

/** Two devices of one visitor, who may do everything that a page can. */
async function twoDevices({ page, browser }: { page: Page; browser: Browser }): Promise<void> {
  const other = await browser.newPage({ ignoreHTTPSErrors: true });
  await live(page, other);
  await other.close();
}

test('design §1 deploy: the embedded stack behind deploy/Caddyfile', async ({ page, browser }) => {
  await withCaddy('Caddyfile', ports, { ALMANAC_UPSTREAM: new URL(stack.url).host }, async () => {
    await promises();
    await twoDevices({ page, browser });

    // The limits count the address that Caddy saw, not one that the visitor made up.
    const { status } = await ask(
      '/api/auth/login',
      {
        method: 'POST',
        localAddress: '127.0.0.9',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': '6.6.6.6',
        },
      },
      JSON.stringify({ username: 'nobody', password: 'wrong' }),
    );
    expect(status).toBe(401);
  });
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ key: string }>('select key from private.rate_limits');
  await client.end();
  const keyOf = (address: string) =>
    createHash('sha256').update(`signInPerAddress ${address} `).digest('hex');
  const keys = rows.map(({ key }) => key);
  expect(keys).toContain(keyOf('127.0.0.9'));
  expect(keys).not.toContain(keyOf('6.6.6.6'));
});

/** deploy/Caddyfile.supabase with the embedded stack in the place of Supabase's gateway. */
async function withStaticFiles(
  supabaseUrl: string,
  env: Record<string, string>,
  work: () => Promise<void>,
): Promise<void> {
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({ supabaseUrl, publishableKey: stack.publishableKey }),
  );
  const settings = {
    ALMANAC_WEB: WEB,
    ALMANAC_CONFIG: folder,
    SUPABASE_GATEWAY: new URL(stack.url).host,
    ...env,
  };
  await withCaddy('Caddyfile.supabase', ports, settings, work);
}

test('design §1 deploy: static files behind deploy/Caddyfile.supabase, the API on the same origin', async ({
  page,
  browser,
}) => {
  await withStaticFiles('/', {}, async () => {
    await promises();
    expect((await ask('/.vite/manifest.json')).status).toBe(404);
    await twoDevices({ page, browser });
  });
});

test('design §1 deploy: static files, and Supabase on an origin of its own', async ({
  page,
  browser,
}) => {
  const origins = { SUPABASE_ORIGINS: `${stack.url} ${stack.url.replace('http', 'ws')}` };
  const asked = new Set<string>();
  page.on('request', (sent) => asked.add(new URL(sent.url()).origin));
  await withStaticFiles(stack.url, origins, () => twoDevices({ page, browser }));
  expect([...asked].toSorted()).toEqual([new URL(stack.url).origin, origin].toSorted());
});
