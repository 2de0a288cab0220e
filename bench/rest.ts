import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import * as z from 'zod';
import { startTestStack, type TestStack } from '../stack/testing.ts';
import { signToken } from '../stack/tokens/tokens.ts';
import { percentile, type Figure } from './figures.ts';
import { loadHttp, type LoadResult } from './http-load.ts';
import type { ServerOrder } from './rest-server.ts';

const CONNECTIONS = 8;
const ROUNDS = 3;
const SECONDS = 2;
const userId = randomUUID();
const sessionId = randomUUID();

// 1,000 rows of one's own under row level security, as the product's tables are.
const schema = `
  create table public.items (
    id bigint generated always as identity primary key,
    user_id uuid not null default auth.uid(),
    title text not null,
    completed boolean not null default false,
    due_date date,
    created_at timestamptz not null default now()
  );
  create index on public.items (user_id);
  alter table public.items enable row level security;
  grant all on public.items to authenticated;
  create policy "Own items" on public.items to authenticated
    using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
  insert into public.items (user_id, title) select '${userId}', 'Item ' || n from generate_series(1, 1000) n;
`;

type Load = { name: string; path: string; body?: string; isPromised: boolean };
const loads: Load[] = [
  { name: 'read one row', path: '/rest/v1/items?select=*&id=eq.500', isPromised: true },
  {
    name: 'read 50 rows',
    path: '/rest/v1/items?select=*&order=id.asc&limit=50',
    isPromised: false,
  },
  {
    name: 'write one row',
    path: '/rest/v1/items',
    body: '{"title":"Buy milk"}',
    isPromised: true,
  },
];

async function query(databaseUrl: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Starts unmodified lite on the stack's Postgres, in a database and a process of its own. */
async function startStock(stack: TestStack, jwtSecret: string) {
  const { publishableKey, secretKey } = stack;
  await query(stack.databaseUrl, 'drop database if exists stock', 'create database stock');
  const databaseUrl = stack.databaseUrl.replace(/postgres$/, 'stock');
  const child = fork(join(import.meta.dirname, 'rest-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: process.execArgv,
  });
  child.send({ databaseUrl, jwtSecret, publishableKey, secretKey } satisfies ServerOrder);
  const [message] = await once(child, 'message');
  const { port } = z.object({ port: z.number() }).parse(message);
  // It looks for the user and the session at each request.
  await query(
    databaseUrl,
    schema,
    `insert into auth.users (id, email, role, aud)
     values ('${userId}', 'bench@example.com', 'authenticated', 'authenticated')`,
    `insert into auth.sessions (id, user_id) values ('${sessionId}', '${userId}')`,
  );
  return { url: `http://127.0.0.1:${port}`, child };
}

/** A stack whose REST service knows the table: it reads the schema when it starts. */
async function startWithTable(dataDir: string): Promise<TestStack> {
  const first = await startTestStack({ dataDir });
  await query(first.databaseUrl, schema);
  await first.stop();
  return startTestStack({ dataDir });
}

/** Both servers by turns, so that a slow moment of the machine meets both. */
async function compare(load: Load, urls: readonly string[], headers: Record<string, string>) {
  const results = urls.map((): LoadResult => ({ seconds: 0, times: [], failed: 0 }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      const request = {
        url: `${url}${load.path}`,
        headers,
        ...(load.body !== undefined && { body: load.body }),
      };
      // Unmodified lite grants everything at its first request, which must be one alone.
      if (round === 0) await loadHttp(request, { connections: 1, seconds: 0 });
      const one = await loadHttp(request, { connections: CONNECTIONS, seconds: SECONDS });
      if (one.failed > 0) throw new Error(`${load.name}: ${one.failed} requests failed`);
      const sum = results[index];
      // The first round warms up.
      if (!sum || round === 0) continue;
      sum.seconds += one.seconds;
      sum.times.push(...one.times);
    }
  }
  return results;
}

function figuresOf({ name, isPromised }: Load, [theirs, own]: readonly LoadResult[]): Figure[] {
  if (!theirs || !own) throw new Error(`${name} was not measured`);
  const perSecond = ({ times, seconds }: LoadResult) => times.length / seconds;
  return [
    { name: `${name}, unmodified lite`, value: perSecond(theirs), unit: 'req/s' },
    { name, value: perSecond(own), unit: 'req/s' },
    { name: `${name}, p50`, value: percentile(own.times, 50), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(own.times, 95), unit: 'ms' },
    {
      name: `${name}, times unmodified lite`,
      value: perSecond(own) / perSecond(theirs),
      unit: 'x',
      ...(isPromised && { limit: 2, atLeast: true }),
    },
  ];
}

/**
 * Requests per second through the gateway of a whole stack beside unmodified @supabase/lite behind
 * its own server: same Postgres, same run, by turns, 8 keep-alive connections.
 */
export async function measure(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-rest-'));
  let stack: TestStack | undefined;
  let child: ChildProcess | undefined;
  try {
    stack = await startWithTable(dataDir);
    const secrets: unknown = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
    const { jwtSecret } = z.object({ jwtSecret: z.string() }).parse(secrets);
    const stock = await startStock(stack, jwtSecret);
    child = stock.child;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      sub: userId,
      aud: 'authenticated',
      role: 'authenticated',
      session_id: sessionId,
      iat: now,
      exp: now + 3600,
    };
    const headers = {
      apikey: stack.publishableKey,
      authorization: `Bearer ${signToken(claims, jwtSecret)}`,
      'content-type': 'application/json',
    };
    const urls = [stock.url, stack.url.replace('localhost', '127.0.0.1')];
    const figures: Figure[] = [];
    for (const load of loads) {
      figures.push(...figuresOf(load, await compare(load, urls, headers)));
    }
    return figures;
  } finally {
    child?.disconnect();
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
