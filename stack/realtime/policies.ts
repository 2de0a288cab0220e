import { randomUUID } from 'node:crypto';
import { DatabaseError, Pool } from 'pg';
import type { QueryConfig } from 'pg';
import type { StackContext } from '../context.ts';
import type { Limits } from './limits.ts';
import type { User } from './user.ts';

/** The database did not answer; says nothing about the caller's rights. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Asks the policies on `realtime.messages`, by trying what the user would do inside a transaction
 * that is always rolled back. The statements of one question travel together.
 */
export class Policies {
  #pool: Pool;

  constructor(context: StackContext, { policyMs }: Pick<Limits, 'policyMs'>) {
    this.#pool = new Pool({
      ...context.database.connection('supabase_realtime_admin'),
      application_name: 'realtime authorisation',
      max: 4,
      pipeline: true,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: policyMs,
      statement_timeout: policyMs,
      query_timeout: policyMs + 1_000,
    });
    this.#pool.on('error', (error) => {
      context.log('warn', 'realtime lost an idle database connection', { error: error.message });
    });
  }

  /** Whether the user may receive what is sent on the topic. Throws DatabaseUnavailable. */
  async mayRead(user: User, topic: string): Promise<boolean> {
    const id = randomUUID();
    const rows = await this.#rolledBack([
      // As the table's owner, so past the policies: a row for the user to find.
      {
        name: 'plant',
        text: `insert into realtime.messages (id, topic, extension) values ($1, $2, 'broadcast')`,
        values: [id, topic],
      },
      become(user, topic),
      {
        name: 'look',
        text: 'select from realtime.messages where id = $1 and inserted_at = now()::timestamp',
        values: [id],
      },
    ]);
    return rows !== undefined && rows.length > 0;
  }

  /** Rows of the last statement; undefined when the database refused one of them. */
  async #rolledBack(statements: QueryConfig[]): Promise<unknown[] | undefined> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new DatabaseUnavailable('no database connection', { cause });
    });
    const results = await Promise.allSettled([
      client.query('begin'),
      ...statements.map((one) => client.query<Record<string, unknown>>(one)),
      client.query('rollback'),
    ]);
    const ended = results.pop();
    client.release(ended?.status !== 'fulfilled');
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      if (isPolicyError(failed.reason)) return undefined;
      throw new DatabaseUnavailable('the database did not answer', { cause: failed.reason });
    }
    const last = results.at(-1);
    return last?.status === 'fulfilled' ? last.value.rows : undefined;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Everything policies look at, as PostgREST sets it, and the role itself. */
function become({ id, claims }: User, topic: string): QueryConfig {
  return {
    name: 'become',
    text: `select set_config('role', 'authenticated', true),
                  set_config('realtime.topic', $1, true),
                  set_config('request.jwt.claims', $2, true),
                  set_config('request.jwt.claim.sub', $3, true),
                  set_config('request.jwt.claim.role', 'authenticated', true)`,
    values: [topic, JSON.stringify(claims), id],
  };
}

/**
 * A policy that returns no rows, or that fails, refuses. Errors of the server itself do not refuse:
 * connection (08), conflicts (40, 55), resources (53), intervention and time limits (57) and system
 * errors (58, XX). Otherwise a busy database would take rights away from channels that have them.
 */
function isPolicyError(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code === undefined) return false;
  return !/^(08|40|53|55|57|58|XX)/.test(error.code);
}
