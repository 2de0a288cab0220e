import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyToken } from '../tokens/tokens.ts';
import {
  createTestDatabase,
  createTestStack,
  type TestDatabase,
  type TestStack,
} from './testing.ts';

let database: TestDatabase;
let stack: TestStack;

beforeAll(async () => {
  database = await createTestDatabase();
  stack = await createTestStack(
    database,
    '[auth.rate_limit]\nsign_in_sign_ups = 10000\ntoken_verifications = 20\n',
  );
});

afterAll(async () => {
  await stack.service.close();
  await database.remove();
});

async function linkOf(email: string): Promise<string> {
  const { data, error } = await stack.admin.generateLink({ type: 'magiclink', email });
  if (error) throw error;
  return data.properties.hashed_token;
}

const verify = (token_hash: string, from = '10.0.0.1') =>
  stack.ask('POST', '/verify', { type: 'magiclink', token_hash }, { from });

test('design §4 links: an administrator’s link is a session of the account, once', async () => {
  const person = await stack.newUser();
  const hash = await linkOf(person.email);
  const { data, error } = await stack
    .client()
    .auth.verifyOtp({ type: 'magiclink', token_hash: hash });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(person.id);
  expect(verifyToken(data.session?.access_token ?? '', stack)).toMatchObject({
    ok: true,
    claims: { sub: person.id, aal: 'aal1', amr: [{ method: 'otp' }] },
  });
  const again = await verify(hash);
  expect(again).toMatchObject({ status: 403, json: { error_code: 'otp_expired' } });
});

test('design §4 links: a new one voids the one before, and one lasts an hour', async () => {
  const person = await stack.newUser();
  const first = await linkOf(person.email);
  const second = await linkOf(person.email);
  expect((await verify(first)).status).toBe(403);
  await database.query(
    `update auth.users set recovery_sent_at = now() - interval '61 minutes' where id = $1`,
    [person.id],
  );
  expect((await verify(second)).status).toBe(403);
});

test('design §4 links: the database does not hold what opens an account', async () => {
  const person = await stack.newUser();
  const hash = await linkOf(person.email);
  const rows = await database.query('select * from auth.users where id = $1', [person.id]);
  expect(JSON.stringify(rows)).not.toContain(hash);
  const [row] = rows;
  expect((await verify(String(row?.['recovery_token']))).status).toBe(403);
  expect((await verify(hash)).status).toBe(200);
});

test('design §4 links: a changed password and a ban void it', async () => {
  const person = await stack.newUser();
  const hash = await linkOf(person.email);
  await stack.admin.updateUserById(person.id, { password: 'another horse' });
  expect((await verify(hash)).status).toBe(403);
  const banned = await linkOf(person.email);
  await stack.admin.updateUserById(person.id, { ban_duration: '1h' });
  expect(await verify(banned)).toMatchObject({ status: 403, json: { error_code: 'user_banned' } });
});

test('design §4 links: for the secret key alone, of one type, for accounts that exist', async () => {
  const person = await stack.newUser();
  const { token } = await stack.signIn(person);
  const body = { type: 'magiclink', email: person.email };
  expect((await stack.ask('POST', '/admin/generate_link', body)).status).toBe(401);
  expect((await stack.ask('POST', '/admin/generate_link', body, { token })).status).toBe(403);
  const ask = (change: object) =>
    stack.ask('POST', '/admin/generate_link', { ...body, ...change }, { key: stack.secretKey });
  expect(await ask({ type: 'recovery' })).toMatchObject({
    status: 400,
    json: { error_code: 'validation_failed' },
  });
  expect(await ask({ email: 'nobody@example.invalid' })).toMatchObject({
    status: 404,
    json: { error_code: 'user_not_found' },
  });
});

test.each([
  [{}, 'Verify requires a verification type'],
  [{ type: 'magiclink' }, 'Verify requires either a token or a token hash'],
  [{ type: 'magiclink', token: '1', token_hash: '2' }, 'Verify requires either'],
  [{ type: 'sms', token_hash: '1' }, 'Invalid email verification type'],
])('design §4 links: %j is refused as GoTrue does', async (body, message) => {
  const answer = await stack.ask('POST', '/verify', body, { from: '10.0.0.2' });
  expect(answer).toMatchObject({
    status: 400,
    json: { error_code: 'validation_failed', msg: expect.stringContaining(message) },
  });
});

test('design §4 links: tries are limited by address', async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 21; tries += 1) statuses.push((await verify('x', '10.0.0.3')).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429]);
  expect((await verify('x', '10.0.0.4')).status).toBe(403);
});
