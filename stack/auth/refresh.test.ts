import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { storedForm } from './refresh-tokens.ts';
import { openSession, prune } from './sessions.ts';
import type { TestDatabase, TestStack } from './testing.ts';
import { createTestDatabase, createTestStack } from './testing.ts';
import { findUserById } from './users.ts';

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

const childOf = (answer: { json: Record<string, unknown> }) => String(answer.json['refresh_token']);
const errorOf = (answer: { status: number; json: Record<string, unknown> }) => [
  answer.status,
  answer.json['error_code'],
];
const sessionOf = (token: unknown) => decodeJwt(String(token))['session_id'];

/** Makes what happened to the session's tokens look as old as that, past the reuse interval. */
async function age(token: unknown, interval: string): Promise<void> {
  await database.query(
    `update auth.refresh_tokens set updated_at = updated_at - $2::interval
     where session_id = $1`,
    [sessionOf(token), interval],
  );
}

test('design §1: a refresh token gives a new pair within the same session', async () => {
  const client = stack.client();
  const account = await stack.newUser();
  const first = (await client.auth.signInWithPassword(account)).data.session;
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(first?.refresh_token);
  expect(sessionOf(data.session?.access_token)).toBe(sessionOf(first?.access_token));
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    sub: account.id,
    amr: [{ method: 'password' }],
  });
});

test('design §1: claims of a refreshed token are those of the account now', async () => {
  const account = await stack.newUser();
  const { refreshToken } = await stack.signIn(account);
  await stack.admin.updateUserById(account.id, { user_metadata: { username: 'New' } });
  const { json } = await stack.refresh(refreshToken);
  expect(decodeJwt(String(json['access_token']))).toMatchObject({
    user_metadata: { username: 'New', email_verified: true },
  });
});

test('design §1: the immediate parent gives the current token again, at any time', async () => {
  const { token, refreshToken } = await stack.signIn(await stack.newUser());
  const child = childOf(await stack.refresh(refreshToken));
  expect(childOf(await stack.refresh(refreshToken))).toBe(child);
  await age(token, '1 day');
  expect(childOf(await stack.refresh(refreshToken))).toBe(child);
  expect((await stack.refresh(child)).status).toBe(200);
});

test('design §1: an older token voids its whole session', async () => {
  const { token, refreshToken } = await stack.signIn(await stack.newUser());
  const child = childOf(await stack.refresh(refreshToken));
  const grandchild = childOf(await stack.refresh(child));
  // Within the reuse interval it may still be one of several tabs that came late.
  expect(childOf(await stack.refresh(refreshToken))).toBe(grandchild);
  await age(token, '11 seconds');
  const used = [400, 'refresh_token_already_used'];
  expect(errorOf(await stack.refresh(refreshToken))).toEqual(used);
  expect(errorOf(await stack.refresh(grandchild))).toEqual(used);
  expect(errorOf(await stack.refresh(child))).toEqual(used);
});

test('design §1: parallel refreshes of one token all get the same child', async () => {
  const { refreshToken } = await stack.signIn(await stack.newUser());
  const answers = await Promise.all(Array.from({ length: 12 }, () => stack.refresh(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(childOf)).size).toBe(1);
});

test('design §1: without rotation an old token is refused, and the session lives on', async () => {
  const relaxed = await createTestStack(database, '[auth]\nenable_refresh_token_rotation = false');
  const { token, refreshToken } = await relaxed.signIn(await relaxed.newUser());
  const child = childOf(await relaxed.refresh(refreshToken));
  const grandchild = childOf(await relaxed.refresh(child));
  await age(token, '1 minute');
  expect((await relaxed.refresh(refreshToken)).status).toBe(400);
  expect((await relaxed.refresh(grandchild)).status).toBe(200);
  await relaxed.service.close();
});

test('design §1: tokens that were never given, or whose session ended, are refused', async () => {
  const notFound = [400, 'refresh_token_not_found'];
  expect(errorOf(await stack.refresh('aaaaaaaaaaaa'))).toEqual(notFound);
  for (const nonsense of ['short', 'AAAAAAAAAAAA', 'a'.repeat(13), '', undefined]) {
    expect(errorOf(await stack.refresh(nonsense))).toEqual([400, 'validation_failed']);
  }
  expect(errorOf(await stack.refresh(7))).toEqual([400, 'bad_json']);
  const { token, refreshToken } = await stack.signIn(await stack.newUser());
  await stack.ask('POST', '/logout', undefined, { token });
  expect(errorOf(await stack.refresh(refreshToken))).toEqual(notFound);
});

test('design §1: logging out while refreshing ends the session, whoever comes first', async () => {
  const { token, refreshToken } = await stack.signIn(await stack.newUser());
  const [, ...answers] = await Promise.all([
    stack.ask('POST', '/logout', undefined, { token }),
    ...Array.from({ length: 6 }, () => stack.refresh(refreshToken)),
  ]);
  for (const answer of answers) expect([200, 400]).toContain(answer.status);
  expect((await stack.refresh(refreshToken)).status).toBe(400);
  const left = await database.query('select from auth.sessions where id = $1', [sessionOf(token)]);
  expect(left).toEqual([]);
});

test('design §1: sessions end after the configured time and idleness, and are pruned', async () => {
  const toml = '[auth.sessions]\ntimebox = "48h"\ninactivity_timeout = "8h"';
  const strict = await createTestStack(database, toml);
  const expired = [400, 'session_expired'];
  const idle = await strict.signIn(await strict.newUser());
  const old = await strict.signIn(await strict.newUser());
  const fresh = await strict.signIn(await strict.newUser());
  const shift = (token: string, column: string, interval: string) =>
    database.query(`update auth.sessions set ${column} = now() - $2::interval where id = $1`, [
      sessionOf(token),
      interval,
    ]);
  await shift(idle.token, 'created_at', '9 hours');
  await shift(old.token, 'created_at', '49 hours');
  await shift(old.token, 'refreshed_at', '0 hours');
  expect(errorOf(await strict.refresh(idle.refreshToken))).toEqual(expired);
  expect(errorOf(await strict.refresh(old.refreshToken))).toEqual(expired);
  const child = childOf(await strict.refresh(fresh.refreshToken));

  await shift(idle.token, 'created_at', '33 hours');
  await age(fresh.token, '25 hours');
  const pool = openDatabase(database.connection('supabase_auth_admin'), () => undefined);
  await prune(pool, { timeboxSeconds: 48 * 3600, inactivitySeconds: 8 * 3600 }, () => undefined);
  await pool.close();
  const sessions = await database.query('select id from auth.sessions where id = any($1)', [
    [idle, old, fresh].map(({ token }) => sessionOf(token)),
  ]);
  expect(new Set(sessions.map(({ id }) => id))).toEqual(
    new Set([old, fresh].map(({ token }) => sessionOf(token))),
  );
  const tokens = await database.query(
    'select token from auth.refresh_tokens where session_id = $1',
    [sessionOf(fresh.token)],
  );
  expect(tokens).toEqual([{ token: storedForm(child, strict.jwtSecret) }]);
  await strict.service.close();
});

test('design §1: no session opens with a password that was changed while it was checked', async () => {
  const account = await stack.newUser();
  const pool = openDatabase(database.connection('supabase_auth_admin'), () => undefined);
  const checked = await findUserById(pool, account.id);
  if (!checked) throw new Error('the user is missing');
  await stack.admin.updateUserById(account.id, { password: 'another one' });
  const client = { userAgent: null, ip: null };
  await expect(openSession(pool, checked, client, stack)).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  await pool.close();
});

test('design §4 limits: an account has 200 sessions at most, and keeps those that are in use', async () => {
  const account = await stack.newUser();
  const used = await stack.signIn(account);
  await stack.refresh(used.refreshToken);
  await database.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     select gen_random_uuid(), $1, now() + make_interval(secs => n), now(), 'aal1'
     from generate_series(1, 300) as n`,
    [account.id],
  );
  const newest = await stack.signIn(account);
  const sessions = await database.query('select id from auth.sessions where user_id = $1', [
    account.id,
  ]);
  expect(sessions).toHaveLength(200);
  for (const { token } of [used, newest]) {
    expect(sessions).toContainEqual({ id: sessionOf(token) });
  }
});

test('design §4: what the database holds of a refresh token continues no session', async () => {
  const { token, refreshToken } = await stack.signIn(await stack.newUser());
  const child = childOf(await stack.refresh(refreshToken));
  const rows = await database.query(
    'select token, parent from auth.refresh_tokens where session_id = $1 order by id',
    [sessionOf(token)],
  );
  expect(rows).toHaveLength(2);
  for (const given of [refreshToken, child]) expect(JSON.stringify(rows)).not.toContain(given);
  for (const row of rows) {
    expect((await stack.refresh(row['token'])).status).toBe(400);
    expect((await stack.refresh(String(row['token']).slice(0, 12))).status).toBe(400);
  }
  expect((await stack.refresh(child)).status).toBe(200);
});
