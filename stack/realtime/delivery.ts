import type pg from 'pg';
import type { Log } from '../context.ts';
import type { Broadcast } from './frames.ts';

type Row = Broadcast & { inserted_at: string };

const COLUMNS = `m.id, m.topic, m.event, m.payload::text as json,
  m.inserted_at::text as inserted_at`;
const DELIVERABLE = 'm.private and m.event is not null and m.payload is not null';
const BATCH = 200;
/** Rows carry the start of their transaction; one that began this long before the loss is found. */
const OVERLAP_MS = 120_000;
const FORGET_EVERY = 2_000;

/**
 * Turns notifications `id inserted_at` into messages, each once and in the order of their commits,
 * and after a lost link finds what was committed meanwhile. This is the part that a reader of the
 * write-ahead log (pgoutput) would replace: what it needs from outside is `deliver`.
 */
export class NotifiedDelivery {
  #deliver: (message: Broadcast) => void;
  #log: Log;
  #waiting: { id: string; insertedAt: string }[] = [];
  #client: pg.Client | undefined;
  #fetching = false;
  /** Delivered ids by the time in their row, as far back as a sweep looks. */
  #seen = new Map<string, number>();
  /** The newest time in any row seen, on the database's clock. */
  #horizon = 0;

  constructor(deliver: (message: Broadcast) => void, log: Log) {
    this.#deliver = deliver;
    this.#log = log;
  }

  /** Takes over a fresh link. With `lostAt` it first sweeps up what the lost one missed. */
  async connected(client: pg.Client, lostAt: Date | undefined): Promise<void> {
    this.#client = undefined;
    if (lostAt) await this.#sweep(client, Math.min(this.#horizon, lostAt.getTime()) - OVERLAP_MS);
    else this.#horizon = await databaseTime(client);
    this.#client = client;
    void this.#fetch();
  }

  /** Notes a notification's payload; the row follows as soon as the link is free. */
  notified(payload: string): void {
    const space = payload.indexOf(' ');
    if (space < 0) return;
    this.#waiting.push({ id: payload.slice(0, space), insertedAt: payload.slice(space + 1) });
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const client = this.#client;
    if (this.#fetching || !client) return;
    this.#fetching = true;
    try {
      while (this.#waiting.length > 0 && this.#client === client) {
        const batch = this.#waiting.splice(0, BATCH);
        const { rows } = await client.query<Row>({
          name: 'fetch messages',
          text: `select ${COLUMNS}
                 from unnest($1::uuid[], $2::timestamp[]) with ordinality as n (id, at, position)
                 join realtime.messages as m on m.id = n.id and m.inserted_at = n.at
                 where ${DELIVERABLE}
                 order by n.position`,
          values: [batch.map((one) => one.id), batch.map((one) => one.insertedAt)],
        });
        for (const row of rows) this.#handOn(row);
      }
    } catch (error) {
      // Ids of this batch are gone from the list, but not from the table: a new link sweeps them up.
      this.#log('warn', 'realtime could not fetch messages', { error: String(error) });
      if (this.#client === client) this.#client = undefined;
      // Already logged: closing a broken connection has nothing to add.
      await client.end().catch(() => undefined);
    } finally {
      this.#fetching = false;
      if (this.#client !== client) void this.#fetch();
    }
  }

  async #sweep(client: pg.Client, since: number): Promise<void> {
    let from = { at: new Date(since).toISOString(), id: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const { rows } = await client.query<Row>({
        name: 'sweep messages',
        text: `select ${COLUMNS} from realtime.messages as m
               where m.inserted_at >= $1::timestamp
                 and (m.inserted_at, m.id) > ($1::timestamp, $2::uuid)
                 and ${DELIVERABLE}
               order by m.inserted_at, m.id
               limit ${BATCH}`,
        values: [from.at, from.id],
      });
      for (const row of rows) this.#handOn(row);
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      from = { at: last.inserted_at, id: last.id };
    }
  }

  #handOn(row: Row): void {
    if (this.#seen.has(row.id)) return;
    const at = Date.parse(`${row.inserted_at.replace(' ', 'T')}Z`);
    this.#horizon = Math.max(this.#horizon, at);
    this.#seen.set(row.id, at);
    if (this.#seen.size % FORGET_EVERY === 0) this.#forget();
    this.#deliver(row);
  }

  #forget(): void {
    const oldest = Math.min(this.#horizon, Date.now()) - OVERLAP_MS;
    for (const [id, at] of this.#seen) if (at < oldest) this.#seen.delete(id);
  }
}

async function databaseTime(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ now: Date }>('select now()');
  return rows[0]?.now.getTime() ?? Date.now();
}

/** What a channel asks to be sent again: its last `limit` messages since a time (ms). */
export type Replay = { since: number; limit: number };

/** The kept messages of a topic, oldest first. The caller has checked the right to read. */
export async function readReplay(
  client: pg.Client,
  topic: string,
  { since, limit }: Replay,
): Promise<Broadcast[]> {
  const { rows } = await client.query<Row>({
    name: 'replay messages',
    text: `select ${COLUMNS} from realtime.messages as m
           where m.topic = $1 and m.extension = 'broadcast'
             and m.inserted_at >= $2::timestamp and ${DELIVERABLE}
           order by m.inserted_at desc limit $3`,
    values: [topic, new Date(since).toISOString(), limit],
  });
  return rows.toReversed();
}
