import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { actor, serviceRole, type Actor } from '../support/actors.ts';
import { databaseUrl, supabase } from '../support/environment.ts';
import { appPassword } from '../support/programs.ts';
import { forge, tamper } from '../support/tokens.ts';
import { api } from './support/api.ts';
import { call } from './support/call.ts';
import { plantAppPasswords } from './support/contracts-security.ts';
import { useOwnStack } from './support/own-stack.ts';

// An installation of its own: limits are spent, from addresses that a proxy tells.

useOwnStack({ TRUST_PROXY: '1' });

/** Asks the database behind it. */
async function query<T extends object>(sql: string, values: unknown[]): Promise<T[]> {
  const database = new Client({ connectionString: databaseUrl() });
  await database.connect();
  try {
    return (await database.query<T>(sql, values)).rows;
  } finally {
    await database.end();
  }
}

const HOME = { 'x-forwarded-for': '203.0.113.7' };
const ELSEWHERE = { 'x-forwarded-for': '192.0.2.44' };

const list = async ({ token }: Actor) =>
  (await call('account/app-passwords', { method: 'GET', token })).body as Record<string, unknown>[];
const tasks = (token: string, headers = HOME) => api('GET', '/tasks', { token, headers });

test('design §4: an app password is shown once, and stored as a hash', async () => {
  const anna = await actor('anna');
  const { id, password } = await appPassword(anna, 'api:read', ' Kitchen tablet ');
  expect(password).toMatch(/^([a-hj-np-z2-9]{4}-){7}[a-hj-np-z2-9]{4}$/);
  expect(await list(anna)).toEqual([
    {
      id,
      name: 'Kitchen tablet',
      scope: 'api:read',
      createdAt: expect.any(String),
      lastUsedAt: null,
      lastUsedFrom: null,
    },
  ]);
  const { data } = await serviceRole().from('app_passwords').select().eq('id', id).single();
  const stored = JSON.stringify(data);
  expect(stored).not.toContain(password);
  expect(stored).not.toContain(password.replaceAll('-', ''));
  expect(data).toMatchObject({ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('design §4: it is used as it was typed, and its owner sees when and from where', async () => {
  const anna = await actor('anna');
  const { id, password } = await appPassword(anna, 'api');
  expect((await tasks(password)).status).toBe(200);
  expect((await tasks(password.replaceAll('-', '').toUpperCase())).status).toBe(200);
  const [used] = await list(anna);
  expect(used).toMatchObject({ id, lastUsedFrom: '203.0.113.7' });
  expect(Date.parse(String(used?.['lastUsedAt']))).toBeGreaterThan(Date.now() - 60_000);
  // At most once a minute.
  expect((await tasks(password, ELSEWHERE)).status).toBe(200);
  expect(await list(anna)).toEqual([used]);
  const earlier = new Date(Date.now() - 61_000).toISOString();
  await serviceRole().from('app_passwords').update({ last_used_at: earlier }).eq('id', id);
  expect((await tasks(password, ELSEWHERE)).status).toBe(200);
  expect(await list(anna)).toMatchObject([{ id, lastUsedFrom: '192.0.2.44' }]);
});

test('design §4: requests at once begin one session', async () => {
  const anna = await actor('anna');
  const { password } = await appPassword(anna, 'api');
  const answers = await Promise.all(Array.from({ length: 12 }, () => tasks(password)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const rows = await query('select session_id from private.program_sessions where user_id = $1', [
    anna.id,
  ]);
  // One for each instance of the function that got some of them.
  expect(rows.length).toBeLessThanOrEqual(2);
});

test('design §4: only the owner lists, makes and revokes, with a session of their own', async () => {
  const [anna, bert] = await Promise.all([actor('anna'), actor('bert')]);
  const { id, password } = await appPassword(anna, 'api');
  const claims = { sub: anna.id, role: 'authenticated', aud: 'authenticated', exp: 4e9 };
  const worthless = [undefined, 'garbage', forge(claims), tamper(bert.token, { sub: anna.id })];
  const body = { name: 'x', scope: 'api', currentPassword: anna.password };
  for (const token of [...worthless, password]) {
    const as = token === undefined ? {} : { token };
    for (const options of [{ method: 'GET' }, { method: 'POST', body }] as const) {
      const answer = await call('account/app-passwords', { ...options, ...as });
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }
    const answer = await call(`account/app-passwords/${id}`, { method: 'DELETE', ...as });
    expect(answer.status).toBe(401);
  }
  expect(await list(bert)).toEqual([]);
  const others = await call(`account/app-passwords/${id}`, { method: 'DELETE', token: bert.token });
  expect(others.status).toBe(404);
  expect((await tasks(password)).status).toBe(200);
});

test('design §4: what is revoked opens nothing from then on', async () => {
  const anna = await actor('anna');
  const { id, password } = await appPassword(anna, 'api');
  expect((await tasks(password)).status).toBe(200);
  const revoke = () => call(`account/app-passwords/${id}`, { method: 'DELETE', token: anna.token });
  expect(await revoke()).toMatchObject({ status: 200, body: { success: true } });
  expect(await tasks(password)).toMatchObject({
    status: 401,
    body: { code: 'invalid_credentials', message: 'This app password is not valid' },
  });
  expect((await revoke()).status).toBe(404);
});

test('design §4: fifty of an account, also by many at once', async () => {
  const anna = await actor('anna');
  await plantAppPasswords(anna, 48);
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      serviceRole().rpc('create_app_password', {
        subject: anna.id,
        hash: randomUUID(),
        name: `phone ${index}`,
        scope: 'dav',
      }),
    ),
  );
  expect(made.filter(({ error }) => error === null)).toHaveLength(2);
  expect(made.filter(({ error }) => error?.code === 'PT409')).toHaveLength(4);
});

test('design §4: guessing is limited by address, and never in the way of what is right', async () => {
  const anna = await actor('anna');
  const { password } = await appPassword(anna, 'api');
  const guess = () => Array.from({ length: 8 }, () => 'abcd').join('-');
  const answers: number[] = [];
  for (let tries = 0; tries < 62; tries += 1) {
    answers.push((await tasks(guess(), ELSEWHERE)).status);
  }
  expect(answers.slice(0, 60)).toEqual(answers.slice(0, 60).map(() => 401));
  expect(answers.at(-1)).toBe(429);
  expect((await tasks(guess(), HOME)).status).toBe(401);
  expect((await tasks(password, ELSEWHERE)).status).toBe(200);
});

test('design §4: an owner who is banned has programs that do nothing, until the ban ends', async () => {
  const anna = await actor('anna');
  const { password } = await appPassword(anna, 'api');
  expect((await tasks(password)).status).toBe(200);
  const ban = (ban_duration: string) =>
    serviceRole().auth.admin.updateUserById(anna.id, { ban_duration });
  await ban('1h');
  expect((await tasks(password)).status).toBe(401);
  await ban('none');
  expect((await tasks(password)).status).toBe(200);
});

test('design §4: the own change of a password leaves programs signed in, an administrator’s ends them', async () => {
  const [anna, chief] = await Promise.all([actor('anna'), actor('chief', { admin: true })]);
  const { password } = await appPassword(anna, 'api');
  expect((await tasks(password)).status).toBe(200);
  const body = { currentPassword: anna.password, newPassword: 'Another-1' };
  const changed = await call('account/change-password', { token: anna.token, body });
  expect(changed.status).toBe(200);
  expect((await tasks(password)).status).toBe(200);
  const reset = await call(`admin/users/${anna.id}/reset-password`, {
    token: chief.token,
    body: { newPassword: 'Abcdefg1' },
  });
  expect(reset.status).toBe(200);
  expect((await tasks(password)).status).toBe(401);
});

test('design §4: a deleted owner’s app passwords go with the account', async () => {
  const [anna] = await Promise.all([actor('anna'), actor('chief', { admin: true })]);
  const { id, password } = await appPassword(anna, 'api');
  expect((await tasks(password)).status).toBe(200);
  const gone = await call('account/delete', {
    token: anna.token,
    body: { currentPassword: anna.password },
  });
  expect(gone.status).toBe(200);
  expect((await tasks(password)).status).toBe(401);
  const left = await serviceRole().from('app_passwords').select('id').eq('id', id);
  expect(left.data).toEqual([]);
});

test('design §4: sessions of programs that are over are removed, and cannot be continued', async () => {
  const anna = await actor('anna');
  const { password } = await appPassword(anna, 'api');
  expect((await tasks(password)).status).toBe(200);
  const rows = await query<{ session_id: string }>(
    `update private.program_sessions set expires_at = now() - interval '10 minutes'
     where user_id = $1 returning session_id`,
    [anna.id],
  );
  const bert = await actor('bert');
  const other = await appPassword(bert, 'api');
  expect((await tasks(other.password)).status).toBe(200);
  const left = await query(
    `select id from auth.sessions where id = any ($1)
     union all select session_id from private.program_sessions where session_id = any ($1)`,
    [rows.map(({ session_id: session }) => session)],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(left).toEqual([]);
});

test('design §4: guessing addresses of calendars is limited as guessing app passwords is', async () => {
  const anna = await actor('anna');
  const { password } = await appPassword(anna, 'calendar');
  const from = { headers: { 'x-forwarded-for': '198.51.100.9' } };
  const read = (secret: string) => fetch(new URL(`/dav/feed/${secret}.ics`, supabase.url), from);
  const guess = Array.from({ length: 8 }, () => 'abcd').join('-');
  const answers: number[] = [];
  while (answers.length < 61) answers.push((await read(guess)).status);
  expect(answers.filter((status) => status === 404)).toHaveLength(60);
  expect(answers.at(-1)).toBe(429);
  expect((await read(password)).status).toBe(200);
});
