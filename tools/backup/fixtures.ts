import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import * as z from 'zod';
import { parseRows, readRows, type Rows } from '../fixture/rows.ts';
import { withFormerColumns } from './former-columns.ts';

const run = promisify(execFile);
const PROJECT = resolve(import.meta.dirname, '../..');
const FIXTURES = join(PROJECT, 'tests/fixtures');

const peopleSchema = z.array(
  z.object({
    username: z.string(),
    password: z.string(),
    refreshToken: z.string(),
    temporaryPassword: z.string().optional(),
  }),
);

/** A household of an earlier version (tests/fixtures/README.md). */
export type Fixture = {
  people: z.infer<typeof peopleSchema>;
  rows: Rows;
  /** What its `npm run backup` wrote. */
  backup: string;
  /** Puts its data folder there. */
  unpack(dataDir: string): Promise<void>;
};

/** The versions that have a fixture. */
export async function fixtureVersions(): Promise<string[]> {
  const entries = await readdir(FIXTURES, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export async function readFixture(version: string): Promise<Fixture> {
  const path = (name: string) => join(FIXTURES, version, name);
  return {
    people: peopleSchema.parse(JSON.parse(await readFile(path('people.json'), 'utf8'))),
    rows: parseRows(await readFile(path('rows.json'), 'utf8')),
    backup: path('household.backup'),
    async unpack(dataDir) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      await run('tar', ['-xzf', path('data.tar.gz'), '-C', dataDir]);
    },
  };
}

/**
 * Rows of a fixture that a database has no longer, or no longer the same, by the columns which they
 * had then, references and order included (former-columns.ts). Rows and columns that were added
 * since are no loss.
 */
export async function lostRows(
  client: Client,
  rows: Rows,
  except: readonly string[] = [],
): Promise<Record<string, unknown[]>> {
  const now = withFormerColumns(parseRows(await readRows(client)), rows);
  const lost: Record<string, unknown[]> = {};
  for (const [table, then] of Object.entries(withFormerColumns(rows, rows))) {
    if (except.includes(table)) continue;
    const shape = (row: Record<string, unknown>) =>
      JSON.stringify(then.columns.map((column) => row[column]));
    const found = new Set(now[table]?.rows.map(shape));
    const missing = then.rows.filter((row) => !found.has(shape(row)));
    if (missing.length > 0) lost[table] = missing;
  }
  return lost;
}

/** Every file below a folder and the hash of its content. */
export async function fileHashes(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found: Record<string, string> = {};
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    found[file] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }
  return found;
}

/**
 * Copies what a start needs of this project, with more migrations: what a later version would be.
 * @param migrations names and texts of the files to add
 */
export async function laterVersion(
  folder: string,
  migrations: Record<string, string>,
): Promise<string> {
  await mkdir(folder);
  for (const name of ['stack', 'supabase', 'package.json', 'package-lock.json']) {
    await cp(join(PROJECT, name), join(folder, name), {
      recursive: true,
      // A newer file would have the web app built again.
      preserveTimestamps: true,
    });
  }
  for (const name of ['node_modules', 'web']) {
    await symlink(join(PROJECT, name), join(folder, name));
  }
  for (const [name, sql] of Object.entries(migrations)) {
    await writeFile(join(folder, 'supabase/migrations', name), sql);
  }
  return folder;
}

/** Removes what a test has made. Processes that are just ending may still write there. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
