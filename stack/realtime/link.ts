import { Client } from 'pg';
import type { StackContext } from '../context.ts';

export type LinkHandlers = {
  /** Called for every notification, in commit order. */
  notified(channel: string, payload: string): void;
  /** Called whenever the link stands, before notifications are handed on; `lostAt` after a loss. */
  connected(client: Client, lostAt: Date | undefined): Promise<void>;
};

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2_000;

/**
 * The one connection that listens to the database. Lost, it is made again for as long as it takes;
 * meanwhile `client` is undefined. Sockets stay open and notice nothing.
 */
export class DatabaseLink {
  client: Client | undefined;
  #context: StackContext;
  #channels: readonly string[];
  #handlers: LinkHandlers;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #lostAt: Date | undefined;
  #closed = false;

  constructor(context: StackContext, channels: readonly string[], handlers: LinkHandlers) {
    this.#context = context;
    this.#channels = channels;
    this.#handlers = handlers;
  }

  /** Makes the first connection; rejects if that fails. */
  async connect(): Promise<void> {
    const client = new Client({
      ...this.#context.database.connection('supabase_realtime_admin'),
      application_name: 'realtime delivery',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      // Ids are looked up by key; without statistics the planner might read whole days instead.
      options: '-c enable_seqscan=off -c TimeZone=UTC',
    });
    client.on('notification', ({ channel, payload }) => {
      this.#handlers.notified(channel, payload ?? '');
    });
    // An error without a listener would end the process; the loss itself is handled at 'end'.
    client.on('error', (error) => {
      this.#context.log('warn', 'realtime link to the database failed', { error: error.message });
    });
    let lost = false;
    client.on('end', () => {
      lost = true;
      if (this.client === client) this.#lose();
    });
    try {
      await client.connect();
      for (const channel of this.#channels) await client.query(`listen ${channel}`);
      await this.#handlers.connected(client, this.#lostAt);
      if (lost) throw new Error('the link was lost while it was made');
    } catch (error) {
      // Whatever closing says, the reason is the error that is passed on.
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) return client.end();
    this.client = client;
    this.#lostAt = undefined;
    this.#retryMs = FIRST_RETRY_MS;
  }

  #lose(): void {
    this.client = undefined;
    if (this.#closed) return;
    this.#lostAt = new Date();
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    this.#retry = setTimeout(() => {
      this.connect().catch((error: unknown) => {
        this.#context.log('warn', 'realtime cannot reach the database yet', {
          error: String(error),
        });
        if (!this.#closed) this.#reconnectLater();
      });
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.client?.end();
  }
}
