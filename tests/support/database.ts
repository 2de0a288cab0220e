import { Client } from 'pg';
import { afterAll } from 'vitest';
import { databaseUrl } from './environment.ts';

/** A connection to the database behind the API, or to another one beside it; ends with the file. */
export async function connect(database?: string): Promise<Client> {
  const url = new URL(databaseUrl());
  if (database !== undefined) url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href, application_name: 'almanac tests' });
  await client.connect();
  afterAll(() => client.end());
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
