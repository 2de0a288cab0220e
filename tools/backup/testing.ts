import { spawn } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { loadSecrets } from '../../stack/config/secrets.ts';
import { disposable, type DisposableClient } from '../../stack/postgres/prepare.ts';
import type { TestStack } from '../../stack/testing.ts';
import { listTables } from '../../stack/backup/tables.ts';
import { usernameToEmail } from '#domain/account.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Runs `npm run NAME -- ARGS` without npm; answers its exit code and all that it said. */
export function command(
  name: 'backup' | 'restore' | 'move',
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(PROJECT, `tools/${name}.ts`), ...args], {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, output }));
  });
}

/** A connection that ends with the block. */
export async function connected(url: string): Promise<DisposableClient> {
  const client = disposable(new Client({ connectionString: url }));
  await client.connect();
  return client;
}

/** Every row of every table that a backup holds, generated columns too, as text in a fixed order. */
export async function allRows(client: Client): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} as t order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Where the numbering of every identity column stands. */
export async function sequences(client: Client): Promise<unknown[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name
     from pg_catalog.pg_sequences where schemaname = 'public' order by 1`,
  );
  const found = [];
  for (const { name } of rows) {
    const state = await client.query(`select last_value, is_called from ${name}`);
    found.push({ name, ...state.rows[0] });
  }
  return found;
}

/** Triggers that would not fire; there are none unless somebody forgot to bring them back. */
export async function disabledTriggers(client: Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select tgname from pg_catalog.pg_trigger where not tgisinternal and tgenabled <> 'O'
     union all
     select proname from pg_catalog.pg_proc
     where proname = 'create_profile' and prosrc not like '%insert into public.profiles%'`,
  );
  return rows;
}

export const PEOPLE = [
  { username: 'Anna', password: 'a password of Anna', email: 'anna@example.org' },
  { username: 'Žofie 😀 "O\'Neil"', password: 'пароль-žofie', email: null },
  { username: 'carl', password: 'c'.repeat(72), email: null },
] as const;

async function register({ url, publishableKey }: TestStack): Promise<void> {
  for (const { username, password, email } of PEOPLE) {
    const response = await fetch(`${url}/functions/v1/account/register`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ username, password, ...(email ? { email } : {}) }),
    });
    if (!response.ok) throw new Error(`${username}: ${await response.text()}`);
  }
}

export const MAIL_PASSWORD = 'the password of the mail server';

/** As the functions do: AES-256-GCM, the tag at the end. */
async function encryptedMailPassword(dataDir: string): Promise<[string, string]> {
  const { mailEncryptionKey } = await loadSecrets(dataDir);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(mailEncryptionKey, 'base64'), iv);
  const text = Buffer.concat([cipher.update(MAIL_PASSWORD, 'utf8'), cipher.final()]);
  return [Buffer.concat([text, cipher.getAuthTag()]).toString('base64'), iv.toString('base64')];
}

/** Three accounts and rows in every table, among them what a text format could trip over. */
export async function addSampleData(stack: TestStack): Promise<void> {
  await register(stack);
  await using client = await connected(stack.databaseUrl);
  const fixture = join(import.meta.dirname, 'testing.sql');
  await client.query(await readFile(fixture, 'utf8'));
  await client.query(
    `insert into public.email_settings
       (email_service, email_user, host, port, security, password_ciphertext, password_iv)
     values ('custom', 'post@example.org', 'mail.example.org', 587, 'starttls', $1, $2)`,
    await encryptedMailPassword(stack.dataDir),
  );
}

/** Signs in as a browser does. */
export async function signIn(
  { url, publishableKey }: Pick<TestStack, 'url' | 'publishableKey'>,
  { username, password }: { username: string; password: string },
) {
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = usernameToEmail(username);
  const { error } = await client.auth.signInWithPassword({ email, password });
  return { client, error };
}
