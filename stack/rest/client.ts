import type { Duplex } from 'node:stream';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { CustomTypesConfig, PoolClient, QueryResultRow } from 'pg';
import { LRUCache } from 'lru-cache';
import { isJsonType, keepJsonText } from './json-passthrough.ts';
import { currentSession } from './session.ts';

// A connection is replaced when it has prepared this many statements: they live in the server's
// memory, and their texts come from URLs. Longer texts (bulk inserts, long lists) are not worth it.
const MAX_STATEMENTS = 300;
const MAX_PREPARED_LENGTH = 8_192;

// A row of nothing but defaults, as Kysely writes it.
const EMPTY_ROW = /^(insert into (?:"(?:[^"]|"")+"\.)?"(?:[^"]|"")+") \(\) values \(\)/;

const INSERTED = 'rest_was_inserted';

/** Makes an upsert return which rows it inserted (their xmax is 0); undefined for anything else. */
function withInsertedFlag(sql: string): { text: string; returns: boolean } | undefined {
  const clauses = sql.replaceAll(/"(?:[^"]|"")*"/g, '""');
  if (!clauses.startsWith('insert into ') || !/ on conflict .* do update set /.test(clauses)) {
    return undefined;
  }
  const returns = clauses.includes(' returning ');
  return { text: `${sql}${returns ? ',' : ' returning'} (xmax = 0) as ${INSERTED}`, returns };
}

/** SQL that Postgres' protocol cannot carry, with the code Postgres has for it. */
class InvalidTextError extends Error {
  readonly code = '22021';
}

/** Lets Kysely, which lite builds its queries with, run on one pooled connection. */
export class RestClient implements DatabaseConnection, Driver {
  readonly client: PoolClient;
  readonly kysely: Kysely<unknown>;
  /** The schema's generation that the statements were prepared in. */
  readonly generation: number;
  // Prepared from its second use on, so that texts that come once cost nothing.
  readonly #seen = new LRUCache<string, true>({ max: MAX_STATEMENTS });
  readonly #names = new Map<string, string>();
  readonly #jsonAsText: CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      isJsonType(oid) ? (text: string) => text : this.client.getTypeParser(oid, format),
  };
  #isHeldBack = false;

  constructor(client: PoolClient, generation: number) {
    this.client = client;
    this.generation = generation;
    const dialect: Dialect = {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => this,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    };
    this.kysely = new Kysely({ dialect });
  }

  get usedUp(): boolean {
    return this.#names.size >= MAX_STATEMENTS;
  }

  #nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql);
    if (name !== undefined) return name;
    if (sql.length > MAX_PREPARED_LENGTH || this.usedUp) return undefined;
    if (!this.#seen.has(sql)) {
      this.#seen.set(sql, true);
      return undefined;
    }
    const fresh = `s${this.#names.size}`;
    this.#names.set(sql, fresh);
    return fresh;
  }

  /** Sends `sql` as one packet with the query that comes next, or when it is flushed. */
  open(sql: string): Promise<unknown> {
    this.#isHeldBack = true;
    this.client.connection.stream.cork();
    return this.client.query(sql);
  }

  flush(): void {
    if (!this.#isHeldBack) return;
    this.#isHeldBack = false;
    this.client.connection.stream.uncork();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A NUL ends strings in the protocol: what came after it would be read as another message.
    if (query.sql.includes('\0')) {
      throw new InvalidTextError('invalid byte sequence for encoding "UTF8": 0x00');
    }
    const session = currentSession.getStore();
    const upsert = session && withInsertedFlag(query.sql);
    const text = upsert?.text ?? query.sql.replace(EMPTY_ROW, '$1 default values');
    const name = this.#nameOf(text);
    const takesText = session?.calls !== undefined && session.json === undefined;
    const types = takesText ? { types: this.#jsonAsText } : {};
    const config = { text, values: [...query.parameters], ...types };
    const answer = this.client.query<R & QueryResultRow>(
      name === undefined ? config : { ...config, name },
    );
    this.flush();
    const stopCounting = session && boundAnswer(this.client.connection.stream);
    const result = await answer.finally(stopCounting);
    if (takesText) keepJsonText(result, session);
    if (upsert) {
      const inserted = result.rows.filter((row) => row[INSERTED] === true).length;
      session.inserted = (session.inserted ?? 0) + inserted;
      for (const row of result.rows) Reflect.deleteProperty(row, INSERTED);
      if (!upsert.returns) result.rows = [];
    }
    const writes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    return writes
      ? { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
      : { rows: result.rows };
  }

  // The connection and its transaction belong to the request; Kysely only borrows them.
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this);
  }
  releaseConnection = nothing;
  init = nothing;
  destroy = nothing;
  beginTransaction = nested;
  commitTransaction = nested;
  rollbackTransaction = nested;
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Results are not streamed here');
  }
}

/**
 * Bytes of one answer of the database. They are held several times over, and ten requests run at
 * once: more of them would not fit into the memory of the gateway.
 */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The answer was aborted, and its connection closed. */
export class AnswerTooLargeError extends Error {
  readonly code = 'PT413';
}

/** Closes a connection as soon as an answer grows too large. Returns a function that stops counting. */
function boundAnswer(stream: Duplex): () => void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_ANSWER_BYTES) return;
    const megabytes = MAX_ANSWER_BYTES / 1024 / 1024;
    stream.destroy(
      new AnswerTooLargeError(`The answer is larger than ${megabytes} MB: ask for less at a time`),
    );
  };
  stream.on('data', count);
  return () => stream.off('data', count);
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

function nested(): Promise<void> {
  return Promise.reject(new Error('A request is one transaction already'));
}
