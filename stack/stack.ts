import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createAuth } from './auth/auth.ts';
import { loadConfig } from './config/config.ts';
import { openDataFolder } from './config/data-folder.ts';
import type { Environment } from './config/environment.ts';
import { loadSecrets } from './config/secrets.ts';
import { createSetupCode } from './config/setup-code.ts';
import type { DatabaseAddress, Log, StackContext } from './context.ts';
import { openDatabase } from './database.ts';
import { startEdge } from './edge/edge.ts';
import { createGateway } from './gateway/gateway.ts';
import { startObservation } from './gateway/observation.ts';
import { createStaticFiles } from './gateway/static.ts';
import { ensureWebBuild } from './gateway/web-build.ts';
import { connectAsOwner } from './postgres/prepare.ts';
import { createRealtime } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';

export type RunningStack = {
  /** http://localhost:PORT */
  url: string;
  /** What the first account has to be made with; undefined if there is one, or none is needed. */
  setupCode: string | undefined;
  /** Ends everything in order. */
  close(): Promise<void>;
};

/** Milliseconds an edge function may take. */
const FUNCTION_LIMIT = 60_000;

/** Things that were started, ended last one first; each end is tried, whatever the others do. */
class Started {
  readonly #closers: (() => void | Promise<void>)[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  push(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) {
      try {
        await close();
      } catch (error) {
        this.#log('error', 'something did not end in order', { reason: String(error) });
      }
    }
  }
}

/** What package.json says. */
async function readVersion(projectRoot: string): Promise<string> {
  const manifest = await readFile(join(projectRoot, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

/** Where the functions reach the gateway. */
function urlOnThisMachine(host: string, port: number): string {
  if (['localhost', '0.0.0.0', '::', '127.0.0.1'].includes(host)) return `http://127.0.0.1:${port}`;
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

async function hasAccounts(database: DatabaseAddress): Promise<boolean> {
  const client = await connectAsOwner(database);
  try {
    const { rows } = await client.query('select from public.profiles limit 1');
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/**
 * Starts the embedded Supabase of a project: everything that can be started side by side is.
 * @throws StackFailure with one line for the operator; nothing is left running then
 */
export async function startStack(
  environment: Environment,
  projectRoot: string,
  log: Log,
): Promise<RunningStack> {
  const { dataDir, rateLimitFactor, isExposed, registration } = environment;
  const config = await loadConfig(join(projectRoot, 'supabase/config.toml'));
  const started = new Started(log);
  try {
    const folder = openDataFolder(dataDir);
    started.push(folder.release);
    const { databasePassword, ...secrets } = await loadSecrets(dataDir);
    const dist = join(projectRoot, 'web/dist');
    const files = createStaticFiles(dist);
    const { publishableKey } = secrets;
    const version = await readVersion(projectRoot);
    const observation = await startObservation(environment, log);
    started.push(observation.close);
    const { observe, sources } = observation;
    const { host, siteUrl, trustedProxies } = environment;
    const gateway = createGateway({
      host,
      siteUrl,
      trustedProxies,
      publishableKey,
      files,
      version,
      log,
      observe,
    });
    sources.liveSockets = gateway.liveSockets;
    const bound = await gateway.listen(environment.port);
    started.push(gateway.close);
    const publicUrl = `http://localhost:${bound}`;
    const base = { ...secrets, config, publicUrl, projectRoot, dataDir, log };
    // A new one at each start, kept in memory alone.
    const setupCode = isExposed ? createSetupCode() : undefined;
    const settings = {
      SITE_URL: siteUrl ?? publicUrl,
      RATE_LIMIT_FACTOR: String(rateLimitFactor),
      REGISTRATION: registration,
      ...(setupCode !== undefined && { SETUP_CODE: setupCode }),
    };

    const ending = new AbortController();
    const built = ensureWebBuild(projectRoot, dist, log, ending.signal);
    started.push(() => {
      ending.abort();
      return built;
    });
    const [database, hosting] = await Promise.allSettled([
      openDatabase(base, databasePassword),
      startEdge(base, {
        internalUrl: urlOnThisMachine(host, bound),
        settings,
        timeLimit: FUNCTION_LIMIT,
      }),
    ]);
    if (database.status === 'fulfilled') started.push(database.value.close);
    if (hosting.status === 'fulfilled') started.push(hosting.value.close);
    if (database.status === 'rejected') throw database.reason;
    if (hosting.status === 'rejected') throw hosting.reason;
    const postgres = database.value;
    const edge = hosting.value;
    sources.processes = { database: postgres, functions: edge };

    const context: StackContext = { ...base, database: postgres.address };
    const rest = await createRest(context);
    started.push(rest.close);
    const auth = await createAuth(context, { rateLimitFactor });
    started.push(auth.close);
    const realtime = await createRealtime(context);
    started.push(realtime.close);
    await built;
    gateway.mount({ rest, auth, realtime, edge, isDatabaseUp: postgres.isUp });
    // First of all the door is shut, then those inside finish.
    started.push(gateway.close);
    return {
      url: publicUrl,
      setupCode: isExposed && (await hasAccounts(postgres.address)) ? undefined : setupCode,
      close: () => started.close(),
    };
  } catch (error) {
    await started.close();
    throw error;
  }
}
