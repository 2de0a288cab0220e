import { createClient } from '@supabase/supabase-js';
import { parseConfig } from '../config/config.ts';
import type { Log } from '../context.ts';
import { connectAsOwner, preparePlatform } from '../postgres/prepare.ts';
import { startTestDatabase } from '../testing.ts';
import { generateSigningKey, readSigningKey } from '../tokens/signing-key.ts';
import type { AuthDependencies, AuthService } from './auth.ts';
import { createAuth } from './auth.ts';
import type { AuthOptions } from './settings.ts';

const PERSON = 'correct horse';

/** A throw-away PostgreSQL with the stack's roles and GoTrue's tables, and a superuser in it. */
export async function createTestDatabase() {
  const database = await startTestDatabase();
  const { address } = database;
  let owner = await connectAsOwner(address);
  // For the second time: what runs at every start has to bear repetition.
  await preparePlatform(owner, address.password);
  return {
    connection: address.connection,
    async query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
      const result: { rows: Record<string, unknown>[] } = await owner.query(text, values);
      return result.rows;
    },
    crash: database.crash,
    async start() {
      await database.start();
      owner = await connectAsOwner(address);
    },
    async remove() {
      await owner.end();
      await database.stop();
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

export type TestStack = ReturnType<typeof describe>;

const KEYS = {
  jwtSecret: 'a-test-secret-with-at-least-32-characters',
  signingKey: readSigningKey(generateSigningKey()),
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
};
const ORIGIN = 'http://localhost:3000';

type Ask = { key?: string; token?: string; from?: string; headers?: Record<string, string> };

function describe(service: AuthService, context: AuthDependencies, lines: string[]) {
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

/** The service on a test database, with cheap hashes and generous limits unless given others. */
export async function createTestStack(
  database: Pick<TestDatabase, 'connection'>,
  toml = '',
  options: AuthOptions = {},
): Promise<TestStack> {
  const lines: string[] = [];
  const log: Log = (level, message, fields) =>
    lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  const limits = '[auth.rate_limit]\nsign_in_sign_ups = 10000\ntoken_refresh = 10000\n';
  const context: AuthDependencies = {
    ...KEYS,
    config: parseConfig(toml.includes('rate_limit') ? toml : `${toml}\n${limits}`),
    publicUrl: ORIGIN,
    database: { connection: database.connection },
    log,
  };
  const service = await createAuth(context, { bcryptCost: 4, ...options });
  return describe(service, context, lines);
}
