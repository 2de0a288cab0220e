import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signToken } from '../tokens/tokens.ts';
import type { TestDatabase, TestStack } from './testing.ts';
import { createTestDatabase, createTestStack } from './testing.ts';

let database: TestDatabase;
let stack: TestStack;

beforeAll(async () => {
  database = await createTestDatabase();
  stack = await createTestStack(database);
});
afterAll(async () => {
  await stack.service.close();
  await database.remove();
});

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const errorOf = (answer: { status: number; json: Record<string, unknown> }) => [
  answer.status,
  answer.json['error_code'],
];

test('design §1: a created user signs in, with the claims that GoTrue gives', async () => {
  const { email, password, id } = await stack.newUser({
    user_metadata: { username: 'Ada' },
    app_metadata: { plan: 'home' },
  });
  const { data, error } = await stack.client().auth.signInWithPassword({
    email: email.toUpperCase(),
    password,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id, email, role: 'authenticated', phone: '' });
  expect(data.user?.identities?.[0]).toMatchObject({ provider: 'email', id });
  const claims = decodeJwt(data.session?.access_token ?? '');
  const { iat = 0, exp = 0, session_id: sessionId } = claims;
  expect(claims).toEqual({
    iss: 'http://localhost:3000/auth/v1',
    sub: id,
    aud: 'authenticated',
    exp: iat + 3600,
    iat,
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'], plan: 'home' },
    user_metadata: { username: 'Ada', email_verified: true },
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: sessionId,
    is_anonymous: false,
  });
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, expires_at: exp });
  const [session] = await database.query('select * from auth.sessions where id = $1', [sessionId]);
  expect(session).toMatchObject({ user_id: id, aal: 'aal1', ip: '127.0.0.1' });
});

test('design §1: wrong, unknown and oversized credentials get the same answer', async () => {
  const { email, password } = await stack.newUser({ password: 'x'.repeat(72) });
  const wrong = { email, password: 'wrong' };
  const unknown = { email: 'nobody@example.com', password };
  const longer = { email, password: 'x'.repeat(73) };
  const empty = { email, password: '' };
  for (const body of [wrong, unknown, longer, empty, { email }]) {
    const answer = await stack.ask('POST', '/token?grant_type=password', body);
    expect(answer.json).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(answer.status).toBe(400);
  }
  await stack.signIn({ email, password: 'x'.repeat(72) });
});

test('design §1: failures come in the shape of the API version that the caller asks for', async () => {
  const body = { email: 'nobody@example.com', password: 'wrong' };
  const ask = (version: string) =>
    stack.ask('POST', '/token?grant_type=password', body, {
      headers: { 'x-supabase-api-version': version },
    });
  const current = await ask('2024-01-01');
  expect(current.json).toEqual({
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
  expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(current.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  expect((await ask('2023-12-31')).json['error_code']).toBe('invalid_credentials');
  expect((await ask('nonsense')).headers.get('x-supabase-api-version')).toBeNull();
  const { error } = await stack.client().auth.signInWithPassword(body);
  expect(error).toMatchObject({ code: 'invalid_credentials', status: 400 });
});

test('design §1: bodies of the wrong type or size are refused, not failed on', async () => {
  const token = '/token?grant_type=password';
  const bad = [
    { email: 1 },
    { email: {}, password: 'x' },
    { email: 'a@b.c', password: ['x'] },
    { email: 'a\0@b.c', password: 'x' },
    '',
    '[]',
    'null',
    '"text"',
    '{',
  ];
  for (const body of bad) {
    expect(errorOf(await stack.ask('POST', token, body))).toEqual([400, 'bad_json']);
  }
  expect(errorOf(await stack.ask('POST', token, {}))).toEqual([400, 'validation_failed']);
  const phone = { phone: '123', password: 'x' };
  expect(errorOf(await stack.ask('POST', token, phone))).toEqual([422, 'phone_provider_disabled']);
  const huge = { email: 'a@b.c', password: 'x'.repeat(1 << 14) };
  expect((await stack.ask('POST', token, huge)).status).toBe(413);
  expect((await stack.ask('POST', token, '['.repeat(1 << 20))).status).toBe(413);
  // As deep as fits in.
  expect(errorOf(await stack.ask('POST', token, '['.repeat(1 << 14)))).toEqual([400, 'bad_json']);
  const deep = `{"email":"a@b.c","password":${'['.repeat(8000)}${']'.repeat(8000)}}`;
  expect(errorOf(await stack.ask('POST', token, deep))).toEqual([400, 'bad_json']);
  const long = { email: `${'a'.repeat(10_000)}@b.c`, password: 'x' };
  expect(errorOf(await stack.ask('POST', token, long))).toEqual([400, 'invalid_credentials']);
  expect(errorOf(await stack.ask('POST', '/token', {}))).toEqual([400, 'invalid_credentials']);
});

test('design §1: no path answers without an API key, and unknown ones not at all', async () => {
  for (const path of ['/settings', '/health', '/user', '/nothing']) {
    expect((await stack.ask('GET', path, undefined, { key: 'sb_other' })).json).toMatchObject({
      message: 'Invalid API key',
    });
  }
  expect((await stack.ask('GET', '/settings')).json).toMatchObject({ disable_signup: true });
  expect((await stack.ask('GET', '/health')).json).toMatchObject({ name: 'GoTrue' });
  const keySet = await stack.ask('GET', '/.well-known/jwks.json', undefined, { key: '' });
  expect(keySet.json).toEqual({ keys: [stack.signingKey.jwk] });
  expect(Object.keys(stack.signingKey.jwk)).not.toContain('d');
  expect(keySet.headers.get('cache-control')).toBe('public, max-age=600');
  for (const path of ['/otp', '/recover', '/magiclink', '/resend', '/callback', '/']) {
    const answer = await stack.ask('POST', path, { email: 'a@b.c' });
    expect(answer.json).toEqual({ code: 404, error_code: 'not_found', msg: '404 page not found' });
  }
  expect((await stack.ask('DELETE', '/user')).status).toBe(404);
});

test('design §4 limits: of a long user agent the beginning is kept', async () => {
  const { email, password, id } = await stack.newUser();
  const headers = { 'user-agent': 'x'.repeat(15_000) };
  const body = { email, password };
  const { json } = await stack.ask('POST', '/token?grant_type=password', body, { headers });
  await stack.ask('POST', '/token?grant_type=refresh_token', json, { headers });
  const length = 'select length(user_agent) from auth.sessions where user_id = $1';
  expect(await database.query(length, [id])).toEqual([{ length: 255 }]);
});

test('design §4: sign-up at GoTrue is closed', async () => {
  const { error } = await stack.client().auth.signUp({ email: 'a@b.com', password: 'secret12' });
  expect(error).toMatchObject({ code: 'signup_disabled', status: 422 });
  const anonymous = await stack.client().auth.signInAnonymously();
  expect(anonymous.error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422 });
});

test('design §1: /user believes only tokens of ours whose session lives', async () => {
  const account = await stack.newUser();
  const { token } = await stack.signIn(account);
  const get = (bearer?: string) =>
    stack.ask('GET', '/user', undefined, bearer === undefined ? {} : { token: bearer });
  expect((await get(token)).json).toMatchObject({ id: account.id, email: account.email });
  expect(JSON.stringify((await get(token)).json)).not.toContain('$2b$');
  const claims = decodeJwt(token);
  const forge = (changes: Record<string, unknown>, secret = stack.jwtSecret) =>
    signToken({ ...claims, aud: 'authenticated', ...changes }, secret);
  expect(errorOf(await get())).toEqual([401, 'no_authorization']);
  expect(errorOf(await get(stack.publishableKey))).toEqual([403, 'bad_jwt']);
  expect(errorOf(await get('garbage'))).toEqual([403, 'bad_jwt']);
  expect(errorOf(await get(forge({}, 'another secret')))).toEqual([403, 'bad_jwt']);
  expect(errorOf(await get(forge({ exp: 1 })))).toEqual([403, 'bad_jwt']);
  expect(errorOf(await get(forge({ sub: undefined })))).toEqual([403, 'bad_jwt']);
  expect(errorOf(await get(forge({ sub: 'me' })))).toEqual([400, 'bad_jwt']);
  expect(errorOf(await get(forge({ role: 'postgres' })))).toEqual([403, 'bad_jwt']);
  expect(errorOf(await get(forge({ session_id: 'x' })))).toEqual([403, 'bad_jwt']);
  const stranger = crypto.randomUUID();
  expect(errorOf(await get(forge({ sub: stranger })))).toEqual([403, 'user_not_found']);
  expect(errorOf(await get(forge({ session_id: stranger })))).toEqual([403, 'session_not_found']);
  const other = await stack.newUser();
  expect(errorOf(await get(forge({ sub: other.id })))).toEqual([403, 'session_not_found']);
  expect(errorOf(await get(forge({ exp: inAnHour() })))).toEqual([200, undefined]);
});

test('design §1: logging out ends this, the other or all sessions', async () => {
  const account = await stack.newUser();
  const open = async () => (await stack.signIn(account)).token;
  const alive = async (token: string) =>
    (await stack.ask('GET', '/user', undefined, { token })).status === 200;
  const logout = (token: string, query: string) =>
    stack.ask('POST', `/logout${query}`, undefined, { token });
  const [a, b, c] = [await open(), await open(), await open()];
  expect((await logout(a, '?scope=sideways')).status).toBe(400);
  expect((await logout(a, '?scope=local')).status).toBe(204);
  expect([await alive(a), await alive(b), await alive(c)]).toEqual([false, true, true]);
  expect(errorOf(await logout(a, '?scope=local'))).toEqual([403, 'session_not_found']);
  expect((await logout(b, '?scope=others')).status).toBe(204);
  expect([await alive(b), await alive(c)]).toEqual([true, false]);
  const d = await open();
  expect((await logout(b, '')).status).toBe(204);
  expect([await alive(b), await alive(d)]).toEqual([false, false]);
  const stranger = await stack.newUser();
  expect(await alive((await stack.signIn(stranger)).token)).toBe(true);
});

test('design §1: a banned user gets neither in nor further', async () => {
  const account = await stack.newUser();
  const { token, refreshToken } = await stack.signIn(account);
  const { error } = await stack.admin.updateUserById(account.id, { ban_duration: '1h30m' });
  expect(error).toBeNull();
  const { email, password } = account;
  const signIn = (body: object) => stack.ask('POST', '/token?grant_type=password', body);
  expect(errorOf(await signIn({ email, password }))).toEqual([400, 'user_banned']);
  expect(errorOf(await signIn({ email, password: 'x' }))).toEqual([400, 'invalid_credentials']);
  expect(errorOf(await stack.refresh(refreshToken))).toEqual([400, 'user_banned']);
  const user = await stack.ask('GET', '/user', undefined, { token });
  expect(errorOf(user)).toEqual([403, 'user_banned']);
  await stack.admin.updateUserById(account.id, { ban_duration: 'none' });
  await stack.signIn(account);
});

test('design §1: an unconfirmed address does not sign in', async () => {
  const { email, password } = await stack.newUser({ email_confirm: false });
  const answer = await stack.ask('POST', '/token?grant_type=password', { email, password });
  expect(errorOf(answer)).toEqual([400, 'email_not_confirmed']);
});

test('design §1: policies see who asks through auth.uid, role, email and jwt', async () => {
  const claims = { sub: crypto.randomUUID(), role: 'authenticated', email: 'a@b.c' };
  const ask = `select auth.uid(), auth.role(), auth.email(), auth.jwt()`;
  await database.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify(claims),
  ]);
  expect(await database.query(ask)).toEqual([
    { uid: claims.sub, role: 'authenticated', email: 'a@b.c', jwt: claims },
  ]);
  await database.query(`select set_config('request.jwt.claims', '', false)`);
  expect(await database.query(ask)).toEqual([{ uid: null, role: null, email: null, jwt: null }]);
});

test('design §1: GoTrue’s tables are closed to the API roles', async () => {
  const open = await database.query(
    `select t.tablename, r.rolname from pg_tables t, pg_roles r
     where t.schemaname = 'auth' and r.rolname in ('anon', 'authenticated', 'service_role')
       and has_table_privilege(r.oid, format('auth.%I', t.tablename)::regclass,
             'select, insert, update, delete')`,
  );
  expect(open).toEqual([]);
  const [tables] = await database.query(
    `select count(*)::int, bool_and(tableowner = 'supabase_auth_admin' and rowsecurity) as safe
     from pg_tables where schemaname = 'auth'`,
  );
  expect(tables).toEqual({ count: 7, safe: true });
});
