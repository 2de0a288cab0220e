import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { connect, rolledBack } from '../support/database.ts';

/** As much of a Supabase project as the migrations stand on, in an empty database. */
const PLATFORM = `
  create schema extensions;
  create extension "uuid-ossp" schema extensions;
  create schema auth;
  create table auth.users (
    id uuid primary key, email text, email_confirmed_at timestamptz, raw_user_meta_data jsonb,
    raw_app_meta_data jsonb, is_sso_user boolean default false
  );
  create table auth.sessions (
    id uuid primary key, user_id uuid, created_at timestamptz, updated_at timestamptz, ip inet, aal text
  );
  create table auth.mfa_factors (id uuid primary key, user_id uuid, status text);
  create function auth.uid() returns uuid language sql stable as 'select null::uuid';
  create function auth.jwt() returns jsonb language sql stable as 'select null::jsonb';
  create schema realtime;
  create table realtime.messages (topic text, extension text, payload jsonb, event text);
  alter table realtime.messages enable row level security;
  create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void language sql as 'select';
`;
const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
const name = `almanac_test_${randomUUID().replaceAll('-', '')}`;

let keeper: Client;
let first: Client;
let second: Client;

beforeAll(async () => {
  keeper = await connect();
  await keeper.query(`create database ${name}`);
  afterAll(() => keeper.query(`drop database ${name} with (force)`));
  [first, second] = await Promise.all([connect(name), connect(name)]);
  for (const client of [first, second]) client.on('error', () => undefined);
  await first.query(PLATFORM);
  for (const file of (await readdir(MIGRATIONS)).toSorted()) {
    await first.query(await readFile(join(MIGRATIONS, file), 'utf8'));
  }
});

beforeEach(async () => {
  await first.query('delete from auth.users');
});

const register = (client: Client, username: string) =>
  client.query(
    `insert into auth.users (id, raw_user_meta_data)
     values (gen_random_uuid(), jsonb_build_object('username', $1::text))`,
    [username],
  );
const administrators = async () =>
  (
    await first.query<{ username: string }>(
      'select username from public.profiles where is_admin order by username',
    )
  ).rows.map(({ username }) => username);
const grant = (client: Client, username: string, value: boolean) =>
  client.query('update public.profiles set is_admin = $2 where username = $1', [username, value]);
const remove = (client: Client, username: string) =>
  client.query(
    'delete from auth.users using public.profiles as p where p.id = users.id and p.username = $1',
    [username],
  );

test('design §3: of two first users at once exactly one becomes administrator', async () => {
  await Promise.all([first.query('begin'), second.query('begin')]);
  await register(first, 'ann');
  const waiting = register(second, 'bob').then(() => second.query('commit'));
  await first.query('commit');
  await waiting;
  expect(await administrators()).toEqual(['ann']);
});

test('design §3: a first user who fails to come to be leaves the place to the next', async () => {
  await Promise.all([first.query('begin'), second.query('begin')]);
  await register(first, 'ann');
  const waiting = register(second, 'bob').then(() => second.query('commit'));
  await first.query('rollback');
  await waiting;
  expect(await administrators()).toEqual(['bob']);
});

test('design §3: the last administrator can be neither demoted nor deleted', async () => {
  await register(first, 'ann');
  await register(first, 'bob');
  await expect(grant(first, 'ann', false)).rejects.toMatchObject({
    code: 'PT409',
    message: 'The last administrator cannot be demoted',
  });
  await expect(remove(first, 'ann')).rejects.toMatchObject({
    code: 'PT409',
    message: 'The last administrator cannot be deleted',
  });
  await grant(first, 'bob', true);
  await remove(first, 'ann');
  expect(await administrators()).toEqual(['bob']);
});

test('design §3: two administrators demoting each other at once leave one', async () => {
  await register(first, 'ann');
  await register(first, 'bob');
  await grant(first, 'bob', true);
  await Promise.all([first.query('begin'), second.query('begin')]);
  await grant(first, 'bob', false);
  const [refused] = await Promise.allSettled([grant(second, 'ann', false), first.query('commit')]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'PT409' } });
  await second.query('rollback');
  expect(await administrators()).toEqual(['ann']);
});

test('design §3: the very last user may go; the next to register administers', async () => {
  await register(first, 'ann');
  await remove(first, 'ann');
  await register(first, 'bob');
  expect(await administrators()).toEqual(['bob']);
});

test('design §3: in one transaction users may go in any order', async () => {
  await register(first, 'ann');
  await register(first, 'bob');
  await rolledBack(first, async () => {
    await remove(first, 'ann');
    await remove(first, 'bob');
    await first.query('set constraints all immediate');
  });
  expect(await administrators()).toEqual(['ann']);
});
