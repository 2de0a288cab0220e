import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import * as z from 'zod';
import { startPostgres } from '../stack/postgres/postgres.ts';
import { connectAsOwner, preparePlatform } from '../stack/postgres/prepare.ts';
import { signToken } from '../stack/tokens/tokens.ts';
import type { Figure } from './figures.ts';
import type { ServerOrder } from './rest-server.ts';

const run = promisify(execFile);
const userId = randomUUID();

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

type Load = { name: string; path: string; body?: string };
const loads: Load[] = [
  { name: 'read one row', path: '/rest/v1/items?select=*&id=eq.500' },
  { name: 'read 50 rows', path: '/rest/v1/items?select=*&order=id.asc&limit=50' },
  { name: 'write one row', path: '/rest/v1/items', body: '{"title":"Buy milk"}' },
];

const resultSchema = z.object({
  requests: z.number(),
  failed: z.number(),
  seconds: z.number(),
  p50: z.number(),
  p95: z.number(),
});
type Result = z.infer<typeof resultSchema>;

/** Runs wrk with 8 connections; times are milliseconds. */
async function wrk(url: string, headers: Record<string, string>, load: Load, seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'wrk-'));
  const script = join(folder, 'load.lua');
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers["${name}"] = "${value}"`,
  );
  await writeFile(
    script,
    `${lines.join('\n')}
${load.body ? `wrk.method = "POST"\nwrk.body = '${load.body}'` : ''}
done = function(summary, latency, requests)
  io.write(string.format('{"requests":%d,"failed":%d,"seconds":%f,"p50":%f,"p95":%f}',
    summary.requests, summary.errors.status + summary.errors.read + summary.errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(95) / 1e3))
end
`,
  );
  const args = ['-t1', '-c8', `-d${seconds}s`, '-s', script, `${url}${load.path}`];
  const { stdout } = await run('wrk', args);
  await rm(folder, { recursive: true });
  return resultSchema.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))));
}

async function startServer(order: ServerOrder): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'rest-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: process.execArgv,
  });
  child.send(order);
  const [message] = await once(child, 'message');
  const { port } = z.object({ port: z.number() }).parse(message);
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Creates a user with a session, whom unmodified lite looks up at each request, in its own database. */
async function prepareDatabases(address: Awaited<ReturnType<typeof startPostgres>>['address']) {
  const owner = await connectAsOwner(address);
  await preparePlatform(owner, address.password);
  await owner.query('create database stock');
  await owner.query(schema);
  await owner.end();
  return { ...address.connection('postgres'), database: 'stock' };
}

async function fillStock(connection: ClientConfig, sessionId: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query(schema);
  await client.query(
    `insert into auth.users (id, email, role, aud) values ('${userId}', 'bench@example.com', 'authenticated', 'authenticated')`,
  );
  await client.query(
    `insert into auth.sessions (id, user_id) values ('${sessionId}', '${userId}')`,
  );
  await client.end();
}

/**
 * Requests per second of stack/rest beside unmodified @supabase/lite: same Postgres, same run, by
 * turns, 8 keep-alive connections. Needs wrk.
 */
export async function measure(seconds = 3): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-rest-'));
  const password = randomBytes(16).toString('hex');
  const postgres = await startPostgres({ dataDir, password, log: () => undefined });
  const children: ChildProcess[] = [];
  try {
    const stockDatabase = await prepareDatabases(postgres.address);
    const secrets = {
      jwtSecret: randomBytes(32).toString('hex'),
      publishableKey: `sb_publishable_${randomUUID()}`,
      secretKey: `sb_secret_${randomUUID()}`,
    };
    const database = postgres.address.connection('postgres');
    const stock = await startServer({ ...secrets, kind: 'stock', database: stockDatabase });
    children.push(stock.child);
    const sessionId = randomUUID();
    await fillStock(stockDatabase, sessionId);
    const ours = await startServer({ ...secrets, kind: 'ours', database });
    children.push(ours.child);

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
      apikey: secrets.publishableKey,
      Authorization: `Bearer ${signToken(claims, secrets.jwtSecret)}`,
      'Content-Type': 'application/json',
    };
    const figures: Figure[] = [];
    for (const load of loads) {
      const results: Result[] = [];
      for (const { url } of [stock, ours]) {
        // Unmodified lite grants everything at its first request, which must be one alone.
        await fetch(`${url}/rest/v1/items?limit=1`, { headers });
        await wrk(url, headers, load, 1);
        const result = await wrk(url, headers, load, seconds);
        if (result.failed > 0) throw new Error(`${load.name}: ${result.failed} requests failed`);
        results.push(result);
      }
      const [theirs, own] = results;
      if (!theirs || !own) throw new Error(`${load.name} was not measured`);
      const perSecond = (result: Result) => result.requests / result.seconds;
      figures.push(
        { name: `${load.name}, unmodified lite`, value: perSecond(theirs), unit: 'req/s' },
        { name: load.name, value: perSecond(own), unit: 'req/s' },
        { name: `${load.name}, p50`, value: own.p50, unit: 'ms' },
        { name: `${load.name}, p95`, value: own.p95, unit: 'ms' },
        {
          name: `${load.name}, times unmodified lite`,
          value: perSecond(own) / perSecond(theirs),
          unit: 'x',
          ...(load.name === 'read 50 rows' ? {} : { limit: 2, atLeast: true }),
        },
      );
    }
    return figures;
  } finally {
    for (const child of children) child.disconnect();
    await postgres.close();
    await rm(dataDir, { recursive: true });
  }
}
