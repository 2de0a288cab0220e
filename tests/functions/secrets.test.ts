import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TEST_DATA } from '../../stack/testing.ts';
import { SESSION_COOKIE } from '#domain/session.ts';
import { usernameToEmail } from '#domain/account.ts';
import { nobody } from '../support/actors.ts';
import { listen } from '../support/realtime-listener.ts';
import { databaseUrl, supabase } from '../support/environment.ts';
import { succeeded } from '../support/outcomes.ts';
import { api, browser, field } from './support/api.ts';
import { call } from './support/call.ts';
import { startMailServer } from './support/mail-server.ts';
import { useOwnStack } from './support/own-stack.ts';
import { dumpOf, filesOf, findings, spellings } from './support/traces.ts';

// A whole life of an installation, and then a search for every secret that it has seen.

// From its first start on: not a copy of what another one's left.
vi.stubEnv(TEST_DATA.stack, '');
const own = useOwnStack();
const tool = join(import.meta.dirname, '../../tools/admin.ts');

/** Secrets by what they are. */
const used = new Map<string, string>();

/** As superuser, until the test ends. */
async function open(): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl() });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Notes a secret as it is used. */
function secret(what: string, value = `${what[0]}7-${randomBytes(12).toString('base64url')}`) {
  used.set(what, value);
  return value;
}

/** The part of a token that nobody can derive from anything else. */
function noteTokens(who: string, session: { access_token: string; refresh_token: string }) {
  secret(`access token of ${who}`, session.access_token.split('.')[2]);
  secret(`refresh token of ${who}`, session.refresh_token);
}

async function signIn(who: string, username: string, password: string) {
  const client = nobody();
  const email = usernameToEmail(username);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  noteTokens(who, data.session);
  return { client, token: data.session.access_token };
}

/** Whoever does not get through leaves nothing either: wrong passwords, broken requests, bad tokens. */
async function stumble(username: string, token: string): Promise<void> {
  const email = usernameToEmail(username);
  const wrong = secret('wrong password');
  expect((await nobody().auth.signInWithPassword({ email, password: wrong })).error).not.toBeNull();
  const torn = `{"username":"${username}","password":"${secret('password in a torn request')}`;
  const headers = { apikey: supabase.publishableKey, 'content-type': 'application/json' };
  for (const path of ['auth/v1/token?grant_type=password', 'auth/v1/signup', 'rest/v1/tasks']) {
    const answer = await fetch(`${supabase.url}/${path}`, { method: 'POST', headers, body: torn });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  expect((await call('account/login', { body: torn })).status).toBe(400);
  expect((await call('account/register', { body: torn })).status).toBe(400);
  expect((await api('POST', '/auth/login', { body: torn })).status).toBe(400);
  const spoilt = secret('spoilt token', `${token.slice(0, -6)}AAAAAA`);
  expect((await call('admin/users', { method: 'GET', token: spoilt })).status).toBe(401);
  const misplaced = { title: 'x', due_date: wrong };
  const asAnna = { ...headers, authorization: `Bearer ${token}` };
  const post = { method: 'POST', headers: asAnna, body: JSON.stringify(misplaced) };
  expect((await fetch(`${supabase.url}/rest/v1/tasks`, post)).status).toBe(400);
  for (const query of [`token=${spoilt}`, `apikey=${own.secrets.secretKey}&password=${wrong}`]) {
    const answer = await fetch(`${supabase.url}/realtime/v1/websocket?${query}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    await fetch(`${supabase.url}/rest/v1/tasks?${query}`, { headers });
    await fetch(`${supabase.url}/nowhere?${query}`);
  }
}

/** The functions and the database's connections die while people sign in. */
async function outage(username: string, password: string): Promise<void> {
  process.kill(Number(await readFile(join(own.dataDir, 'deno/pid'), 'utf8')), 'SIGKILL');
  const during = await call('account/login', { body: { username, password } });
  expect(during.status).toBeGreaterThanOrEqual(400);
  const database = await open();
  await Promise.all([
    ...Array.from({ length: 4 }, () =>
      nobody().auth.signInWithPassword({ email: usernameToEmail(username), password }),
    ),
    database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    ),
  ]);
  await vi.waitFor(
    async () => {
      const { status } = await call('account/login', { body: { username, password: 'unknown' } });
      expect(status).toBe(401);
    },
    { timeout: 30_000, interval: 200 },
  );
}

test('design §6: neither database nor logs hold a password, a token or a key in clear', async () => {
  const mail = await startMailServer({ isPlain: true });
  onTestFinished(mail.close);
  for (const [name, value] of Object.entries(own.secrets)) {
    if (name !== 'publishableKey') secret(name, value);
  }
  secret('mail password', mail.password);
  const email = 'anna@example.com';

  // Register, sign in, refresh, listen, work.
  const first = { username: 'chief', password: secret('password of chief') };
  const second = { username: 'anna', password: secret('password of anna'), email };
  for (const body of [first, second]) {
    expect((await call('account/register', { body })).status).toBe(201);
  }
  const chief = await signIn('chief', 'chief', first.password);
  const anna = await signIn('anna', 'anna', second.password);
  const { data: refreshed } = await anna.client.auth.refreshSession();
  if (!refreshed.session) throw new Error('the session was not refreshed');
  noteTokens('anna, refreshed', refreshed.session);
  const listener = await listen(anna.client, `user:${refreshed.session.user.id}`);
  succeeded(await anna.client.from('tasks').insert({ title: 'Buy milk' }).select());
  await listener.waitFor(({ table }) => table === 'tasks');
  await stumble('anna', anna.token);

  // The administrator sets mail up, with a wrong password before the right one.
  const config = {
    emailService: 'custom',
    emailUser: mail.user,
    emailHost: 'localhost',
    emailPort: mail.port,
    emailSecurity: 'none',
  };
  const { token } = chief;
  const wrong = { ...config, emailPass: secret('wrong mail password') };
  expect((await call('admin/test-email', { token, body: wrong })).status).toBe(422);
  const right = { ...config, emailPass: mail.password };
  expect((await call('admin/test-email', { token, body: right })).status).toBe(200);
  expect((await call('admin/configure-email', { token, body: right })).status).toBe(200);

  // Anna forgets, signs in with what was mailed, and changes it; another mail is never used.
  for (const seen of [0, 1]) {
    await call('account/reset-password', { body: { identifier: 'anna' } });
    const { text = '' } = await mail.receive(email, seen);
    const temporary = /Temporary password: (\S+)/.exec(text)?.[1] ?? '';
    expect(temporary).not.toBe('');
    secret(`temporary password ${seen}`, temporary);
    secret(`temporary password ${seen} without groups`, temporary.replaceAll('-', ''));
    if (seen > 0) continue;
    const login = await call('account/login', { body: { username: 'anna', password: temporary } });
    const session = Object(field(login, 'session'));
    noteTokens('anna, recovered', session);
    const newPassword = secret('changed password');
    const body = { currentPassword: temporary, newPassword };
    const change = await call('account/change-password', { token: session.access_token, body });
    expect(change.status).toBe(200);
  }

  // By /api with a cookie, and reset by the administrator and by the person at the machine.
  const chrome = browser();
  const password = used.get('changed password');
  expect(
    await chrome.api('POST', '/auth/login', { body: { username: 'anna', password } }),
  ).toMatchObject({ status: 200 });
  const cookie = [...chrome.cookies.values()].join('');
  secret(`cookie ${SESSION_COOKIE}`, cookie.slice(200, 260));
  const user = await chrome.api('GET', '/auth/user');
  const path = `admin/users/${String(field(user, 'id'))}/reset-password`;
  const reset = { newPassword: `Aa1${secret('password by the administrator')}` };
  expect((await call(path, { token, body: reset })).status).toBe(200);
  const environment = {
    ...process.env,
    DATA_DIR: own.dataDir,
    PORT: new URL(supabase.url).port,
  };
  const printed = await promisify(execFile)(process.execPath, [tool, 'reset', 'anna'], {
    env: environment,
  });
  secret('password by the tool', /signs in with (\S+)/.exec(printed.stdout)?.[1] ?? '');
  await outage('chief', first.password);

  expect([...used.values()].filter((value) => value.length < 12)).toEqual([]);
  const plain = new Map([...used].map(([what, value]) => [what, [value]]));
  const spelled = new Map([...used].map(([what, value]) => [what, spellings(value)]));
  // What the search has to find, or it would find nothing at all.
  const known = new Map([
    ['name', ['chief']],
    ['milk', ['Buy milk']],
    ['mail', [mail.user]],
  ]);
  const database = await open();
  const dump = await dumpOf(database);
  expect(findings(dump, known).length).toBeGreaterThanOrEqual(3);
  expect(findings(dump, spelled)).toEqual([]);

  const log = { where: 'output', content: Buffer.from(own.output()) };
  expect(log.content.toString()).toMatch(/^ready http/m);
  expect(log.content.toString()).toMatch(/deno.*ended|ended.*deno|restart/i);
  expect(findings([log], spelled)).toEqual([]);

  // The database's files hold what was there for a moment, too.
  await database.query('checkpoint');
  const files = await filesOf(own.dataDir, ['secrets.json']);
  expect(findings(files, known).length).toBeGreaterThanOrEqual(3);
  expect(findings(files, plain)).toEqual([]);
}, 240_000);
