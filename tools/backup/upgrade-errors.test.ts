import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnStack } from '../../stack/testing.ts';
import { fileHashes, laterVersion, readFixture, removeFolder } from './fixtures.ts';
import { readInstallation } from './installation.ts';
import { command } from './testing.ts';

const LIMIT = { timeout: 120_000 };

let folder = '';
const path = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-refusals-'));
});
afterAll(() => removeFolder(folder));

/** A start that must fail: its exit code and all that it said. */
async function failedStart(dataDir: string, project?: string) {
  const { ended, output, child } = spawnStack({ DATA_DIR: dataDir }, project);
  // Should it start after all, the test fails by its words and not by its time.
  child.stdout.once('data', () => child.kill('SIGTERM'));
  return { code: await ended, ...output };
}

/** Every definition and every row that a start might have touched, with the transaction that did. */
async function state(client: Client): Promise<unknown[]> {
  const { rows } = await client.query<{ found: string }>(
    `select format('%s %s %s', oid, xmin, proname) as found from pg_catalog.pg_proc
     union all select format('%s %s %s', oid, xmin, relname) from pg_catalog.pg_class
       where relname !~ '^messages_' and relnamespace <> 'pg_toast'::regnamespace
     union all select format('%s %s %s', oid, xmin, rolname) from pg_catalog.pg_authid
     union all select format('%s %s', xmin, version) from supabase_migrations.schema_migrations
     union all select format('%s %s', xmin, id) from public.tasks
     union all select format('%s %s', xmin, id) from auth.users order by 1`,
  );
  return rows.map(({ found }) => found);
}

test(
  'design §3 upgrade: the data of another PostgreSQL is refused, and not a byte of it is changed',
  LIMIT,
  async () => {
    const dataDir = path('major');
    const { unpack, backup } = await readFixture('0.2.0');
    await unpack(dataDir);
    await writeFile(path('major/postgres/PG_VERSION'), '16\n');
    const before = await fileHashes(path('major/postgres'));
    const message =
      `the database in ${dataDir} was made by PostgreSQL 16, and this version of Almanac brings ` +
      'PostgreSQL 17: make a backup with the version that made it (npm run backup -- FILE), then ' +
      'restore that into a new data folder (set DATA_DIR, npm run restore -- FILE)';

    const { code, stdout, stderr } = await failedStart(dataDir);
    expect(stderr).toBe(`almanac: ${message}\n`);
    expect([code, stdout]).toEqual([1, '']);
    for (const [name, file] of [
      ['backup', path('16.backup')],
      ['restore', backup],
    ] as const) {
      const tool = await command(name, [file], { DATA_DIR: dataDir });
      expect(tool).toEqual({ code: 1, output: `almanac: ${message}\n` });
    }
    expect(await fileHashes(path('major/postgres'))).toEqual(before);

    await rm(path('major/postgres/PG_VERSION'));
    const damaged = await failedStart(dataDir);
    expect(damaged.stderr).toBe(
      `almanac: ${dataDir}/postgres is no database of PostgreSQL (PG_VERSION is missing): restore ` +
        'a backup into a new data folder (set DATA_DIR, npm run restore -- FILE)\n',
    );
    expect(damaged.code).toBe(1);
  },
);

test(
  'design §3 upgrade: the data of a newer Almanac is refused, and nothing of it is changed',
  LIMIT,
  async () => {
    const dataDir = path('newer');
    const { unpack } = await readFixture('0.2.0');
    await unpack(dataDir);
    const newer = await laterVersion(path('almanac-newer'), {
      '29990101000000_future.sql': 'alter table public.tasks add column mood text;',
    });
    const start = spawnStack({ DATA_DIR: dataDir }, newer);
    await start.ready;
    start.child.kill('SIGTERM');
    expect(await start.ended).toBe(0);

    const before = await readInstallation(dataDir, state);
    const message =
      `the data in ${dataDir} belongs to a newer Almanac (migration 29990101000000): start that ` +
      'version, or go back by restoring a backup of this version into a new data folder (set ' +
      `DATA_DIR, npm run restore -- FILE; the upgrade wrote one to ${dataDir}/backups)`;
    const { code, stdout, stderr } = await failedStart(dataDir);
    expect(stderr).toBe(`almanac: ${message}\n`);
    expect([code, stdout]).toEqual([1, '']);
    expect(await readInstallation(dataDir, state)).toEqual(before);

    // Its owner loses nothing by the mistake.
    const again = spawnStack({ DATA_DIR: dataDir }, newer);
    await again.ready;
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
  },
);

test(
  'design §3 upgrade: a backup of a newer Almanac is refused, and no data folder is made',
  LIMIT,
  async () => {
    const file = path('newer.backup');
    const backup = await command('backup', [file], { DATA_DIR: path('newer') });
    expect(backup.code, backup.output).toBe(0);
    const dataDir = path('not-made');
    const restore = await command('restore', [file], { DATA_DIR: dataDir });
    expect(restore.output).toBe(
      'almanac: the backup was made by a newer Almanac (migration 29990101000000): update this one first\n',
    );
    expect(restore.code).toBe(1);
    await expect(fileHashes(dataDir)).rejects.toThrow('ENOENT');
  },
);

test(
  'design §3 upgrade: a start whose migration fails says where the backup is, and ends with 1',
  LIMIT,
  async () => {
    const dataDir = path('failing');
    const { unpack } = await readFixture('0.2.0');
    await unpack(dataDir);
    const later = await laterVersion(path('almanac-failing'), {
      '29990101000000_bad.sql': 'select 1 / 0;',
    });
    const { code, stdout, stderr } = await failedStart(dataDir, later);
    const lines = stderr.trim().split('\n');
    expect(lines.at(-1)).toMatch(
      /^almanac: supabase\/migrations\/29990101000000_bad\.sql:1: division by zero \(the backup from before the upgrade is \S+\.backup\)$/,
    );
    expect(
      lines.slice(0, -1).filter((line) => !/^\S+ info (backed up|applied) /.test(line)),
    ).toEqual([]);
    expect([code, stdout]).toEqual([1, '']);
  },
);
