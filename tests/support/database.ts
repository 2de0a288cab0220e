import { Client } from 'pg';
import { afterAll } from 'vitest';
import { databaseUrl } from './environment.ts';

const clients: Client[] = [];

// Not where they are made: a test that has begun takes no more hooks.
afterAll(() => Promise.all(clients.map((client) => client.end())));

/** A connection to the database behind the API, or to another one beside it; ends with the file. */
export async function connect(database?: string): Promise<Client> {
  const url = new URL(databaseUrl());
  if (database !== undefined) url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href, application_name: 'almanac tests' });
  await client.connect();
  clients.push(client);
  return client;
}

/** Runs statements and takes them back, whatever comes of them. */
export async function rolledBack<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/**
 * Rows that statements of this transaction have read, those of their triggers included: of one table,
 * or of all. What a session may do is looked up in small tables, which other tests fill meanwhile.
 */
export async function readSoFar(client: Client, table = '%'): Promise<number> {
  const { rows } = await client.query<{ reads: number }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as reads
     from pg_stat_xact_user_tables where schemaname in ('public', 'private') and relname like $1`,
    [table],
  );
  return rows[0]?.reads ?? Number.NaN;
}
