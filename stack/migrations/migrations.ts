import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError, type Client } from 'pg';
import type { Log } from '../context.ts';
import { codeOf, StackFailure } from '../failure.ts';
import { splitStatements, type Statement } from './statements.ts';

type Migration = { version: string; name: string; file: string };

async function listMigrations(folder: string, log: Log): Promise<Migration[]> {
  let files: string[];
  try {
    files = await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  return files.toSorted().flatMap((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    if (version && name !== undefined) return [{ version, name, file }];
    if (file.endsWith('.sql')) log('warn', `${file} is no migration: <number>_<name>.sql`);
    return [];
  });
}

function placeOf(error: DatabaseError, { sql, line }: Statement): number {
  // `position` counts characters of the statement from 1.
  const before = error.position ? [...sql].slice(0, Number(error.position) - 1).join('') : '';
  return line + before.split('\n').length - 1;
}

async function apply(client: Client, folder: string, migration: Migration): Promise<void> {
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
        throw new StackFailure(`${place}: ${reason}`, { cause: error });
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

/**
 * Applies the migrations of `folder` that the database does not have, in the order of their
 * versions, each in one transaction, recorded as the Supabase CLI records them.
 * @returns the names of the files that were applied
 * @throws StackFailure naming file, line and reason; the files before it stay applied
 */
export async function applyMigrations(client: Client, folder: string, log: Log): Promise<string[]> {
  const migrations = await listMigrations(folder, log);
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const applied = new Set(rows.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !applied.has(version));
  for (const migration of pending) await apply(client, folder, migration);
  return pending.map(({ file }) => file);
}
