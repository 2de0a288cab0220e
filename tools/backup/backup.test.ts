import { createDecipheriv, randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from '../../stack/config/secrets.ts';
import {
  appliedMigrations,
  applyMigrations,
  listMigrations,
} from '../../stack/migrations/migrations.ts';
import { startPostgres } from '../../stack/postgres/postgres.ts';
import { connectAsOwner, preparePlatform } from '../../stack/postgres/prepare.ts';
import { startTestStack, type TestStack } from '../../stack/testing.ts';
import { dump } from '../../stack/backup/dump.ts';
import { writeBackup } from '../../stack/backup/file.ts';
import { usernameToEmail } from '#domain/account.ts';
import { MIGRATIONS, readInstallation } from './installation.ts';
import {
  allRows,
  command,
  connected,
  addSampleData,
  MAIL_PASSWORD,
  PEOPLE,
  sequences,
  signIn,
  disabledTriggers,
} from './testing.ts';

let folder = '';
let source: TestStack;
let before: Awaited<ReturnType<typeof allRows>>;
let numbering: unknown[];
const path = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-backup-'));
  source = await startTestStack();
  await addSampleData(source);
  await using client = await connected(source.databaseUrl);
  before = await allRows(client);
  numbering = await sequences(client);
});

afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Adds a category and a note of the same name in each transaction until it is told to stop. */
async function writePairs(client: Client, signal: AbortSignal): Promise<number> {
  // Fast enough that several of them fall between any two tables of the backup.
  await client.query('set synchronous_commit = off');
  let pairs = 0;
  for (; !signal.aborted; pairs += 1) {
    await client.query('begin');
    for (const [table, column] of [
      ['categories', 'name'],
      ['notes', 'title'],
    ]) {
      await client.query(
        `insert into public.${table} (user_id, ${column}) select id, $1 from public.profiles`,
        [`pair ${pairs}`],
      );
    }
    await client.query('commit');
  }
  return pairs;
}

test('design §1 backup: while people write, the file shows one moment', async () => {
  const stop = new AbortController();
  await using client = await connected(source.databaseUrl);
  const writing = writePairs(client, stop.signal);
  const { code, output } = await command('backup', [path('moving')], { DATA_DIR: source.dataDir });
  stop.abort();
  const written = await writing;
  await client.query(`delete from public.categories where name like 'pair %'`);
  await client.query(`delete from public.notes where title like 'pair %'`);

  expect(code, output).toBe(0);
  expect((await stat(path('moving'))).mode & 0o777).toBe(0o600);
  const text = gunzipSync(await readFile(path('moving'))).toString();
  const pairsIn = (table: string) => {
    const [, section = ''] = text.split(`{"table":"public.${table}"`);
    return section.split('\n\\.\n')[0]?.match(/\tpair \d+\t/g)?.length ?? 0;
  };
  expect(pairsIn('notes')).toBe(pairsIn('categories'));
  expect(pairsIn('notes')).toBeGreaterThan(0);
  expect(pairsIn('notes')).toBeLessThan(written * PEOPLE.length);
});

test(
  'design §1 restore: every row is back as it was, and people sign in with their passwords',
  { timeout: 120_000 },
  async () => {
    // The numbering has moved on in the test above; a backup keeps where it stands.
    await using client = await connected(source.databaseUrl);
    numbering = await sequences(client);
    const backup = await command('backup', [path('still')], { DATA_DIR: source.dataDir });
    expect(backup.code, backup.output).toBe(0);
    const dataDir = path('restored');
    const restore = await command('restore', [path('still')], { DATA_DIR: dataDir });
    expect(restore.code, restore.output).toBe(0);

    {
      await using restored = await startTestStack({ dataDir });
      await using copy = await connected(restored.databaseUrl);
      const after = await allRows(copy);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      for (const [table, rows] of Object.entries(before)) {
        expect(rows.length, table).toBeGreaterThan(0);
        expect(after[table], table).toEqual(rows);
      }
      expect(await sequences(copy)).toEqual(numbering);
      expect(await disabledTriggers(copy)).toEqual([]);

      for (const person of PEOPLE) {
        const { client: browser, error } = await signIn(restored, person);
        expect(error, person.username).toBeNull();
        const { data } = await browser.from('tasks').insert({ title: 'new' }).select().single();
        expect(data).toMatchObject({ title: 'new' });
        const search = await browser.rpc('search', { query: 'zlut' });
        expect(search.data).toMatchObject([{ kind: 'category', title: 'Žluť' }]);
        await browser.auth.signOut();
      }
      const wrong = await signIn(restored, { ...PEOPLE[0], password: 'another' });
      expect(wrong.error?.code).toBe('invalid_credentials');

      // The keys are the new installation's own, but for the one that opens the mail password.
      const secrets = await loadSecrets(dataDir);
      const old = await loadSecrets(source.dataDir);
      expect(secrets.jwtSecret).not.toBe(old.jwtSecret);
      const { rows } = await copy.query<{ text: string; iv: string }>(
        'select password_ciphertext as text, password_iv as iv from public.email_settings',
      );
      const encrypted = Buffer.from(rows[0]?.text ?? '', 'base64');
      const key = Buffer.from(secrets.mailEncryptionKey, 'base64');
      const iv = Buffer.from(rows[0]?.iv ?? '', 'base64');
      const decrypted = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(
        encrypted.subarray(-16),
      );
      expect(decrypted.update(encrypted.subarray(0, -16), undefined, 'utf8')).toBe(MAIL_PASSWORD);

      // The triggers work again: who registers now gets a profile, and is no administrator.
      const email = usernameToEmail('newcomer');
      await copy.query(
        `insert into auth.users (id, email, raw_user_meta_data)
       values (gen_random_uuid(), $1, '{"username": "newcomer"}')`,
        [email],
      );
      const { rows: profiles } = await copy.query(
        `select is_admin from public.profiles where username = 'newcomer'`,
      );
      expect(profiles).toEqual([{ is_admin: false }]);
    }

    // While nothing runs, the database is started for the backup alone.
    const offline = await command('backup', [path('offline')], { DATA_DIR: dataDir });
    expect(offline.code, offline.output).toBe(0);
    const again = await command('restore', [path('still')], { DATA_DIR: dataDir });
    expect(again.output).toContain('auth.users is not empty');
    expect(again.code).toBe(1);
  },
);

test(
  'design §1 restore: a file that cannot be used is refused in one line, and nothing is left',
  { timeout: 120_000 },
  async () => {
    const whole = gunzipSync(await readFile(path('still')));
    const [header = '', ...rest] = whole.toString('latin1').split('\n');
    const withHeader = (change: object) =>
      gzipSync(
        Buffer.from(
          [JSON.stringify({ ...JSON.parse(header), ...change }), ...rest].join('\n'),
          'latin1',
        ),
      );
    const migrations: unknown = JSON.parse(header).migrations;
    const newer = [...(Array.isArray(migrations) ? migrations : []), '29990101000000'];
    const compressed = await readFile(path('still'));
    const flipped = Buffer.from(compressed);
    const middle = Math.floor(flipped.length / 2);
    flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
    const cases: [name: string, content: Buffer, message: RegExp][] = [
      ['format', withHeader({ version: 2 }), /format 2.*update it first/],
      ['newer', withHeader({ migrations: newer }), /newer Almanac \(migration 29990101000000\)/],
      ['text', Buffer.from('a letter to my aunt'), /is not a backup of Almanac/],
      ['other', gzipSync('{"a":1}\n'), /not a backup of Almanac/],
      ['empty', Buffer.alloc(0), /is not a backup of Almanac|cut off/],
      ['cut', compressed.subarray(0, middle), /damaged or was cut off/],
      ['flipped', flipped, /damaged/],
      ['rest', gzipSync(whole.subarray(0, -40)), /damaged/],
    ];
    const dataDir = path('refusing');
    for (const [name, content, message] of cases) {
      await writeFile(path(name), content);
      const { code, output } = await command('restore', [path(name)], { DATA_DIR: dataDir });
      expect(output, name).toMatch(message);
      expect(output.trim().split('\n'), name).toHaveLength(1);
      expect(code, name).toBe(1);
    }
    // After all of these the whole file still finds an empty installation.
    const { code, output } = await command('restore', [path('still')], { DATA_DIR: dataDir });
    expect(code, output).toBe(0);
  },
);

test(
  'design §1 restore: a backup of an older Almanac is brought up to date',
  { timeout: 120_000 },
  async () => {
    const files = await listMigrations(MIGRATIONS);
    const last = files.pop();
    const migrations = path('migrations');
    await mkdir(migrations);
    for (const { file } of files) await cp(join(MIGRATIONS, file), join(migrations, file));

    const log = () => undefined;
    const password = 'only-for-this-test';
    await mkdir(path('older'));
    {
      await using postgres = await startPostgres({ dataDir: path('older'), password, log });
      {
        await using platform = await connectAsOwner(postgres.address);
        await preparePlatform(platform, password);
      }
      await using old = await connectAsOwner(postgres.address);
      await applyMigrations(old, migrations, log);
      await old.query(
        `insert into auth.users (id, email, raw_user_meta_data)
       values (gen_random_uuid(), 'early@users.almanac.invalid', '{"username": "early"}')`,
      );
      await writeBackup(path('older.backup'), dump(old, randomBytes(32).toString('base64')));
    }

    const dataDir = path('updated');
    const { code, output } = await command('restore', [path('older.backup')], {
      DATA_DIR: dataDir,
    });
    expect(code, output).toBe(0);
    await readInstallation(dataDir, async (client) => {
      expect(await appliedMigrations(client)).toEqual(
        [...files, last].map((entry) => entry?.version),
      );
      const { rows } = await client.query('select username, is_admin from public.profiles');
      expect(rows).toEqual([{ username: 'early', is_admin: true }]);
    });
    // The tables are newer now than this backup, and there is no way back.
    await readInstallation(dataDir, (client) => client.query('delete from auth.users'));
    const again = await command('restore', [path('older.backup')], { DATA_DIR: dataDir });
    expect(again.output).toContain('the backup is older than the tables');
    expect(again.code).toBe(1);
  },
);

test('design §1 restore: not into an installation that runs, nor backup of one that is not there', async () => {
  const running = await command('restore', [path('still')], { DATA_DIR: source.dataDir });
  expect(running.output).toContain('Almanac is already running');
  expect(running.code).toBe(1);
  const absent = await command('backup', [path('x')], { DATA_DIR: path('nowhere') });
  expect(absent.output).toContain('there is no installation in');
  expect(absent.code).toBe(1);
  const missing = await command('restore', [path('nowhere')], { DATA_DIR: path('nothing') });
  expect(missing.output).toContain('does not exist');
  const unwritable = await command('backup', [join(path('still'), 'x')], {
    DATA_DIR: source.dataDir,
  });
  expect(unwritable.output).toContain('ENOTDIR');
  expect(unwritable.code).toBe(1);
});
