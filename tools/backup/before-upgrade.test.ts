import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { loadSecrets } from '../../stack/config/secrets.ts';
import type { Log } from '../../stack/context.ts';
import { openDatabase } from '../../stack/database.ts';
import { EMBEDDED } from '../../stack/stack.ts';
import { applyMigrations } from '../../stack/migrations/migrations.ts';
import { connectAsOwner, preparePlatform } from '../../stack/postgres/prepare.ts';
import { lostRows, readFixture, removeFolder } from './fixtures.ts';
import { MIGRATIONS, readInstallation } from './installation.ts';
import { command } from './testing.ts';

const LIMIT = { timeout: 120_000 };

const parent = await mkdtemp(join(tmpdir(), 'almanac-before-upgrade-'));
afterAll(() => removeFolder(parent));

let projectRoot = '';
let dataDir = '';
let number = 0;
const log = vi.fn<Log>();

// A project that has nothing but migrations, and the household of a version before it.
beforeEach(async () => {
  number += 1;
  projectRoot = join(parent, `project-${number}`);
  dataDir = join(parent, `data-${number}`);
  await mkdir(join(projectRoot, 'supabase'), { recursive: true });
  log.mockClear();
});

type Files = Record<string, string>;

/** The migrations of this version, and these. */
async function bring(files: Files): Promise<void> {
  const folder = join(projectRoot, 'supabase/migrations');
  await mkdir(folder, { recursive: true });
  await cp(MIGRATIONS, folder, { recursive: true });
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
}

/** Starts the database as a start of the stack does, ends it in order; what `look` saw meanwhile. */
async function open<T>(look: (client: Client) => Promise<T>): Promise<T> {
  const { databasePassword, mailEncryptionKey } = await loadSecrets(dataDir);
  const options = { dataDir, projectRoot, mailEncryptionKey, log };
  await using postgres = await openDatabase(options, databasePassword, EMBEDDED.preparePlatform);
  await using client = await connectAsOwner(postgres.address);
  return await look(client);
}

const nothing = async () => undefined;
const backups = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'backups')).catch((): string[] => [])).toSorted();
const mode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
const versionsOf = async (client: Client) => {
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
};

/** Of this process and those that it starts: no file of theirs can grow beyond, as with a quota. */
function limitFiles(bytes: string): void {
  const program = 'prlimit';
  execFileSync(program, ['--pid', String(process.pid), `--fsize=${bytes}:`]);
}

/** An installation that is up to date with this version, with the household in it. */
async function household() {
  const fixture = await readFixture('0.1.0');
  await fixture.unpack(dataDir);
  const { databasePassword } = await loadSecrets(dataDir);
  await readInstallation(dataDir, async (client) => {
    await preparePlatform(client, databasePassword);
    await applyMigrations(client, MIGRATIONS, log);
  });
  return fixture;
}

test(
  'design §3 upgrade: the start writes a backup before a migration, and only then',
  LIMIT,
  async () => {
    const { rows } = await household();
    await bring({});
    await open(nothing);
    expect(await backups()).toEqual([]);

    await bring({
      '29990101000000_drop.sql': 'delete from public.notes;',
      '29990102000000_more.sql': 'create table public.more (id bigint);',
    });
    await open(nothing);
    const [name = '', ...others] = await backups();
    expect(name).toMatch(/^before-29990101000000-\d{8}T\d{6}Z\.backup$/);
    expect(others).toEqual([]);
    expect(await mode(join(dataDir, 'backups'))).toBe('700');
    expect(await mode(join(dataDir, 'backups', name))).toBe('600');
    expect(log).toHaveBeenCalledWith('info', expect.stringContaining(`${name} before the upgrade`));
    await open(nothing);
    expect(await backups()).toEqual([name]);

    // The way back, as docs/self-hosting/embedded.md has it: this version, a new data folder.
    const back = join(parent, 'back');
    const restore = await command('restore', [join(dataDir, 'backups', name)], { DATA_DIR: back });
    expect(restore.code, restore.output).toBe(0);
    const sessions = ['auth.sessions', 'auth.refresh_tokens', 'auth.mfa_amr_claims'];
    const lost = await readInstallation(back, (client) => lostRows(client, rows, sessions));
    expect(lost).toEqual({});
  },
);

test('design §3 upgrade: a new installation has nothing to back up', LIMIT, async () => {
  await mkdir(dataDir);
  await bring({ '29990101000000_more.sql': 'create table public.more (id bigint);' });
  await open(nothing);
  expect(await backups()).toEqual([]);
});

test(
  'design §3 upgrade: the last three backups are kept, of each upgrade the newest',
  LIMIT,
  async () => {
    await household();
    await mkdir(join(dataDir, 'backups'));
    const earlier = [
      'before-29970101000000-20970101T000000Z.backup',
      'before-29980101000000-20980101T000000Z.backup',
      'before-29980101000000-20980102T000000Z.backup',
      'before-29990101000000-20990101T000000Z.backup',
      'before-29990101000000-20990101T000001Z.backup.part',
    ];
    const own = ['before-the-wedding.backup', 'monday.backup'];
    for (const name of [...earlier, ...own]) await writeFile(join(dataDir, 'backups', name), '');
    await bring({ '29990102000000_more.sql': 'create table public.more (id bigint);' });
    await open(nothing);
    expect(await backups()).toEqual([
      'before-29980101000000-20980102T000000Z.backup',
      'before-29990101000000-20990101T000000Z.backup',
      expect.stringMatching(/^before-29990102000000-/),
      ...own,
    ]);
  },
);

test(
  'design §3 upgrade: a migration that fails leaves the database as the one before left it, and the backup',
  LIMIT,
  async () => {
    const { rows } = await household();
    const before = await readInstallation(dataDir, versionsOf);
    await bring({
      '29990101000000_good.sql': 'create table public.good (id bigint);',
      '29990102000000_bad.sql': 'delete from public.tasks;\nselect 1 / 0;',
      '29990103000000_after.sql': 'create table public.after (id bigint);',
    });
    const files = async () => (await backups()).map((name) => join(dataDir, 'backups', name));
    await expect(open(nothing)).rejects.toThrow(
      /bad\.sql:2: division by zero \(the backup from before the upgrade is .*before-29990101000000-.*\.backup\)$/,
    );
    const [first = ''] = await files();
    // Whoever tries again and again keeps the one from before all of it.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await expect(open(nothing)).rejects.toThrow('division by zero');
    }
    expect((await files()).map((file) => /before-\d+/.exec(file)?.[0])).toEqual([
      'before-29990101000000',
      'before-29990102000000',
    ]);
    expect((await files())[0]).toBe(first);
    const after = await readInstallation(dataDir, async (client) => ({
      versions: await versionsOf(client),
      lost: await lostRows(client, rows),
    }));
    expect(after).toEqual({ versions: [...before, '29990101000000'], lost: {} });

    await bring({ '29990102000000_bad.sql': 'select 1;' });
    expect(await open(versionsOf)).toHaveLength(before.length + 3);
  },
);

test('design §3 upgrade: without its backup the start applies nothing', LIMIT, async () => {
  const { rows } = await household();
  const before = await readInstallation(dataDir, versionsOf);
  await writeFile(join(dataDir, 'backups'), 'in the way');
  await bring({ '29990101000000_drop.sql': 'delete from public.notes;' });
  await expect(open(nothing)).rejects.toThrow(
    /^the backup before the upgrade cannot be written to .*before-29990101000000-.*\.backup: EEXIST: .*\. Nothing was changed: make room for it and start again$/,
  );
  const after = await readInstallation(dataDir, async (client) => ({
    versions: await versionsOf(client),
    lost: await lostRows(client, rows),
  }));
  expect(after).toEqual({ versions: before, lost: {} });
});

test(
  'design §3 upgrade: a disk that fills up during the backup stops the start, and nothing is left of it',
  LIMIT,
  async () => {
    const { rows } = await household();
    // More than fits below the limit, and nothing of it can be compressed.
    const texts = Array.from({ length: 1300 }, () => randomBytes(15_000).toString('base64'));
    await readInstallation(dataDir, async (client) => {
      await client.query(
        `insert into public.tasks (user_id, title, description)
       select (select id from public.profiles limit 1), 'bulk', text from unnest($1::text[]) as text`,
        [texts],
      );
      // So that reading changes no page, which could not be written either.
      await client.query('vacuum freeze');
    });
    const before = await readInstallation(dataDir, versionsOf);
    await bring({ '29990101000000_drop.sql': 'delete from public.notes;' });
    // The files of PostgreSQL's log have 16 MB.
    limitFiles('17000000');
    try {
      await expect(open(nothing)).rejects.toThrow(
        /^the backup before the upgrade cannot be written to .*: EFBIG: file too large, write. Nothing was changed: /,
      );
    } finally {
      limitFiles('unlimited');
    }
    expect(await backups()).toEqual([]);
    const after = await readInstallation(dataDir, async (client) => ({
      versions: await versionsOf(client),
      lost: await lostRows(client, rows),
    }));
    expect(after).toEqual({ versions: before, lost: {} });
    await open(nothing);
    expect(await backups()).toHaveLength(1);
  },
);
