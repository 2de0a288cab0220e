import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase, TestStack } from './testing.ts';
import { createTestDatabase, createTestStack } from './testing.ts';

let database: TestDatabase;
let stack: TestStack;
let strict: TestStack;

beforeAll(async () => {
  database = await createTestDatabase();
  stack = await createTestStack(database);
  strict = await createTestStack(
    database,
    `[auth]
     minimum_password_length = 8
     password_requirements = "letters_digits"
     [auth.email]
     require_current_password = true
     secure_password_change = true`,
  );
});
afterAll(async () => {
  await stack.service.close();
  await strict.service.close();
  await database.remove();
});

const errorOf = (answer: { status: number; json: Record<string, unknown> }) => [
  answer.status,
  answer.json['error_code'],
];
const put = (on: TestStack, token: string, body: unknown) =>
  on.ask('PUT', '/user', body, { token });

test('design §4: a new password ends the user’s other sessions, and only those', async () => {
  const account = await stack.newUser();
  const stranger = await stack.signIn(await stack.newUser());
  const [mine, other] = [await stack.signIn(account), await stack.signIn(account)];
  expect((await put(stack, mine.token, { password: 'another one' })).status).toBe(200);
  const alive = (token: string) => stack.ask('GET', '/user', undefined, { token });
  expect((await alive(mine.token)).status).toBe(200);
  expect((await alive(stranger.token)).status).toBe(200);
  expect(errorOf(await alive(other.token))).toEqual([403, 'session_not_found']);
  expect(errorOf(await stack.refresh(other.refreshToken))).toEqual([
    400,
    'refresh_token_not_found',
  ]);
  expect((await stack.refresh(mine.refreshToken)).status).toBe(200);
  await expect(stack.signIn(account)).rejects.toThrow('invalid_credentials');
  await stack.signIn({ ...account, password: 'another one' });
});

test('design §1: the current password is asked for when config.toml says so', async () => {
  const account = await strict.newUser({ password: 'old secret 1' });
  const { token } = await strict.signIn(account);
  const password = 'new secret 1';
  const change = (current?: unknown) => put(strict, token, { password, current_password: current });
  expect(errorOf(await change())).toEqual([400, 'current_password_required']);
  expect(errorOf(await change('wrong'))).toEqual([400, 'current_password_invalid']);
  expect(errorOf(await change(7))).toEqual([400, 'bad_json']);
  expect((await change('old secret 1')).status).toBe(200);
  await strict.signIn({ ...account, password });
});

test('design §1: an old session does not change the password under secure_password_change', async () => {
  const account = await strict.newUser({ password: 'old secret 1' });
  const { token } = await strict.signIn(account);
  await database.query(
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    [account.id],
  );
  const body = { password: 'new secret 1', current_password: 'old secret 1' };
  expect(errorOf(await put(strict, token, body))).toEqual([400, 'reauthentication_needed']);
});

test('design §1: weak, equal and oversized new passwords are refused', async () => {
  const account = await strict.newUser({ password: 'old secret 1' });
  const { token } = await strict.signIn(account);
  const change = (password: unknown) =>
    put(strict, token, { password, current_password: 'old secret 1' });
  const weak = await change('short');
  expect(errorOf(weak)).toEqual([422, 'weak_password']);
  expect(weak.json['weak_password']).toEqual({ reasons: ['length', 'characters'] });
  expect(weak.json['msg']).toContain('Password should be at least 8 characters.');
  expect(errorOf(await change('old secret 1'))).toEqual([422, 'same_password']);
  expect(errorOf(await change(`1${'é'.repeat(36)}`))).toEqual([400, 'validation_failed']);
  expect(errorOf(await change(''))).toEqual([400, 'validation_failed']);
  expect(errorOf(await change(12345678))).toEqual([400, 'bad_json']);
  const client = strict.client();
  await client.auth.signInWithPassword({ email: account.email, password: 'old secret 1' });
  const { error } = await client.auth.updateUser({ password: 'x' });
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length', 'characters'] });
});

test('design §1: signing in with a password that is weak by now says so', async () => {
  const account = await stack.newUser({ password: 'weak' });
  const answer = await strict.ask('POST', '/token?grant_type=password', {
    email: account.email,
    password: 'weak',
  });
  expect(answer.status).toBe(200);
  expect(answer.json['weak_password']).toMatchObject({ reasons: ['length', 'characters'] });
});

test('design §4 limits: nobody writes metadata of their own, and no right can be raised through it', async () => {
  const account = await stack.newUser({ user_metadata: { username: 'Ada' } });
  const client = stack.client();
  await client.auth.signInWithPassword(account);
  const { error } = await client.auth.updateUser({ data: { theme: 'dark' } });
  expect(error).toMatchObject({ status: 422, code: 'feature_disabled' });
  const { token } = await stack.signIn(account);
  for (const data of [{}, { text: 'x'.repeat(10_000) }, { role: 'service_role' }, [], 'x', 1]) {
    expect(errorOf(await put(stack, token, { data }))).toEqual([422, 'feature_disabled']);
  }
  const both = await put(stack, token, { password: 'another one', data: { theme: 'dark' } });
  expect(errorOf(both)).toEqual([422, 'feature_disabled']);
  await stack.signIn(account);
  const raised = await put(stack, token, { app_metadata: { admin: true } });
  expect(errorOf(raised)).toEqual([403, 'not_admin']);
  const role = await put(stack, token, { role: 'service_role', data: null });
  expect(role.json).toMatchObject({
    role: 'authenticated',
    user_metadata: { username: 'Ada', email_verified: true },
  });
});

test('design §4: the address cannot be changed by its user', async () => {
  const account = await stack.newUser();
  const { token } = await stack.signIn(account);
  const changed = await put(stack, token, { email: 'other@example.com' });
  expect(errorOf(changed)).toEqual([422, 'feature_disabled']);
  expect((await put(stack, token, { email: account.email })).status).toBe(200);
});

test('design §1: of two password changes at the same time one wins and the other is refused', async () => {
  const account = await stack.newUser();
  const sessions = [await stack.signIn(account), await stack.signIn(account)];
  const answers = await Promise.all(
    sessions.map(({ token }, index) => put(stack, token, { password: `new password ${index}` })),
  );
  const [won, lost] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(won).toBe(200);
  // 403 if the winner had already ended the other session, 409 if both had passed the checks.
  expect([403, 409]).toContain(lost);
});
