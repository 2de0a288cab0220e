import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

// node-postgres leaves COPY to the submitter of the query: these classes answer the messages that it
// passes on (PostgreSQL documentation, "COPY Operations" of the frontend/backend protocol).

class CopyOut extends Readable implements Submittable {
  readonly #sql: string;
  #connection: Connection | undefined;

  constructor(sql: string) {
    super({ highWaterMark: 256 * 1024 });
    this.#sql = sql;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#sql);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Discards what still arrives, so that the connection can be ended.
    this.#connection?.stream.resume();
    done(error);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser reuses its memory.
    if (!this.destroyed && !this.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {
    // ReadyForQuery marks the end, after which the connection can be used again.
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }
}

/** Runs a `copy … to stdout`; reads no faster than the rows are taken. */
export function copyOut(client: Client, sql: string): Readable {
  return client.query(new CopyOut(sql));
}

function message(type: 'd' | 'c' | 'f', length: number): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(length + 4, 1);
  return head;
}

class CopyIn implements Submittable {
  readonly done: Promise<number>;
  readonly #sql: string;
  readonly #source: AsyncIterable<Buffer>;
  readonly #stopped = new AbortController();
  #rows = 0;
  #sourceError: unknown;
  #resolve: (rows: number) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(sql: string, source: AsyncIterable<Buffer>) {
    this.#sql = sql;
    this.#source = source;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  handleCopyInResponse({ stream }: Connection): void {
    void this.#send(stream);
  }

  async #send(stream: Connection['stream']): Promise<void> {
    const { signal } = this.#stopped;
    try {
      for await (const chunk of this.#source) {
        stream.write(message('d', chunk.length));
        if (!stream.write(chunk)) await once(stream, 'drain', { signal });
        if (signal.aborted) return;
      }
      stream.write(message('c', 0));
    } catch (error) {
      // The server has refused a row already, and is not listening.
      if (signal.aborted) return;
      this.#sourceError = error;
      const reason = Buffer.from('the source failed\0');
      stream.write(Buffer.concat([message('f', reason.length), reason]));
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1]);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#stopped.abort();
    this.#reject(this.#sourceError ?? error);
  }
}

/**
 * Runs a `copy … from stdin` with what `source` yields and resolves to the number of rows. Rejects
 * with the server's error or the source's.
 */
export function copyIn(
  client: Client,
  sql: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  return client.query(new CopyIn(sql, source)).done;
}
