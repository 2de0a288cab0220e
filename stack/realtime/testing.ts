import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { REALTIME_SUBSCRIBE_STATES, createClient } from '@supabase/supabase-js';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { parseConfig } from '../config/config.ts';
import type { StackContext } from '../context.ts';
import { connectAsOwner } from '../postgres/prepare.ts';
import { startTestDatabase } from '../testing.ts';
import { generateSigningKey, readSigningKey } from '../tokens/signing-key.ts';
import { signToken } from '../tokens/tokens.ts';
import type { Limits } from './limits.ts';
import { createRealtime } from './realtime.ts';

/** A throw-away Postgres with the schemas that Realtime stands on; it can crash and come back. */
export async function startDatabase() {
  const database = await startTestDatabase();
  return {
    ...database,
    /** Connects as superuser. */
    connect: () => connectAsOwner(database.address),
  };
}

export type TestDatabase = Awaited<ReturnType<typeof startDatabase>>;

/** Applies the schema under test, as every start of the stack does. */
export async function applySchema(database: TestDatabase): Promise<void> {
  const client = await database.connect();
  await client.query(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'));
  await client.end();
}

/** A Realtime server behind a plain HTTP server. */
export async function startRealtime(database: TestDatabase, overrides: Partial<Limits> = {}) {
  const jwtSecret = randomBytes(32).toString('hex');
  const context: StackContext = {
    database: database.address,
    jwtSecret,
    signingKey: readSigningKey(generateSigningKey()),
    publishableKey: `sb_publishable_${randomUUID()}`,
    secretKey: `sb_secret_${randomUUID()}`,
    mailEncryptionKey: '',
    config: parseConfig(''),
    publicUrl: '',
    projectRoot: '',
    dataDir: '',
    log: () => undefined,
  };
  const service = await createRealtime(context, overrides);
  const server = createServer(getRequestListener((request) => service.fetch(request)));
  server.on('upgrade', (request, socket, head) => {
    // Here a caller says from where it comes; the gateway knows.
    const address = String(request.headers['x-forwarded-for'] ?? '127.0.0.1');
    service.upgrade(request, socket, head, { address });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: SupabaseClient[] = [];
  return {
    context,
    address,
    /** A user's token; `claims` override what a valid one says. */
    token(sub: string, claims: Record<string, unknown> = {}) {
      const exp = Math.floor(Date.now() / 1000) + 3600;
      return signToken({ role: 'authenticated', sub, exp, ...claims }, jwtSecret);
    },
    /** A socket with the publishable key alone, as anybody can open one. */
    open: (from = '127.0.0.1') =>
      openSocket(
        `ws://${address}/realtime/v1/websocket?apikey=${context.publishableKey}&vsn=2.0.0`,
        from,
      ),
    /** The real client, signed in by a token. */
    async client(token: string): Promise<SupabaseClient> {
      const client = createClient(`http://${address}`, context.publishableKey, {
        accessToken: async () => token,
      });
      clients.push(client);
      await client.realtime.setAuth();
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()));
      await service.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A socket without supabase-js, for everything that it would not send. */
async function openSocket(url: string, from: string) {
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } });
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(data.toString()));
  // Being hung up on is what an attacker has to expect.
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve);
  });
  await once(socket, 'open');
  const isAnswered = (ref: string) =>
    received.some(
      (one) => one.startsWith(`[null,"${ref}",`) || one.startsWith(`["${ref}","${ref}",`),
    );
  return {
    socket,
    /** Every frame of the server, in order. */
    received,
    /** Resolves to the code when the socket is over. */
    closed,
    send: (frame: unknown) => socket.send(JSON.stringify(frame)),
    /** Asks for a private topic; `ref` finds the answer. */
    join: (ref: string, topic: string, access_token?: string) => {
      const payload = { config: { private: true }, access_token };
      socket.send(JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', payload]));
    },
    /** Waits until the frame with that `ref` is answered, or the socket is over. */
    answered: (ref: string) => Promise.race([waitFor(() => isAnswered(ref)), closed]),
    /** Waits until everything sent before has arrived, or the socket is over. */
    settled(ref: string) {
      if (socket.readyState !== WebSocket.OPEN) return closed;
      socket.send(JSON.stringify([null, ref, 'phoenix', 'heartbeat', {}]));
      return this.answered(ref);
    },
    /** Ends it and waits for that. */
    end() {
      socket.terminate();
      return closed;
    },
  };
}

export type TestSocket = Awaited<ReturnType<typeof openSocket>>;
export type TestRealtime = Awaited<ReturnType<typeof startRealtime>>;

/** Waits until `attempt` neither throws nor returns undefined or false. */
export async function waitFor<T>(attempt: () => T | Promise<T>, timeoutMs = 15_000): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    let problem: unknown = new Error('the condition was never met');
    try {
      const value = await attempt();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      problem = error;
    }
    if (performance.now() > end) throw problem;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What a channel has received so far. */
export type Received = {
  channel: RealtimeChannel;
  messages: { event: string; payload: Record<string, unknown> }[];
  system: Record<string, unknown>[];
  statuses: string[];
};

type Wishes = { private?: boolean; ack?: boolean; replay?: { since: number; limit: number } };

/** Joins a topic, private unless said otherwise; rejects with the server's reason. */
export function subscribe(
  client: SupabaseClient,
  topic: string,
  { private: isPrivate = true, ...broadcast }: Wishes = {},
): Promise<Received> {
  const channel = client.channel(topic, { config: { private: isPrivate, broadcast } });
  const received: Received = { channel, messages: [], system: [], statuses: [] };
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
    received.messages.push({ event, payload });
  });
  channel.on('system', {}, (message: Record<string, unknown>) => received.system.push(message));
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      received.statuses.push(status);
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(received);
      if (!error) return;
      // Else the client asks again for ever.
      void client.removeChannel(channel);
      reject(error);
    });
  });
}

/** A server for signed-in people, each of whom may join the topic `user:<id>`. */
export async function startUsers() {
  const database = await startDatabase();
  const sql = await database.connect();
  await sql.query(`
    create policy "Users receive their own topic" on realtime.messages for select to authenticated
      using (realtime.topic() = 'user:' || (current_setting('request.jwt.claims', true)::jsonb ->> 'sub'));
  `);
  const realtime = await startRealtime(database);
  const send = (topic: string, payload: unknown, event = 'change') =>
    sql.query('select realtime.send($1::jsonb, $2, $3)', [JSON.stringify(payload), event, topic]);
  return {
    realtime,
    /** The database as superuser. */
    sql,
    /** Sends from the database. */
    send,
    /** Somebody, with the real client; `claims` override what a valid token says. */
    async signedIn(sub: string = randomUUID(), claims: Record<string, unknown> = {}) {
      return { sub, client: await realtime.client(realtime.token(sub, claims)) };
    },
    /** Sends a last message and waits for it, so that nothing can still be on its way. */
    async last(topic: string, ...all: Received[]) {
      await send(topic, { last: true });
      await waitFor(() =>
        all.every((one) => one.messages.some((message) => message.payload['last'])),
      );
    },
    async stop() {
      await realtime.close();
      await sql.end();
      await database.stop();
    },
  };
}

export type TestUsers = Awaited<ReturnType<typeof startUsers>>;
