import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import { parseConfig } from '../config/config.ts';
import type { DatabaseRole, Log } from '../context.ts';
import { findBinaries } from '../postgres/binaries.ts';
import type { Identity } from '../postgres/identity.ts';
import { chooseIdentity } from '../postgres/identity.ts';
import { preparePlatform } from '../postgres/prepare.ts';
import type { AuthContext, AuthService } from './auth.ts';
import { createAuth } from './auth.ts';
import type { AuthOptions } from './settings.ts';

const PASSWORD = 'only-for-this-test';
const PERSON = 'correct horse';

function run(identity: Identity, program: string, args: string[]) {
  const [command = program, ...rest] = [...identity.prefix, program, ...args];
  const { uid, gid } = identity;
  return spawn(command, rest, { stdio: 'ignore', ...(uid !== undefined && { uid, gid }) });
}

// Below the range of outgoing connections, so that nothing takes the port while the database is
// stopped, not even an attempt to connect to it.
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const free = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  if (!(await free)) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

/** A throw-away PostgreSQL with the stack's roles and GoTrue's tables. */
export type TestDatabase = {
  connection: AuthContext['database']['connection'];
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

export async function createTestDatabase(): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'auth-test-'));
  const binaries = findBinaries();
  const identity = chooseIdentity(directory);
  identity.own(directory);
  const data = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, PASSWORD);
  identity.own(passwordFile);
  const port = await freePort();
  const connection = (user: DatabaseRole) => {
    return { host: '127.0.0.1', port, user, password: PASSWORD, database: 'postgres' };
  };
  const login = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const initialised = run(identity, binaries.initdb, [
    '-D',
    data,
    '-E',
    'UTF8',
    '--no-sync',
    ...login,
  ]);
  const [code] = await once(initialised, 'exit');
  if (code !== 0) throw new Error(`initdb failed with ${String(code)}`);

  let server: ReturnType<typeof run> | undefined;
  let admin: Client | undefined;

  // `once(child, 'exit')` cannot be awaited for readiness, so the port is asked until it answers.
  async function connect(deadline: number): Promise<Client> {
    const client = new Client(connection('postgres'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(20);
      return connect(deadline);
    }
  }

  const database: TestDatabase = {
    connection,
    async query(text, values = []) {
      if (!admin) throw new Error('the test database is stopped');
      const result: { rows: Record<string, unknown>[] } = await admin.query(text, values);
      return result.rows;
    },
    async start() {
      server = run(identity, binaries.postgres, [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        directory,
        '-F',
      ]);
      admin = await connect(Date.now() + 20_000);
    },
    async stop() {
      if (!server) return;
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      server = undefined;
      admin = undefined;
    },
    async remove() {
      await database.stop();
      await rm(directory, { recursive: true });
    },
  };
  await database.start();
  // Twice: what runs at every start has to bear repetition.
  for (let start = 0; start < 2; start += 1) {
    const client = await connect(Date.now());
    await preparePlatform(client, PASSWORD, [join(import.meta.dirname, 'schema.sql')]);
    await client.end();
  }
  return database;
}

export type TestStack = ReturnType<typeof describe>;

const KEYS = {
  jwtSecret: 'a-test-secret-with-at-least-32-characters',
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
};
const ORIGIN = 'http://localhost:3000';

type Ask = { key?: string; token?: string; from?: string; headers?: Record<string, string> };

function describe(service: AuthService, context: AuthContext, lines: string[]) {
  /** One raw request; `body` is sent as JSON unless it is text already. */
  async function ask(method: string, path: string, body?: unknown, options: Ask = {}) {
    const { key = KEYS.publishableKey, token, from = '127.0.0.1' } = options;
    const headers = new Headers({ apikey: key, ...options.headers });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const init = payload === undefined ? {} : { body: payload };
    const request = new Request(`${ORIGIN}/auth/v1${path}`, { method, headers, ...init });
    const response = await service.fetch(request, { address: from });
    const content = await response.text();
    const json: Record<string, unknown> = content ? JSON.parse(content) : {};
    return { status: response.status, headers: response.headers, json };
  }
  /** A supabase-js client whose requests go to this service. */
  function client(key: string = KEYS.publishableKey) {
    return createClient(ORIGIN, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: (input, init) => service.fetch(new Request(input, init), { address: '127.0.0.1' }),
      },
    });
  }
  let people = 0;
  /** A confirmed user with an address nobody else has. */
  async function newUser(attributes: Record<string, unknown> = {}) {
    people += 1;
    const email = `person${people}@${crypto.randomUUID()}.invalid`;
    const body = { email, password: PERSON, email_confirm: true, ...attributes };
    const { status, json } = await ask('POST', '/admin/users', body, { key: KEYS.secretKey });
    if (status !== 200) throw new Error(`no user: ${JSON.stringify(json)}`);
    return { email, password: body.password, id: String(json['id']) };
  }
  /** Signs in by password and answers the tokens. */
  async function signIn(account: { email: string; password: string }) {
    const { email, password } = account;
    const { status, json } = await ask('POST', '/token?grant_type=password', { email, password });
    if (status !== 200) throw new Error(`no sign-in: ${JSON.stringify(json)}`);
    return { token: String(json['access_token']), refreshToken: String(json['refresh_token']) };
  }
  const refresh = (refreshToken: unknown) =>
    ask('POST', '/token?grant_type=refresh_token', { refresh_token: refreshToken });

  return {
    ...KEYS,
    newUser,
    signIn,
    refresh,
    service,
    context,
    lines,
    ask,
    client,
    admin: client(KEYS.secretKey).auth.admin,
  };
}

/** The service on a test database, with cheap hashes and generous limits unless told otherwise. */
export async function createTestStack(
  database: Pick<TestDatabase, 'connection'>,
  toml = '',
  options: AuthOptions = {},
): Promise<TestStack> {
  const lines: string[] = [];
  const log: Log = (level, message, fields) =>
    lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  const limits = '[auth.rate_limit]\nsign_in_sign_ups = 10000\ntoken_refresh = 10000\n';
  const context: AuthContext = {
    ...KEYS,
    config: parseConfig(toml.includes('rate_limit') ? toml : `${toml}\n${limits}`),
    publicUrl: ORIGIN,
    database: { connection: database.connection },
    log,
  };
  const service = await createAuth(context, { bcryptCost: 4, ...options });
  return describe(service, context, lines);
}
