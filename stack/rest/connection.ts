import { PostgresConnection } from '@supabase/lite/postgres';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { StackContext } from '../context.ts';
import { AnswerTooLargeError, RestClient } from './client.ts';
import { databaseErrorResponse, isConnectionLoss, isPoolTimeout, isStalePlan } from './errors.ts';
import { currentSession, openingSql, type RequestSession, type Settings } from './session.ts';
import { Turns } from './turns.ts';
import { TypeParsers } from './types.ts';

type Vars = Parameters<PostgresConnection['withContext']>[0];
type Syntax = Parameters<PostgresConnection['onPostgrestAST']>[0];

const MAX_CONNECTIONS = 10;
/**
 * Of these, for one account, and for strangers together: writers of an account wait for each other in
 * the database, each on a connection, and would leave none to others.
 */
const MAX_CONNECTIONS_OF_ACCOUNT = 3;
/** Milliseconds that a request waits for its turn among its account's, and for a connection. */
const MAX_WAIT = 5_000;

/** A login that failed, for whatever reason: no fault of the request. SQLSTATE 08001 says so. */
class UnreachableError extends Error {
  readonly code = '08001';
}

function unreachable(cause: unknown): never {
  // Except that all connections being busy is PostgREST's own error.
  if (isPoolTimeout(cause)) throw cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new UnreachableError(reason, { cause });
}

/** The transaction was over before its end, so nothing of it was kept. */
class NotCommittedError extends Error {
  readonly code = '25P02';
}

/**
 * lite's Postgres connection on node-postgres. Requests run on a pool that logs in as
 * `authenticator` and can become only the three API roles; the catalog is read on another pool,
 * read-only, that sees no request. Of lite's own connection only introspection is used: its
 * requests run as superuser, and it grants all tables to everybody (`ensureRlsContext`, which only
 * its `withContext` calls).
 */
export class RestConnection extends PostgresConnection {
  readonly #context: Pick<StackContext, 'database' | 'log'>;
  readonly #types = new TypeParsers();
  readonly #requests: Pool;
  readonly #catalog: Pool;
  readonly #turns = new Turns(MAX_CONNECTIONS_OF_ACCOUNT, MAX_WAIT);
  readonly #clients = new WeakMap<PoolClient, RestClient>();
  #settings: Settings = new Map();
  #loading: Promise<void> | undefined;
  #generation = 0;

  constructor(context: Pick<StackContext, 'database' | 'log'>) {
    super({});
    this.#context = context;
    this.#catalog = this.#createPool({
      ...context.database.connection('postgres'),
      application_name: 'rest catalog',
      options: '-c default_transaction_read_only=on',
      max: 1,
      idleTimeoutMillis: 1_000,
    });
    this.#requests = this.#createPool({
      ...context.database.connection('authenticator'),
      application_name: 'rest',
      max: MAX_CONNECTIONS,
      // Each takes 5 MB in PostgreSQL: after a load peak all but one are closed.
      min: 1,
      idleTimeoutMillis: 15_000,
      pipeline: true,
    });
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.#catalog }) });
  }

  #createPool(config: PoolConfig): Pool {
    const types = { getTypeParser: this.#types.getTypeParser };
    const pool = new Pool({ ...config, types, connectionTimeoutMillis: MAX_WAIT, keepAlive: true });
    // Without listeners a lost connection ends the process; queries in flight reject by themselves.
    const lost = (error: Error) =>
      this.#context.log('warn', 'REST lost a database connection', { reason: error.message });
    pool.on('error', lost);
    pool.on('connect', (client) => client.on('error', lost));
    return pool;
  }

  /** Reads the schema unless that is done. Rejects while the database does not answer. */
  ready(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    const arrays = await this.#catalog.query<{ array: number; element: number }>(
      `select oid as "array", typelem as element from pg_catalog.pg_type where typcategory = 'A'`,
    );
    this.#types.learnArrays(arrays.rows);
    const settings = await this.#catalog.query<{ key: string; name: string; value: string }>(
      `select own.key, name, substr(own.line, length(name) + 2) as value
       from (
         select rolname as key, unnest(rolconfig) as line from pg_catalog.pg_roles
         where rolname in ('anon', 'authenticated', 'service_role')
         union all
         select '/rpc/' || proname, line
         from pg_catalog.pg_proc cross join unnest(proconfig) as own (line)
         where pronamespace = 'public'::regnamespace and line like 'statement_timeout=%'
       ) as own
       join pg_catalog.pg_settings on name = split_part(own.line, '=', 1) and context = 'user'`,
    );
    const byKey = Map.groupBy(settings.rows, ({ key }) => key);
    this.#settings = new Map(
      [...byKey].map(([key, rows]) => [key, rows.map(({ name, value }) => [name, value])]),
    );
    const schema = await this.introspect({ useCache: true });
    // lite turns a failed introspection into an empty schema, for which every table is a 404.
    if (!schema.timezones) throw new Error('The database schema could not be read');
  }

  override async clearSchemaCache(): Promise<void> {
    this.#generation += 1;
    this.#loading = undefined;
    await super.clearSchemaCache();
  }

  /**
   * Runs a request's queries in one transaction as the caller. Resolves to lite's answer, or to
   * PostgREST's answer for the database's error: lite would print each of them, data included.
   */
  override async withContext<T>(_vars: Vars, run: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
    const session = currentSession.getStore();
    if (!session) throw new Error('Only requests to /rest/v1 may use the database');
    try {
      return await this.#inTurn(session, run);
    } catch (error) {
      const [, relation] = session.path.split('/');
      const response = databaseErrorResponse(error, { role: session.role, relation });
      if (!response) throw error;
      if (response.status >= 500) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#context.log('warn', 'REST answered a database error', {
          status: response.status,
          path: session.path,
          reason,
        });
      }
      // Always so: only lite's REST handler asks for a request's context, and it wants a Response.
      if (isAnswerOf(run, response)) return response;
      throw error;
    }
  }

  /** The functions act for everybody, and have no line of their own. */
  async #inTurn<T>(session: RequestSession, run: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
    const { role, claims } = session;
    const end =
      role === 'service_role' ? undefined : await this.#turns.take(`${role} ${claims.sub ?? ''}`);
    try {
      return await this.#transaction(session, run).catch((error: unknown) => {
        if (isStalePlan(error)) {
          delete session.inserted;
          delete session.json;
          return this.#transaction(session, run);
        }
        throw error;
      });
    } finally {
      end?.();
    }
  }

  async #transaction<T>(
    session: RequestSession,
    run: (db: Kysely<unknown>) => Promise<T>,
  ): Promise<T> {
    const connection = await this.#acquire();
    const { client } = connection;
    let broken = true;
    try {
      // The request's first query is sent with the opening, without waiting for it. Had the opening
      // failed, the transaction it began is aborted and refuses that query.
      const [opened, ran] = await Promise.allSettled([
        connection.open(openingSql(session, this.#settings)),
        run(connection.kysely).finally(() => connection.flush()),
      ]);
      const failure = [opened, ran].find(({ status }) => status === 'rejected');
      // An answer such as 406 (not one row) undoes what led to it.
      const keep = !failure && !(ran.status === 'fulfilled' && isFailure(ran.value));
      const reason: unknown = failure?.status === 'rejected' ? failure.reason : undefined;
      const lost = isConnectionLoss(reason) || reason instanceof AnswerTooLargeError;
      if (!lost) {
        const { command } = await client.query(keep ? 'commit' : 'rollback');
        if (keep && command !== 'COMMIT')
          throw new NotCommittedError('transaction was rolled back');
        const stale = failure?.status === 'rejected' && isStalePlan(failure.reason);
        broken = stale || connection.usedUp;
      }
      if (opened.status === 'rejected') throw opened.reason;
      if (ran.status === 'rejected') throw ran.reason;
      return ran.value;
    } finally {
      client.release(broken);
    }
  }

  async #acquire(): Promise<RestClient> {
    for (;;) {
      const client = await this.#requests.connect().catch(unreachable);
      const known = this.#clients.get(client);
      if (known && known.generation === this.#generation) return known;
      if (!known) {
        const connection = new RestClient(client, this.#generation);
        this.#clients.set(client, connection);
        return connection;
      }
      // Its prepared statements are from before the schema changed.
      client.release(true);
    }
  }

  override onPostgrestAST(ast: Syntax): Promise<Syntax> {
    this.#encodeJson(ast);
    return super.onPostgrestAST(ast);
  }

  /**
   * node-postgres sends arrays as Postgres arrays and strings as they are, which is wrong for json
   * columns. Encoded twice because lite decodes strings for json columns once.
   */
  #encodeJson(ast: Syntax): void {
    if (!ast.values) return;
    const schema = ast.schema ?? 'public';
    const columns = (this.introspection?.columns ?? [])
      .filter((column) => column.table === ast.from && (column.schema || 'public') === schema)
      .filter(({ type }) => type === 'json' || type === 'jsonb')
      .map(({ name }) => name);
    if (columns.length === 0) return;
    const encode = (row: object) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]: [string, unknown]) =>
          columns.includes(name) && value !== null
            ? [name, JSON.stringify(JSON.stringify(value))]
            : [name, value],
        ),
      );
    ast.values = Array.isArray(ast.values)
      ? ast.values.map((row: object) => encode(row))
      : encode(ast.values);
  }

  /**
   * lite prints each error that reaches this, unknown tables and malformed filters: a line is enough.
   * Not the message, which repeats what was sent: people's texts, or a password in the wrong place.
   */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof Error) error.stack = `REST refused a request: ${error.name}`;
    return error;
  }

  override async close(): Promise<void> {
    await Promise.all([this.#requests.end(), this.#catalog.end(), super.close()]);
  }
}

function isAnswerOf<T>(_run: (db: never) => Promise<T>, value: unknown): value is T {
  return value instanceof Response;
}

function isFailure(answer: unknown): boolean {
  return answer instanceof Response && answer.status >= 400;
}
