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

const errorOf = (answer: { status: number; json: Record<string, unknown> }) => [
  answer.status,
  answer.json['error_code'],
];
const asAdmin = (method: string, path: string, body?: unknown) =>
  stack.ask(method, `/admin/users${path}`, body, { key: stack.secretKey });
const create = (body: unknown) => asAdmin('POST', '', body);

test('design §1: only the secret key and service_role tokens reach the admin API', async () => {
  const user = await stack.newUser();
  const { token } = await stack.signIn(user);
  const exp = Math.floor(Date.now() / 1000) + 60;
  const own = { ...decodeJwt(token), aud: 'authenticated', role: 'service_role' };
  const requests = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${user.id}`],
    ['PUT', `/admin/users/${user.id}`],
    ['DELETE', `/admin/users/${user.id}`],
  ] as const;
  for (const [method, path] of requests) {
    const body = method === 'GET' ? undefined : {};
    const ask = (bearer?: string) =>
      stack.ask(method, path, body, bearer === undefined ? {} : { token: bearer });
    expect(errorOf(await ask())).toEqual([401, 'no_authorization']);
    expect(errorOf(await ask(stack.publishableKey))).toEqual([403, 'not_admin']);
    expect(errorOf(await ask(token))).toEqual([403, 'not_admin']);
    expect(errorOf(await ask(signToken(own, 'forged')))).toEqual([403, 'bad_jwt']);
  }
  const service = signToken({ role: 'service_role', exp }, stack.jwtSecret);
  const answer = await stack.ask('GET', '/admin/users', undefined, { token: service });
  expect(answer.status).toBe(200);
});

test('design §1: supabase-js creates, reads, changes, lists and deletes users', async () => {
  const email = 'Someone@Example.com';
  const id = crypto.randomUUID();
  const created = await stack.admin.createUser({ id, email, user_metadata: { username: 'S' } });
  expect(created.data.user).toMatchObject({ id, email: 'someone@example.com' });
  expect(created.data.user?.email_confirmed_at).toBeUndefined();
  const changed = await stack.admin.updateUserById(id, {
    email: 'new@example.com',
    password: 'secret12',
    email_confirm: true,
    app_metadata: { plan: 'x' },
  });
  expect(changed.error).toBeNull();
  const read = await stack.admin.getUserById(id);
  expect(read.data.user).toMatchObject({
    email: 'new@example.com',
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'email', providers: ['email'], plan: 'x' },
    user_metadata: { username: 'S', email_verified: true },
    identities: [{ email: 'new@example.com', identity_data: { email_verified: true } }],
  });
  await stack.signIn({ email: 'new@example.com', password: 'secret12' });
  expect((await stack.admin.deleteUser(id)).error).toBeNull();
  expect((await stack.admin.getUserById(id)).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  });
  const left = await database.query(
    `select user_id from auth.refresh_tokens where user_id = $1
     union all select user_id::text from auth.identities where user_id::text = $1`,
    [id],
  );
  expect(left).toEqual([]);
});

test('design §1: what cannot be created is refused with GoTrue’s words', async () => {
  const { email, id } = await stack.newUser();
  const taken = await create({ email: email.toUpperCase() });
  expect(taken.json).toEqual({
    code: 422,
    error_code: 'email_exists',
    msg: 'A user with this email address has already been registered',
  });
  const refused = [
    {},
    { email: 'no address' },
    { email: `${'a'.repeat(300)}@b.cd` },
    { email: 'a@b.cd', id: 'me' },
    { email: 'a@b.cd', id: '00000000-0000-0000-0000-000000000000' },
    { email: 'a@b.cd', ban_duration: 'forever' },
    { email: 'a@b.cd', ban_duration: '9999999999999h' },
    { email: 'a@b.cd', password: 'x'.repeat(73) },
    { email: 'a@b.cd', password: 'x', password_hash: 'y' },
    { email: 'a@b.cd', password_hash: 'md5' },
  ];
  for (const body of refused) {
    expect(errorOf(await create(body))).toEqual([400, 'validation_failed']);
  }
  for (const body of [{ email: 1 }, { email: 'a@b.cd', user_metadata: 'x' }, 'x']) {
    expect(errorOf(await create(body))).toEqual([400, 'bad_json']);
  }
  expect(errorOf(await create({ email: 'a@b.cd', id }))).toEqual([500, 'unexpected_failure']);
});

test('design §4 limits: metadata is small, however it is nested', async () => {
  const { id } = await stack.newUser();
  const nested = `${'['.repeat(8000)}${']'.repeat(8000)}`;
  const large = JSON.stringify('é'.repeat(2100));
  for (const value of [large, nested]) {
    for (const field of ['user_metadata', 'app_metadata']) {
      const body = `{"email":"large@example.com","${field}":{"x":${value}}}`;
      expect(errorOf(await asAdmin('POST', '', body))).toEqual([400, 'bad_json']);
      expect(errorOf(await asAdmin('PUT', `/${id}`, body))).toEqual([400, 'bad_json']);
    }
  }
  const user_metadata = { x: 'é'.repeat(2000) };
  expect((await asAdmin('PUT', `/${id}`, { user_metadata })).json).toMatchObject({ user_metadata });
});

test('design §1: an imported bcrypt hash signs in', async () => {
  const [row] = await database.query(
    `select extensions.crypt('imported', extensions.gen_salt('bf', 4)) as hash`,
  );
  const email = 'imported@example.com';
  const body = { email, email_confirm: true, password_hash: row?.['hash'] };
  expect((await asAdmin('POST', '', body)).status).toBe(200);
  await stack.signIn({ email, password: 'imported' });
});

test('design §1: of two creations of one address at the same time one is told that it exists', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => asAdmin('POST', '', { email: 'race@example.com' })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422,
  ]);
});

test('design §1: a trigger that refuses a user leaves nothing behind', async () => {
  await database.query(`
    create function public.refuse() returns trigger language plpgsql as $$ begin
      if new.raw_user_meta_data ->> 'username' = 'taken' then raise 'no, this one'; end if;
      return new;
    end $$;
    create trigger refuse before insert on auth.users for each row execute function public.refuse();
  `);
  const body = { email: 'refused@example.com', user_metadata: { username: 'taken' } };
  const answer = await asAdmin('POST', '', body);
  expect(answer.json).toMatchObject({ code: 500, msg: 'Database error creating new user' });
  await database.query('drop trigger refuse on auth.users');
  expect((await asAdmin('POST', '', body)).status).toBe(200);
});

test('design §4: a password set by an administrator ends all sessions, and weak ones are refused', async () => {
  const account = await stack.newUser();
  const { token, refreshToken } = await stack.signIn(account);
  const weak = await asAdmin('PUT', `/${account.id}`, { password: 'abc' });
  expect(errorOf(weak)).toEqual([422, 'weak_password']);
  const { error } = await stack.admin.updateUserById(account.id, { password: 'given by admin' });
  expect(error).toBeNull();
  const user = await stack.ask('GET', '/user', undefined, { token });
  expect(errorOf(user)).toEqual([403, 'session_not_found']);
  expect((await stack.refresh(refreshToken)).status).toBe(400);
  await stack.signIn({ ...account, password: 'given by admin' });
});

test('design §1: unknown users, bad ids and taken addresses on update', async () => {
  const [a, b] = [await stack.newUser(), await stack.newUser()];
  expect(errorOf(await asAdmin('GET', '/me'))).toEqual([404, 'validation_failed']);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? {} : undefined;
    const answer = await asAdmin(method, `/${crypto.randomUUID()}`, body);
    expect(answer.json).toMatchObject({ error_code: 'user_not_found', msg: 'User not found' });
  }
  const taken = await asAdmin('PUT', `/${a.id}`, { email: b.email });
  expect(taken.json).toMatchObject({ code: 500, msg: 'Error updating user' });
  expect((await asAdmin('GET', `/${a.id}`)).json).toMatchObject({ email: a.email });
  const soft = await asAdmin('DELETE', `/${a.id}`, { should_soft_delete: true });
  expect(errorOf(soft)).toEqual([422, 'feature_disabled']);
});

test('design §1: users are listed in pages, newest first', async () => {
  const newest = await stack.newUser();
  const [total] = await database.query('select count(*)::int from auth.users');
  const count = Number(total?.['count']);
  const { data } = await stack.admin.listUsers({ page: 1, perPage: 2 });
  expect(data.users.map(({ id }) => id)).toContain(newest.id);
  expect(data).toMatchObject({ aud: 'authenticated', total: count, nextPage: 2 });
  const last = await asAdmin('GET', `?page=${Math.ceil(count / 2)}&per_page=2`);
  expect(last.headers.get('x-total-count')).toBe(String(count));
  expect(last.headers.get('link')).not.toContain('rel="next"');
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(count / 2) }, (_, index) =>
      asAdmin('GET', `?page=${index + 1}&per_page=2`),
    ),
  );
  const ids = pages.flatMap(({ json }) => json['users']).map((user) => JSON.stringify(user));
  expect(new Set(ids).size).toBe(count);
  expect(errorOf(await asAdmin('GET', '?page=-1'))).toEqual([400, 'validation_failed']);
});

test('design §1: an administrator signs a user out with the user’s token', async () => {
  const account = await stack.newUser();
  const [a, b] = [await stack.signIn(account), await stack.signIn(account)];
  expect((await stack.admin.signOut(a.token, 'global')).error).toBeNull();
  expect((await stack.refresh(b.refreshToken)).status).toBe(400);
});
