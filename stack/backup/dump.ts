import type { Client } from 'pg';
import { appliedMigrations } from '../migrations/migrations.ts';
import { copyOut } from './copy.ts';
import { END_OF_ROWS, endLine, headerLine, sectionLine } from './format.ts';
import { columnList, listTables, readSequences } from './tables.ts';

const NEWLINE = 10;

function countRows(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

/**
 * The uncompressed bytes of a backup, as one moment shows the database, whatever is written
 * meanwhile. `client` is a superuser's and is in no transaction. Yields no faster than it is read.
 */
export async function* dump(client: Client, mailEncryptionKey: string): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read read only');
  // The text of values must not depend on settings, and a policy must not hide rows in silence.
  await client.query(
    `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
     set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
     set local statement_timeout = 0; set local row_security = off`,
  );
  const { rows: moments } = await client.query<{ now: Date }>('select now()');
  const createdAt = (moments[0]?.now ?? new Date()).toISOString();
  yield headerLine({ createdAt, migrations: await appliedMigrations(client), mailEncryptionKey });

  const tables = await listTables(client);
  let total = 0;
  for (const table of tables) {
    const sequences = await readSequences(client, table);
    yield sectionLine({ table: table.name, columns: table.columns, sequences });
    const list = columnList(client, table.columns);
    const rows: AsyncIterable<Buffer> = copyOut(client, `copy ${table.name} (${list}) to stdout`);
    for await (const chunk of rows) {
      total += countRows(chunk);
      yield chunk;
    }
    yield END_OF_ROWS;
  }
  await client.query('commit');
  yield endLine({ tables: tables.length, rows: total });
}
