import type { Client } from 'pg';
import { copyIn } from '../../stack/backup/copy.ts';
import {
  BackupError,
  type BackupReader,
  parseSectionOrEnd,
  type Section,
} from '../../stack/backup/format.ts';
import { errorCode } from '../../stack/errors.ts';
import { columnList, listTables, type Table } from '../../stack/backup/tables.ts';

/** Nobody writes meanwhile; a database in which somebody has is no place to load into. */
async function claim(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    await client.query(`lock table ${name} in share row exclusive mode`);
    const { rows } = await client.query(`select from ${name} limit 1`);
    if (rows.length > 0) {
      throw new BackupError(
        `${name} is not empty: a backup is loaded into an empty installation only`,
      );
    }
  }
}

/**
 * Keeps triggers from changing or adding rows; answers the statements that bring them back. Foreign
 * keys stay. No more rights are needed than those of the role that applied the migrations: it owns the
 * tables of `public`, and of the triggers on the accounts, whose table belongs to the identity
 * service, at least the functions.
 */
async function pauseTriggers(client: Client, tables: readonly Table[]): Promise<string[]> {
  const oids = (isPublic: boolean) =>
    tables.filter((table) => table.isPublic === isPublic).map(({ oid }) => oid);
  const triggers = await client.query<{ table: string; trigger: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as trigger
     from pg_catalog.pg_trigger
     where tgrelid = any($1::oid[]) and not tgisinternal and tgenabled = 'O'`,
    [oids(true)],
  );
  const functions = await client.query<{ name: string; definition: string }>(
    `select distinct p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
     from pg_catalog.pg_trigger as t
     join pg_catalog.pg_proc as p on p.oid = t.tgfoid
     join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
     where t.tgrelid = any($1::oid[]) and not t.tgisinternal and n.nspname = 'private'`,
    [oids(false)],
  );
  for (const { table, trigger } of triggers.rows) {
    await client.query(`alter table ${table} disable trigger ${trigger}`);
  }
  for (const { name } of functions.rows) {
    await client.query(
      `create or replace function ${name} returns trigger language plpgsql
       as 'begin return new; end'`,
    );
  }
  return [
    ...triggers.rows.map(({ table, trigger }) => `alter table ${table} enable trigger ${trigger}`),
    ...functions.rows.map(({ definition }) => definition),
  ];
}

async function loadSection(
  client: Client,
  reader: BackupReader,
  section: Section,
  tables: readonly Table[],
): Promise<number> {
  const table = tables.find(({ name }) => name === section.table);
  if (!table) throw new BackupError(`the database has no table ${section.table}`);
  const unknown = section.columns.filter((column) => !table.columns.includes(column));
  if (unknown.length > 0) {
    throw new BackupError(`${table.name} has no column ${unknown.join(', ')} in the database`);
  }
  const list = columnList(client, section.columns);
  const copy = `copy ${table.name} (${list}) from stdin`;
  const rows = await copyIn(client, copy, reader.rows()).catch((error: unknown) => {
    // A value that is none of its type: something was changed, and the checksum comes only at the end.
    if (error instanceof Error && errorCode(error)?.startsWith('22')) {
      throw new BackupError(`the backup is damaged: ${error.message}`);
    }
    throw error;
  });
  for (const { column, last, called } of section.sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      table.name,
      column,
      last,
      called,
    ]);
  }
  return rows;
}

async function loadTables(client: Client, reader: BackupReader, tables: readonly Table[]) {
  const loaded = new Set<string>();
  let rows = 0;
  for (;;) {
    const line = await reader.line();
    if (line === undefined) throw new BackupError('the backup is damaged: its end is missing');
    const next = parseSectionOrEnd(line);
    if ('section' in next) {
      rows += await loadSection(client, reader, next.section, tables);
      loaded.add(next.section.table);
      continue;
    }
    const missing = tables
      .map(({ name }) => name)
      // Backups of before have none: nobody signed in in two steps.
      .filter((name) => !loaded.has(name) && name !== 'auth.mfa_factors');
    if (missing.length > 0) throw new BackupError(`the backup lacks ${missing.join(', ')}`);
    if (next.end.rows !== rows || next.end.tables !== loaded.size) {
      throw new BackupError(
        `the backup is damaged: it promises ${next.end.rows} rows and has ${rows}`,
      );
    }
    // Whatever follows is not ours; reading on also lets gzip check its sum.
    if ((await reader.line()) !== undefined) {
      throw new BackupError('the backup is damaged: something follows its end');
    }
    return { tables: loaded.size, rows };
  }
}

/**
 * Loads what follows the header of a backup, all of it or nothing. `client` belongs to the role that
 * applied the migrations and is in no transaction; `beforeCommit` runs when every row is in place.
 * @throws BackupError, or PostgreSQL's error; the database is then as it was
 */
export async function load(
  client: Client,
  reader: BackupReader,
  beforeCommit: () => Promise<void> = async () => undefined,
): Promise<{ tables: number; rows: number }> {
  await client.query('begin');
  try {
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
       set local lock_timeout = '10s'; set local datestyle = 'ISO, YMD';
       set local intervalstyle = 'postgres'; set local client_min_messages = 'warning';
       set local row_security = off`,
    );
    const tables = await listTables(client);
    await claim(client, tables);
    const resume = await pauseTriggers(client, tables);
    const totals = await loadTables(client, reader, tables);
    for (const statement of resume) await client.query(statement);
    // What a search reads is made of the rows. Where it came later, its migration fills it.
    const { rows } = await client.query<{ has: boolean }>(
      "select to_regprocedure('private.fill_search()') is not null as has",
    );
    if (rows[0]?.has) await client.query('select private.fill_search()');
    await beforeCommit();
    await client.query('commit');
    return totals;
  } catch (error) {
    // A connection that was lost has rolled back by itself; the first error is the one to report.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
