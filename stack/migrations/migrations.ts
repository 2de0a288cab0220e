import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError, type Client } from 'pg';
import type { Log } from '../context.ts';
import { errorCode, OperatorError } from '../errors.ts';
import { splitStatements, type Statement } from './statements.ts';

/** A migration as its file names it. */
export type Migration = { version: string; name: string; file: string };

/** The migrations of a folder in the order of their versions; none if there is no such folder. */
export async function listMigrations(
  folder: string,
  log: Log = () => undefined,
): Promise<Migration[]> {
  let files: string[];
  try {
    files = await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  return files.toSorted().flatMap((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    if (version && name !== undefined) return [{ version, name, file }];
    if (file.endsWith('.sql')) log('warn', `${file} is no migration: <number>_<name>.sql`);
    return [];
  });
}

/**
 * The versions of the migrations that a database has, as the Supabase CLI records them, in order;
 * none if it was never prepared for any.
 */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const record = 'supabase_migrations.schema_migrations';
  const found = await client.query('select where to_regclass($1) is not null', [record]);
  if (found.rowCount === 0) return [];
  const { rows } = await client.query<{ version: string }>(
    `select version from ${record} order by version`,
  );
  return rows.map(({ version }) => version);
}

function placeOf(error: DatabaseError, { sql, line }: Statement): number {
  // `position` counts characters of the statement from 1.
  const before = error.position ? [...sql].slice(0, Number(error.position) - 1).join('') : '';
  return line + before.split('\n').length - 1;
}

/**
 * Applies one migration of a folder in a transaction, and records it as the Supabase CLI does.
 * @throws OperatorError naming file, line and reason; nothing of the migration is kept then
 */
export async function applyMigration(
  client: Client,
  folder: string,
  migration: Migration,
): Promise<void> {
  const statements = splitStatements(await readFile(join(folder, migration.file), 'utf8'));
  await client.query("reset all; set client_min_messages = 'warning'; begin");
  try {
    for (const statement of statements) {
      try {
        await client.query(statement.sql);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        const { message, detail, hint } = error;
        const reason = [message, detail, hint].filter(Boolean).join('; ');
        const place = `supabase/migrations/${migration.file}:${placeOf(error, statement)}`;
        throw new OperatorError(`${place}: ${reason}`, { cause: error });
      }
    }
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [migration.version, migration.name, statements.map(({ sql }) => sql)],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** How a database and a folder of migrations stand to each other; each list in order. */
export type MigrationPlan = {
  /** Versions that the database has. */
  applied: string[];
  /** What the folder has and the database has not. */
  pending: Migration[];
  /** Versions that the database has and the folder has not: a newer Almanac's. */
  unknown: string[];
};

/** Compares; changes nothing. The database may be one that was never prepared. */
export async function planMigrations(
  client: Client,
  folder: string,
  log: Log,
): Promise<MigrationPlan> {
  const migrations = await listMigrations(folder, log);
  const applied = await appliedMigrations(client);
  const known = new Set(migrations.map(({ version }) => version));
  return {
    applied,
    pending: migrations.filter(({ version }) => !applied.includes(version)),
    unknown: applied.filter((version) => !known.has(version)),
  };
}

/**
 * Applies the migrations of `folder` that the database does not have, in their order.
 * @returns the names of the files that were applied
 * @throws OperatorError as `applyMigration`; the files before it stay applied
 */
export async function applyMigrations(client: Client, folder: string, log: Log): Promise<string[]> {
  const { pending } = await planMigrations(client, folder, log);
  for (const migration of pending) await applyMigration(client, folder, migration);
  return pending.map(({ file }) => file);
}
