import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSigningKey, readSigningKey } from '../../stack/tokens/signing-key.ts';
import { createAuth } from '../../stack/auth/auth.ts';
import { loadConfig } from '../../stack/config/config.ts';
import type { DatabaseRole } from '../../stack/context.ts';
import { startPostgres, type PostgresService } from '../../stack/postgres/postgres.ts';
import { PLATFORM_SCHEMAS } from '../../stack/postgres/prepare.ts';
import { startTestStack, type TestStack } from '../../stack/testing.ts';
import { usernameToEmail } from '#domain/account.ts';
import { migrate, startGoTrue } from '../engines/gotrue.ts';
import {
  allRows,
  command,
  connected,
  addSampleData,
  PEOPLE,
  sequences,
  disabledTriggers,
} from './testing.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const PASSWORD = 'only-for-this-test';

/** A GoTrue to move to, which makes its own tables; without one, those and the service of the stack. */
const GOTRUE = process.env['GOTRUE'];

const KEYS = {
  jwtSecret: 'a-test-secret-with-at-least-32-characters',
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
};

let folder = '';
let source: TestStack;
let supabase: PostgresService;

const urlOf = (role: string) =>
  `postgresql://${role}:${PASSWORD}@127.0.0.1:${supabase.address.port}/postgres`;

/** With the passwords of this test. */
const connection = (user: DatabaseRole) => ({
  ...supabase.address.connection(user),
  password: PASSWORD,
});

type Identity = AsyncDisposable & { fetch(request: Request): Promise<Response> };

/** The identity service on the database that was moved to. */
async function startIdentity(): Promise<Identity> {
  const context = {
    ...KEYS,
    signingKey: readSigningKey(generateSigningKey()),
    config: await loadConfig(join(PROJECT, 'supabase/config.toml')),
  };
  if (GOTRUE) {
    const gotrue = await startGoTrue({
      ...context,
      program: GOTRUE,
      database: connection('supabase_auth_admin'),
      siteUrl: 'http://supabase.test',
    });
    return {
      fetch: (request) => {
        const { pathname, search } = new URL(request.url);
        return fetch(`${gotrue.url}${pathname.replace('/auth/v1', '')}${search}`, request);
      },
      [Symbol.asyncDispose]: () => gotrue[Symbol.asyncDispose](),
    };
  }
  const service = await createAuth({
    ...context,
    publicUrl: 'http://supabase.test',
    database: { connection },
    log: () => undefined,
  });
  return {
    fetch: (request) => service.fetch(request, { address: '127.0.0.1' }),
    [Symbol.asyncDispose]: () => service.close(),
  };
}

/** On Supabase `postgres` is no superuser: here it gets out of the way, and is made anew as such. */
async function preparePlatform(): Promise<void> {
  {
    await using first = await connected(urlOf('postgres'));
    await first.query(`create role supabase_admin superuser login password '${PASSWORD}'`);
  }
  await using admin = await connected(urlOf('supabase_admin'));
  await admin.query('alter role postgres rename to initial');
  await admin.query(await readFile(join(import.meta.dirname, 'supabase-platform.sql'), 'utf8'));
  if (GOTRUE) {
    await admin.query('drop table auth.one_time_tokens, auth.identities, auth.users');
    await admin.query(`alter role supabase_auth_admin password '${PASSWORD}'`);
    await admin.query('alter role supabase_auth_admin set search_path = auth');
    await migrate(GOTRUE, connection('supabase_auth_admin'));
  }
  // The rest of GoTrue's tables and Realtime's, which the move does not touch.
  for (const file of PLATFORM_SCHEMAS) await admin.query(await readFile(file, 'utf8'));
  await admin.query('grant all on all tables in schema realtime to postgres');
  for (const role of ['postgres', 'supabase_auth_admin']) {
    await admin.query(`alter role ${role} password '${PASSWORD}'`);
  }
}

/** The Supabase CLI applies the migrations, as it does for a project. */
async function pushMigrations(): Promise<void> {
  await using admin = await connected(urlOf('supabase_admin'));
  // Supabase lets postgres make policies on this table, by an extension that is not here.
  await admin.query('grant supabase_realtime_admin to postgres');
  const args = ['db', 'push', `--remote=${urlOf('postgres')}`, '--yes'];
  const child = spawn(join(PROJECT, 'node_modules/.bin/supabase'), args, {
    cwd: PROJECT,
    env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output);
  await admin.query('revoke supabase_realtime_admin from postgres');
}

const move = (...args: string[]) =>
  command('move', ['--db-url', urlOf('postgres'), ...args], { DATA_DIR: source.dataDir });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-move-'));
  source = await startTestStack();
  await addSampleData(source);
  const log = () => undefined;
  supabase = await startPostgres({ dataDir: folder, password: PASSWORD, log });
  await preparePlatform();
});

afterAll(async () => {
  await source.stop();
  await supabase.close();
  await rm(folder, { recursive: true, force: true });
});

test('design §1 move: says what has to be done first', async () => {
  const { code, output } = await move();
  expect(output).toMatch(/lacks the migrations \d+.*: run npx supabase db push/);
  expect(code).toBe(1);
  const mistyped = await command('move', ['--db-url', 'localhost:5432']);
  expect(mistyped.output).toContain('--db-url must be like postgresql://');
  const absent = await command('move', ['--db-url', 'postgresql://postgres:secret@127.0.0.1:1/x']);
  expect(absent.output).toContain('127.0.0.1:1 cannot be connected to: connect ECONNREFUSED');
  expect(absent.output).not.toContain('secret');
});

/** How many rows of a table the target has. */
async function count(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    `select count(*)::integer as total from ${table}`,
  );
  return rows[0]?.total ?? -1;
}

test('design §1 move: into a database with somebody in it nothing is moved', async () => {
  await pushMigrations();
  await using client = await connected(urlOf('postgres'));
  await client.query(
    `insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
     values (gen_random_uuid(), 'early@users.almanac.invalid', '{"username": "early"}',
       jsonb_build_object('announced_act', public.announce_act('{"action": "create_user"}')))`,
  );
  const { code, output } = await move();
  expect(output).toContain('auth.users is not empty');
  expect(code).toBe(1);
  expect(await count(client, 'public.profiles')).toBe(1);
  expect(await count(client, 'public.admin_events')).toBe(1);
  // With no more rights than whoever applied the migrations has on Supabase.
  await client.query('select public.delete_user(id, null) from public.profiles');
  expect(await count(client, 'auth.users')).toBe(0);
  expect(await count(client, "realtime.messages where topic like 'user:%'")).toBe(0);
});

test('design §1 move: every row arrives in a Supabase database, and people sign in with their passwords', async () => {
  const { code, output } = await move();
  expect(code, output).toBe(0);
  await using from = await connected(source.databaseUrl);
  await using to = await connected(urlOf('postgres'));
  const before = await allRows(from);
  const after = await allRows(to);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [table, rows] of Object.entries(before)) {
    expect(rows.length, table).toBeGreaterThan(0);
    expect(after[table], table).toEqual(rows);
  }
  expect(await sequences(to)).toEqual(await sequences(from));
  expect(await disabledTriggers(to)).toEqual([]);
  for (const table of ['auth.sessions', 'auth.refresh_tokens', 'auth.one_time_tokens']) {
    expect(await count(to, table), table).toBe(0);
  }
  const { rows: loader } = await to.query(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  expect(loader).toEqual([{ rolsuper: false }]);

  // GoTrue reads these into plain strings, and fails on null; it finds people by instance and aud.
  const { rows: unreadable } = await to.query(
    `select email from auth.users
     where confirmation_token is null or recovery_token is null or email_change is null
       or email_change_token_new is null or email_change_token_current is null
       or phone_change is null or phone_change_token is null or reauthentication_token is null
       or instance_id <> '00000000-0000-0000-0000-000000000000' or aud <> 'authenticated'
       or role <> 'authenticated' or email_confirmed_at is null or encrypted_password !~ '^\\$2[aby]\\$'
       or not exists (
         select from auth.identities as i
         where i.user_id = users.id and i.provider = 'email' and i.email = users.email
           and i.provider_id = users.id::text
       )`,
  );
  expect(unreadable).toEqual([]);

  await using identity = await startIdentity();
  const client = createClient('http://supabase.test', KEYS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => identity.fetch(new Request(input, init)) },
  });
  for (const { username, password } of PEOPLE) {
    const email = usernameToEmail(username);
    const right = await client.auth.signInWithPassword({ email, password });
    expect(right.error, username).toBeNull();
    // Another beginning: of what follows the 72nd byte GoTrue takes no notice.
    const wrong = await client.auth.signInWithPassword({ email, password: `x${password}` });
    expect(wrong.error?.code, username).toBe('invalid_credentials');
  }
});

test('design §1 move: a backup moves as well as the installation it was made of', async () => {
  const file = join(folder, 'backup');
  const backup = await command('backup', [file], { DATA_DIR: source.dataDir });
  expect(backup.code, backup.output).toBe(0);
  await using to = await connected(urlOf('postgres'));
  const { rows } = await to.query<{ list: string }>(
    `select string_agg(format('public.%I', tablename), ', ') as list
     from pg_tables where schemaname = 'public'`,
  );
  await to.query(`truncate ${rows[0]?.list} cascade`);
  await to.query('delete from auth.users');
  const { code, output } = await move('--from', file);
  expect(code, output).toBe(0);
  await using from = await connected(source.databaseUrl);
  expect(await allRows(to)).toEqual(await allRows(from));
});
