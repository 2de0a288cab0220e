import { DatabaseError, Pool } from 'pg';
import type { PoolClient, PoolConfig, QueryResultRow } from 'pg';
import type { Log } from '../context.ts';

/** Something that runs one parametrised statement and answers its rows. */
export type Queries = {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

export type Database = Queries & {
  /** Runs `work` in one transaction; its failure rolls everything back. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** The database cannot be reached now; the same request may succeed a moment later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

// Class 08 connection exceptions, 57P0x shutdown or crash recovery, 57014 a statement that took too
// long, 53300 too many connections.
const UNAVAILABLE = /^(08...|57P0.|57014|53300)$/;

/** The SQLSTATE and constraint of a failed statement, or undefined for anything else. */
export function sqlErrorOf(error: unknown): { code: string; constraint?: string } | undefined {
  if (!(error instanceof DatabaseError) || !error.code) return undefined;
  return { code: error.code, ...(error.constraint && { constraint: error.constraint }) };
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '')) return error;
  // A mistake of ours, not of the network.
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return new DatabaseUnavailable('The database is not reachable.', { cause: error });
}

function queriesOn(client: Pool | PoolClient): Queries {
  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      try {
        return (await client.query<Row>(text, [...values])).rows;
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  };
}

async function inTransaction<Result>(
  client: PoolClient,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const queries = queriesOn(client);
  await queries.query('begin');
  try {
    const result = await work(queries);
    await queries.query('commit');
    return result;
  } catch (error) {
    // Without a connection there is nothing to roll back: the server does it by itself.
    if (!(error instanceof DatabaseUnavailable)) await queries.query('rollback');
    throw error;
  }
}

/**
 * A small pool. Every failure to reach the server becomes DatabaseUnavailable, dead connections
 * leave the pool, and the next request opens new ones, so nothing has to be restarted.
 */
export function openDatabase(connection: PoolConfig, log: Log): Database {
  const pool = new Pool({
    ...connection,
    max: 6,
    application_name: 'auth',
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // A connection that breaks is reported here, idle or between two statements of a transaction;
  // without a listener it would end the process.
  const lost = (error: Error) => log('warn', 'auth: lost a connection', { reason: error.message });
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));

  return {
    ...queriesOn(pool),
    async transaction(work) {
      let client: PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        throw asUnavailable(error);
      }
      let broken = false;
      try {
        return await inTransaction(client, work);
      } catch (error) {
        broken = error instanceof DatabaseUnavailable;
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
