import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StackContext } from '../context.ts';
import { errorMessage } from '../errors.ts';
import { logFunctionLine } from '../child-logs.ts';
import { supervise } from '../processes/supervisor.ts';
import { identify } from '../tokens/tokens.ts';
import { findDeno, spawnDeno } from './deno.ts';
import { findFunctions, mergeImports } from './functions.ts';
import type { HostOrders } from './host.ts';

/** Who called, as the gateway found out. */
export type EdgeClient = { address: string; secure: boolean };

export type EdgeService = {
  /** Answers /functions/v1/<name>/…; rejects never. */
  fetch(request: Request, client: EdgeClient): Promise<Response>;
  isUp(): boolean;
  processId(): number | undefined;
  /** How often Deno was started again. */
  restarts(): number;
  close(): Promise<void>;
};

/** Functions reach the database through the API only. */
export type EdgeContext = Omit<StackContext, 'database'>;

export type EdgeOptions = {
  /** Where the functions reach the gateway; `publicUrl` may not be reachable from this machine. */
  internalUrl: string;
  /** Settings of the operator that functions see besides those Supabase gives them. */
  settings: Record<string, string>;
  /** Milliseconds a function may take. */
  timeLimit: number;
};

const PREFIX = '/functions/v1/';
// Hop-by-hop (RFC 9110 7.6.1), set again by fetch, or ours.
const DROPPED = new Set(
  (
    'connection keep-alive transfer-encoding te trailer upgrade host content-length expect ' +
    'accept-encoding proxy-authorization x-almanac-edge x-forwarded-for x-forwarded-host ' +
    'x-forwarded-proto x-real-ip forwarded'
  ).split(' '),
);

function refuse(status: number, code: string, message: string): Response {
  const headers: HeadersInit = status === 503 ? { 'retry-after': '1' } : {};
  return Response.json({ message, code }, { status, headers });
}

function environment(context: EdgeContext, options: EdgeOptions): Record<string, string> {
  return {
    SUPABASE_URL: options.internalUrl,
    SUPABASE_ANON_KEY: context.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: context.secretKey,
    MAIL_ENCRYPTION_KEY: context.mailEncryptionKey,
    ...options.settings,
  };
}

/**
 * Hosts every function of supabase/functions in one Deno process, which starts in the background
 * and is restarted when it ends. Requests during the first start wait for it, later ones are
 * answered 503.
 * @throws OperatorError if Deno is missing or the functions' deno.json files contradict each other
 */
export async function startEdge(context: EdgeContext, options: EdgeOptions): Promise<EdgeService> {
  const { log, projectRoot, dataDir } = context;
  const folder = join(projectRoot, 'supabase/functions');
  const functions = await findFunctions(folder, context.config);
  const byName = new Map(functions.map((one) => [one.name, one]));
  const program = findDeno();
  const secret = randomBytes(24).toString('hex');
  const cacheDir = join(dataDir, 'deno');
  await mkdir(cacheDir, { recursive: true, mode: 0o700 });
  const importMap = join(cacheDir, 'import_map.json');
  await writeFile(importMap, JSON.stringify({ imports: await mergeImports(folder, functions) }));
  const env = environment(context, options);
  const orders: HostOrders = { secret, functions };
  let port = 0;

  const supervisor = supervise({
    name: 'Deno',
    spawn() {
      const child = spawnDeno(program, { projectRoot, cacheDir, importMap, env });
      writeFileSync(join(cacheDir, 'pid'), `${child.pid}\n`);
      // It may have ended before it read its orders: then its end is what is reported.
      child.stdin?.on('error', (error) =>
        log('warn', 'Deno reads no more', { reason: error.message }),
      );
      child.stdin?.write(`${JSON.stringify(orders)}\n`);
      if (child.stderr) {
        createInterface(child.stderr).on('line', (line) => logFunctionLine(log, 'warn', line));
      }
      return child;
    },
    ready: (child) =>
      new Promise((resolve) => {
        if (!child.stdout) return;
        createInterface(child.stdout).on('line', (line) => {
          const [, listening] = /^almanac-edge listens on (\d+)$/.exec(line) ?? [];
          if (!listening) return logFunctionLine(log, 'info', line);
          port = Number(listening);
          resolve();
        });
      }),
    signal: 'SIGTERM',
    patience: 2000,
    log,
  });
  // A failed first start was logged by the supervisor, which goes on trying.
  const firstTry = supervisor.started.catch(() => undefined);

  async function forward(request: Request, client: EdgeClient): Promise<Response> {
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of DROPPED) headers.delete(name);
    headers.set('x-almanac-edge', secret);
    // The gateway compresses for the client; between the two it would only cost time.
    headers.set('accept-encoding', 'identity');
    headers.set('x-forwarded-for', client.address);
    headers.set('x-forwarded-host', url.host);
    headers.set('x-forwarded-proto', client.secure ? 'https' : 'http');
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    // As Supabase does: the function sees /<name>/… without the gateway's prefix.
    const target = `http://127.0.0.1:${port}/${url.pathname.slice(PREFIX.length)}${url.search}`;
    return fetch(target, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(options.timeLimit)]),
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
    });
  }

  return {
    async fetch(request, client) {
      const [name = ''] = new URL(request.url).pathname.slice(PREFIX.length).split('/');
      const called = byName.get(name);
      if (!called) return refuse(404, 'not_found', 'There is no such function');
      if (called.verifyJwt && request.method !== 'OPTIONS') {
        const caller = identify(request.headers, context);
        if (!caller.ok) return Response.json(caller.body, { status: caller.status });
      }
      await firstTry;
      if (!supervisor.isUp()) {
        return refuse(503, 'unavailable', 'The functions are being restarted. Please try again.');
      }
      try {
        return await forward(request, client);
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError') {
          return refuse(504, 'timeout', 'The function took too long to answer.');
        }
        log('warn', `function ${name} was not reached`, { reason: errorMessage(error) });
        return refuse(503, 'unavailable', 'The functions are being restarted. Please try again.');
      }
    },
    isUp: supervisor.isUp,
    processId: supervisor.processId,
    restarts: supervisor.restarts,
    close: supervisor.close,
  };
}
