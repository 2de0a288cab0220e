import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyToken } from '../tokens/tokens.ts';
import {
  createTestDatabase,
  createTestStack,
  type TestDatabase,
  type TestStack,
} from './testing.ts';
import { newSecret, stepOf, totpCode } from './totp.ts';

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

const seconds = () => Date.now() / 1000;
const claims = (token: string) => verifyToken(token, stack);

/** Somebody who has just enrolled an authenticator, in one browser. */
async function withFactor() {
  const person = await stack.newUser();
  const client = stack.client();
  const signedIn = await client.auth.signInWithPassword(person);
  if (signedIn.error) throw signedIn.error;
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  const before = signedIn.data.session;
  const other = await stack.signIn(person);
  // The code of the step before: the next one is then still to be had.
  const code = totpCode(totp.secret, seconds() - 30);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
  if (verified.error) throw verified.error;
  return { person, client, id, secret: totp.secret, before, other, session: verified.data };
}

test('RFC 6238 appendix B: the codes of the standard’s table', () => {
  // "12345678901234567890" as base32; the table has eight digits, of which six are shown.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const table = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' };
  for (const [time, code] of Object.entries(table))
    expect(totpCode(secret, Number(time))).toBe(code);
});

test('design §4 TOTP: codes of the steps before and after are right, others and nonsense are not', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const now = 1_800_000_015;
  expect(
    [-60, -30, 0, 30, 60].map((by) => stepOf(totpCode(secret, now + by), secret, now)),
  ).toEqual([undefined, 59_999_999, 60_000_000, 60_000_001, undefined]);
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
    expect(stepOf(code, secret, now)).toBeUndefined();
  }
});

test('design §4 factors: a verified one makes this session aal2, and ends those of the password alone', async () => {
  const { client, before, other, session } = await withFactor();
  expect(claims(before.access_token)).toMatchObject({ claims: { aal: 'aal1' } });
  expect(claims(session.access_token)).toMatchObject({
    claims: {
      aal: 'aal2',
      amr: expect.arrayContaining([{ method: 'totp', timestamp: expect.any(Number) }]),
    },
  });
  expect((await stack.refresh(other.refreshToken)).status).toBe(400);
  // The refresh token of before raises nothing.
  expect((await stack.refresh(before.refresh_token)).status).toBe(400);
  const renewed = await client.auth.refreshSession();
  expect(claims(renewed.data.session?.access_token ?? '')).toMatchObject({
    claims: { aal: 'aal2' },
  });
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.totp).toMatchObject([{ status: 'verified', friendly_name: 'Phone' }]);
  expect(JSON.stringify(data)).not.toContain('secret');
});

test('design §4 factors: the next sign-in is aal1 until a code comes, each code once', async () => {
  const { person, id, secret } = await withFactor();
  const client = stack.client();
  await client.auth.signInWithPassword(person);
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const verify = (code: string) => client.auth.mfa.challengeAndVerify({ factorId: id, code });
  const used = await verify(totpCode(secret, seconds() - 30));
  expect(used.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  expect((await verify(totpCode(secret, seconds()))).error).toBeNull();
  expect((await verify(totpCode(secret, seconds()))).error?.code).toBe('mfa_verification_failed');
});

test('design §4 factors: codes are tried ten times in a quarter of an hour', async () => {
  const { person, id, secret } = await withFactor();
  const client = stack.client();
  await client.auth.signInWithPassword(person);
  const right = totpCode(secret, seconds());
  const wrong = right === '000000' ? '000001' : '000000';
  const statuses: (number | undefined)[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: wrong });
    statuses.push(error?.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  const late = await client.auth.mfa.challengeAndVerify({ factorId: id, code: right });
  expect(late.error?.status).toBe(429);
});

test('design §4 factors: by aal1 neither another one, nor its end, nor another password', async () => {
  const { person, id } = await withFactor();
  const { token } = await stack.signIn(person);
  const enroll = { factor_type: 'totp', friendly_name: 'Mine' };
  expect(await stack.ask('POST', '/factors', enroll, { token })).toMatchObject({
    status: 403,
    json: { error_code: 'insufficient_aal' },
  });
  expect(await stack.ask('DELETE', `/factors/${id}`, undefined, { token })).toMatchObject({
    status: 422,
    json: { error_code: 'insufficient_aal' },
  });
  const password = { password: 'another horse', current_password: person.password };
  expect(await stack.ask('PUT', '/user', password, { token })).toMatchObject({
    status: 401,
    json: { error_code: 'insufficient_aal' },
  });
});

test('design §4 factors: unenrolled by aal2, or by the secret key', async () => {
  const first = await withFactor();
  expect((await first.client.auth.mfa.unenroll({ factorId: first.id })).error).toBeNull();
  const renewed = await first.client.auth.refreshSession();
  expect(claims(renewed.data.session?.access_token ?? '')).toMatchObject({
    claims: { aal: 'aal1' },
  });

  const second = await withFactor();
  const listed = await stack.admin.mfa.listFactors({ userId: second.person.id });
  expect(listed.data?.factors).toMatchObject([{ id: second.id, status: 'verified' }]);
  const removed = await stack.admin.mfa.deleteFactor({ userId: second.person.id, id: second.id });
  expect(removed.error).toBeNull();
  expect((await stack.signIn(second.person)).token).toBeTruthy();
  const left = await stack.admin.mfa.listFactors({ userId: second.person.id });
  expect(left.data?.factors).toEqual([]);
});

test('design §4 factors: nobody reaches somebody else’s, nor a challenge from elsewhere', async () => {
  const [anna, bert] = await Promise.all([withFactor(), withFactor()]);
  const token = bert.session.access_token;
  for (const [method, path] of [
    ['POST', `/factors/${anna.id}/challenge`],
    ['POST', `/factors/${anna.id}/verify`],
    ['DELETE', `/factors/${anna.id}`],
  ] as const) {
    const answer = await stack.ask(method, path, { code: '1', challenge_id: bert.id }, { token });
    expect(answer).toMatchObject({ status: 404, json: { error_code: 'mfa_factor_not_found' } });
    expect((await stack.ask(method, path, {})).status).toBe(401);
  }
  expect(
    (await stack.ask('GET', `/admin/users/${anna.person.id}/factors`, undefined, { token })).status,
  ).toBe(403);
  const begun = await stack.ask('POST', `/factors/${bert.id}/challenge`, {}, { token });
  const body = { challenge_id: begun.json['id'], code: totpCode(bert.secret, seconds()) };
  const from = '10.9.9.9';
  expect(
    await stack.ask('POST', `/factors/${bert.id}/verify`, body, { token, from }),
  ).toMatchObject({
    status: 422,
    json: { error_code: 'mfa_ip_address_mismatch' },
  });
  await database.query(
    `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`,
    [begun.json['id']],
  );
  expect(await stack.ask('POST', `/factors/${bert.id}/verify`, body, { token })).toMatchObject({
    status: 422,
    json: { error_code: 'mfa_challenge_expired' },
  });
});

test('design §4 factors: ten of an account, names once, and those never finished go', async () => {
  const person = await stack.newUser();
  const { token } = await stack.signIn(person);
  const enroll = (friendly_name: string, factor_type = 'totp') =>
    stack.ask('POST', '/factors', { factor_type, friendly_name }, { token });
  for (let made = 0; made < 10; made += 1) expect((await enroll(`${made}`)).status).toBe(200);
  expect((await enroll('0')).json['error_code']).toBe('mfa_factor_name_conflict');
  expect((await enroll('one more')).json['error_code']).toBe('too_many_enrolled_mfa_factors');
  expect((await enroll('x', 'phone')).json['error_code']).toBe('validation_failed');
  await database.query(
    `update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`,
    [person.id],
  );
  expect((await enroll('one more')).status).toBe(200);
});
