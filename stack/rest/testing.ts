import { randomBytes, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { parseConfig } from '../config/config.ts';
import type { StackContext } from '../context.ts';
import { connectAsOwner } from '../postgres/prepare.ts';
import { startTestDatabase } from '../testing.ts';
import { generateSigningKey, readSigningKey } from '../tokens/signing-key.ts';
import { signToken } from '../tokens/tokens.ts';
import { createRest } from './rest.ts';

export type LogLine = { level: string; message: string; fields?: Record<string, unknown> };

/** A REST service on a throw-away Postgres in which `schema` was applied as migrations would be. */
export async function startTestRest(schema: string, configText = '') {
  const database = await startTestDatabase();
  const owner = await connectAsOwner(database.address);
  await owner.query(schema);
  const logged: LogLine[] = [];
  const context: StackContext = {
    database: database.address,
    jwtSecret: randomBytes(32).toString('hex'),
    signingKey: readSigningKey(generateSigningKey()),
    publishableKey: `sb_publishable_${randomUUID()}`,
    secretKey: `sb_secret_${randomUUID()}`,
    mailEncryptionKey: '',
    config: parseConfig(configText),
    publicUrl: 'http://localhost',
    projectRoot: '',
    dataDir: '',
    log: (level, message, fields) => logged.push({ level, message, ...(fields && { fields }) }),
  };
  const rest = await createRest(context);

  /** A user's token; `claims` override what a valid one says. */
  function token(sub: string, claims: Record<string, unknown> = {}): string {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    return signToken({ role: 'authenticated', sub, exp, ...claims }, context.jwtSecret);
  }

  /** A plain request; `bearer` and `apikey` default to nobody with the publishable key. */
  function call(
    path: string,
    init: RequestInit & { bearer?: string; apikey?: string | null } = {},
  ): Promise<Response> {
    const { bearer, apikey = context.publishableKey, ...request } = init;
    const headers = new Headers(request.headers);
    if (apikey !== null) headers.set('apikey', apikey);
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
    if (request.body && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
    return rest.fetch(new Request(`http://localhost${path}`, { ...request, headers }));
  }

  return {
    context,
    owner,
    rest,
    logged,
    token,
    call,
    /** The real client: nobody, a user by token, or the service role by its key. */
    client(bearer?: string, key = context.publishableKey) {
      return createClient('http://localhost', key, {
        global: { fetch: (input, init) => rest.fetch(new Request(input, init)) },
        ...(bearer === undefined ? {} : { accessToken: () => Promise.resolve(bearer) }),
      });
    },
    /** Ends the database as a crash would; its supervisor starts it again. */
    crashDatabase() {
      const id = database.processId();
      if (id === undefined) throw new Error('the database is not running');
      process.kill(id, 'SIGQUIT');
    },
    async close() {
      await rest.close();
      await owner.end();
      await database.stop();
    },
  };
}

export type TestRest = Awaited<ReturnType<typeof startTestRest>>;
