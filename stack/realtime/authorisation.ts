import { randomUUID } from 'node:crypto';
import { DatabaseError, Pool } from 'pg';
import type { QueryConfig } from 'pg';
import type { StackContext } from '../context.ts';
import type { Caller } from './caller.ts';
import type { Limits } from './limits.ts';

export type Extension = 'broadcast' | 'presence';

/** Who asks for which topic, and the `x-*` headers that policies may read. */
export type Subject = { caller: Caller; topic: string; headers: Record<string, string> };

/** The database did not answer; says nothing about the caller's rights. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Asks the policies on `realtime.messages`, by trying what the user would do inside a transaction
 * that is always rolled back. The statements of one question travel together.
 */
export class Authoriser {
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

  /** Which of `extensions` the caller may receive on the topic. */
  async readable(subject: Subject, extensions: readonly Extension[]): Promise<Set<Extension>> {
    const ids = extensions.map(() => randomUUID());
    const rows = await this.#rolledBack([
      // As the table's owner, so past the policies: a row for the user to find.
      {
        name: 'plant',
        text: `insert into realtime.messages (id, topic, extension)
               select probe.id, $2, probe.extension
               from unnest($1::uuid[], $3::text[]) as probe (id, extension)`,
        values: [ids, subject.topic, extensions],
      },
      become(subject),
      {
        name: 'look',
        text: `select extension from realtime.messages
               where id = any ($1::uuid[]) and inserted_at = now()::timestamp`,
        values: [ids],
      },
    ]);
    return new Set(extensions.filter((one) => rows?.some((row) => row['extension'] === one)));
  }

  /** Whether the caller may send `extension` on the topic. */
  async mayWrite(subject: Subject, extension: Extension): Promise<boolean> {
    const rows = await this.#rolledBack([
      become(subject),
      {
        name: 'write',
        text: 'insert into realtime.messages (topic, extension) values ($1, $2)',
        values: [subject.topic, extension],
      },
    ]);
    return rows !== undefined;
  }

  /** Rows of the last statement; undefined when the database refused one of them. */
  async #rolledBack(statements: QueryConfig[]): Promise<Record<string, unknown>[] | undefined> {
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
      if (isRefusal(failed.reason)) return undefined;
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
function become({ caller, topic, headers }: Subject): QueryConfig {
  return {
    name: 'become',
    text: `select set_config('role', $1, true),
                  set_config('realtime.topic', $2, true),
                  set_config('request.jwt.claims', $3, true),
                  set_config('request.jwt.claim.sub', $4, true),
                  set_config('request.jwt.claim.role', $1, true),
                  set_config('request.headers', $5, true)`,
    values: [
      caller.role,
      topic,
      JSON.stringify(caller.claims),
      caller.claims.sub ?? '',
      JSON.stringify(headers),
    ],
  };
}

/**
 * A policy that says no, or that fails, refuses. What the server itself is in trouble with does not:
 * connection (08), conflicts (40, 55), resources (53), intervention and time limits (57) and system
 * errors (58, XX). Otherwise a busy database would take rights away from channels that have them.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code === undefined) return false;
  return !/^(08|40|53|55|57|58|XX)/.test(error.code);
}
