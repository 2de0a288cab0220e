import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase, TestStack } from './test-stack.ts';
import { createTestDatabase, createTestStack } from './test-stack.ts';

let database: TestDatabase;
let stack: TestStack;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  stack = await createTestStack(database);
});
afterAll(async () => {
  await stack.service.close();
  await database.remove();
});

async function newUser(attributes: Record<string, unknown> = {}) {
  count += 1;
  const email = `person${count}@users.almanac.invalid`;
  const password = 'correct horse';
  const { data, error } = await stack.admin.createUser({
    email,
    password,
    email_confirm: true,
    ...attributes,
  });
  if (error) throw error;
  return { email, password, id: data.user.id };
}

test('design §7: a created user signs in, with the claims that GoTrue gives', async () => {
  const { email, password, id } = await newUser({
    user_metadata: { username: 'Ada' },
    app_metadata: { plan: 'home' },
  });
  const { data, error } = await stack.client().auth.signInWithPassword({ email, password });
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

test('design §7: metadata reaches triggers as JSON objects, and rows are as GoTrue writes them', async () => {
  const { id } = await newUser({ user_metadata: { username: 'Bo' } });
  const [row] = await database.query(
    `select raw_user_meta_data ->> 'username' as username, instance_id, confirmation_token,
       recovery_token, email_change, email_change_token_new, left(encrypted_password, 7) as hash,
       (select i.email from auth.identities i where i.user_id = u.id) as identity_email
     from auth.users u where id = $1`,
    [id],
  );
  expect(row).toEqual({
    username: 'Bo',
    instance_id: '00000000-0000-0000-0000-000000000000',
    confirmation_token: '',
    recovery_token: '',
    email_change: '',
    email_change_token_new: '',
    hash: '$2b$04$',
    identity_email: expect.stringContaining('@users.almanac.invalid'),
  });
});
