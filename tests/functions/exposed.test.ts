import type { Client } from 'pg';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { nobody, unique } from '../support/actors.ts';
import { connect } from '../support/database.ts';
import { supabase } from '../support/environment.ts';
import { api, field } from './support/api.ts';
import { call } from './support/call.ts';
import { startMailServer } from './support/mail-server.ts';
import { useOwnStack } from './support/own-stack.ts';
import { dumpOf, findings, spellings } from './support/traces.ts';

// An installation that strangers reach, from its first start on. The tests are its life, in order.

const own = useOwnStack({ SITE_URL: 'https://almanac.example' });

const password = 'Secret-1';
let database: Client;
let chief = '';

const count = async () =>
  Number((await database.query('select count(*) from public.profiles')).rows[0]?.count);
const register = (account: Record<string, unknown>) =>
  call('account/register', { body: { username: unique('somebody'), password, ...account } });
const signIn = async (username: string) => {
  const answer = await api('POST', '/auth/login', { body: { username, password } });
  expect(answer.status).toBe(200);
  return String(field(answer, 'accessToken'));
};
const setMode = async (mode: string) =>
  expect(
    await call('admin/registration', { method: 'PATCH', token: chief, body: { mode } }),
  ).toMatchObject({ status: 200, body: { success: true } });
const invite = async (body: Record<string, unknown> = {}) => {
  const answer = await call('admin/invitations', { token: chief, body });
  expect(answer.status).toBe(201);
  const url = String(field(answer, 'url'));
  return { id: String(field(answer, 'id')), url, token: url.split('#invitation=')[1] ?? '' };
};
const state = () => call('account/registration', { method: 'GET' });
const refused = (status: number, code: string) => ({ status, body: { code } });

beforeAll(async () => {
  database = await connect();
  // The installation ends before the connection does.
  database.on('error', () => undefined);
});

// All tests come from one address, which may not try so often in an hour.
afterEach(() => database.query('delete from private.rate_limits'));

test('design §4 exposed: no door makes the first account without the setup code', async () => {
  expect(await state()).toMatchObject({ status: 200, body: { mode: 'invite', setup: true } });
  expect((await api('GET', '/auth/registration')).body).toEqual({ mode: 'invite', setup: true });
  const body = { username: 'mallory', password };
  const email = usernameToEmail('mallory');
  const sign = () =>
    fetch(`${supabase.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: supabase.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, data: { username: 'mallory' } }),
    });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => [
      call('account/register', { body }),
      api('POST', '/auth/register', { body }),
      call('account/register', { body: { ...body, setupCode: '', invitation: 'x' } }),
      sign(),
      nobody()
        .auth.signUp({ email, password })
        .then(({ error }) => ({ status: error?.status })),
    ]).flat(),
  );
  for (const { status } of answers) expect([403, 422]).toContain(status);
  expect(await call('account/register', { body })).toMatchObject({
    status: 403,
    body: {
      code: 'setup_code_required',
      message:
        'This installation has no account yet. Enter the setup code that was printed when it was started.',
    },
  });
  expect(await count()).toBe(0);
});

test('design §4 exposed: a wrong setup code is refused, and soon not even looked at', async () => {
  const code = await own.setupCode();
  for (const wrong of [
    'x',
    `${code.slice(0, -1)}0`,
    code.slice(0, -1),
    `${code}A`,
    'ẞ'.repeat(16),
  ]) {
    expect(await register({ setupCode: wrong })).toMatchObject(refused(403, 'setup_code_wrong'));
  }
  let last = await register({ setupCode: 'wrong' });
  for (let tries = 0; tries < 10 && last.status === 403; tries += 1) {
    last = await register({ setupCode: 'wrong' });
  }
  expect(last).toMatchObject(refused(429, 'too_many_requests'));
  expect(await register({ setupCode: code })).toMatchObject(refused(429, 'too_many_requests'));
  expect(await count()).toBe(0);
});

test('design §4 exposed: of many who have the setup code at once one becomes administrator', async () => {
  const code = await own.setupCode();
  const typed = [code, code.toLowerCase().replaceAll('-', ' '), ` ${code} `, code];
  const names = typed.map((_code, at) => `first-${at}`);
  const answers = await Promise.all(
    typed.map((setupCode, at) => register({ username: names[at], setupCode })),
  );
  const made = names.filter((_name, at) => answers[at]?.status === 201);
  expect(made).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status !== 201) expect(answer).toMatchObject(refused(403, 'invitation_required'));
  }
  expect(await count()).toBe(1);
  chief = await signIn(made[0] ?? '');
  expect((await call('admin/users', { method: 'GET', token: chief })).status).toBe(200);
  expect(await state()).toMatchObject({ body: { mode: 'invite', setup: false } });
  // It was printed once, and is nowhere else.
  expect(own.output().split(code)).toHaveLength(2);
  const secret = new Map([['setup code', spellings(code)]]);
  expect(findings(await dumpOf(database), secret)).toEqual([]);
  // Nor does it let in anybody else.
  expect(await register({ setupCode: code })).toMatchObject(refused(403, 'invitation_required'));
});

test('design §4 registration: strangers learn neither names nor addresses', async () => {
  const [taken] = (await database.query('select username from public.profiles')).rows;
  const username = String(Reflect.get(Object(taken), 'username'));
  for (const [mode, code] of [
    ['invite', 'invitation_required'],
    ['closed', 'registration_closed'],
  ] as const) {
    await setMode(mode);
    const bodies = [{ username }, {}, { username: username.toUpperCase() }];
    const answers = await Promise.all(bodies.map((body) => register(body)));
    for (const answer of answers) expect(answer).toMatchObject(refused(403, code));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  }
  await setMode('invite');
  const answer = await register({ username, invitation: 'never made' });
  expect(answer).toMatchObject(refused(404, 'invitation_invalid'));
});

test('design §4 invitation: makes one account, also when two use it at once', async () => {
  const { url, token } = await invite({ email: 'Bea@example.com' });
  expect(url).toBe(`https://almanac.example/register#invitation=${token}`);
  expect(token).toMatch(/^[\w-]{27}$/);
  const check = () => call('account/check-invitation', { body: { invitation: token } });
  expect(await check()).toMatchObject({ status: 200, body: { email: 'Bea@example.com' } });
  const listed = await call('admin/registration', { method: 'GET', token: chief });
  expect(listed.body).toMatchObject({
    mode: 'invite',
    invitations: [{ email: 'Bea@example.com', createdBy: expect.stringMatching(/^first-/) }],
  });
  const text = JSON.stringify(listed.body);
  expect(text).not.toContain(token);
  const secret = new Map([['token', spellings(token)]]);
  expect(findings(await dumpOf(database), secret)).toEqual([]);

  const before = await count();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => register({ invitation: token })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 404, 404, 404, 404,
  ]);
  for (const answer of answers) {
    if (answer.status === 404) expect(answer.body).toMatchObject({ code: 'invitation_invalid' });
  }
  expect(await count()).toBe(before + 1);
  expect(await check()).toMatchObject(refused(404, 'invitation_invalid'));
  expect(own.output()).not.toContain(token);
});

test('design §4 invitation: a failed registration does not use it up', async () => {
  const { token } = await invite();
  const [taken] = (await database.query('select username from public.profiles')).rows;
  const username = String(Reflect.get(Object(taken), 'username'));
  const again = await register({ username, invitation: token });
  expect(again).toMatchObject(refused(409, 'username_taken'));
  expect((await register({ invitation: token, password: '12345' })).status).toBe(400);
  expect((await register({ invitation: token })).status).toBe(201);
});

test('design §4 invitation: works in open and invite, neither in closed nor revoked nor late', async () => {
  const [one, two, three] = [await invite(), await invite(), await invite()];
  await setMode('closed');
  const closed = await register({ invitation: one.token });
  expect(closed).toMatchObject(refused(403, 'registration_closed'));
  await setMode('open');
  expect((await register({ invitation: one.token })).status).toBe(201);
  expect((await register({})).status).toBe(201);
  const revoke = () => call(`admin/invitations/${two.id}`, { method: 'DELETE', token: chief });
  expect((await revoke()).status).toBe(200);
  expect(await revoke()).toMatchObject(refused(404, 'not_found'));
  await database.query('update public.invitations set expires_at = now() where id = $1', [
    three.id,
  ]);
  for (const { token } of [two, three]) {
    expect(await register({ invitation: token })).toMatchObject(refused(404, 'invitation_invalid'));
  }
  await setMode('invite');
});

test('design §4 exposed: registering frees nobody from the setup code when all others go meanwhile', async () => {
  // What a registration has announced in an installation with accounts must not become its first.
  const act = { action: 'register', is_first: false };
  const { rows } = await database.query('select public.announce_act($1) as id', [act]);
  await database.query('begin');
  await database.query('delete from auth.users');
  const insert = database.query(
    `insert into auth.users (id, raw_user_meta_data, raw_app_meta_data, is_sso_user)
     values (gen_random_uuid(), '{"username": "mallory"}',
       jsonb_build_object('announced_act', $1::text), false)`,
    [Reflect.get(Object(rows[0]), 'id')],
  );
  await expect(insert).rejects.toThrow('none is left');
  await database.query('rollback');
});

test('design §4 invitation: mailed where mail is not set up it stands all the same', async () => {
  const answer = await call('admin/invitations', {
    token: chief,
    body: { email: 'carl@example.com' },
  });
  expect(answer).toMatchObject({ status: 201, body: { sent: false } });
  const wrong = { token: chief, body: { email: 'carl' } };
  expect(await call('admin/invitations', wrong)).toMatchObject(refused(400, 'invalid_request'));
});

test('design §4 invitation: is mailed where mail is set up, with the link that was answered', async () => {
  const mail = await startMailServer({ isPlain: true });
  onTestFinished(mail.close);
  const config = {
    emailService: 'custom',
    emailUser: mail.user,
    emailPass: mail.password,
    emailHost: 'localhost',
    emailPort: mail.port,
    emailSecurity: 'none',
  };
  const saved = await call('admin/configure-email', { token: chief, body: config });
  expect(saved.status).toBe(200);
  const to = { token: chief, body: { email: 'dora@example.com' } };
  const answer = await call('admin/invitations', to);
  expect(answer).toMatchObject({ status: 201, body: { sent: true } });
  const { text = '' } = await mail.receive('dora@example.com');
  const url = String(field(answer, 'url'));
  expect(text).toContain(`Create your account: ${url}`);
  expect((await register({ invitation: url.split('=')[1] })).status).toBe(201);
});

test('design §4 invitation: a hundred are open at most', async () => {
  await database.query(
    `insert into public.invitations (token_hash, expires_at)
     select 'h' || n, now() + interval '1 day'
     from generate_series(1, 100 - (select count(*) from public.invitations)) as n`,
  );
  const answer = await call('admin/invitations', { token: chief, body: {} });
  expect(answer).toMatchObject(refused(409, 'too_many_invitations'));
});
