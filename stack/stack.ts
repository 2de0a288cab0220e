import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createAuth } from './auth/auth.ts';
import { loadConfig } from './config/config.ts';
import { openDataFolder } from './config/data-folder.ts';
import type { Environment } from './config/environment.ts';
import { createSetupCode, loadSecrets } from './config/secrets.ts';
import type { DatabaseAddress, Log, StackContext } from './context.ts';
import { openDatabase, type PreparePlatform } from './database.ts';
import { startEdge } from './edge/edge.ts';
import { createGateway } from './gateway/gateway.ts';
import { startMonitoring } from './gateway/monitoring.ts';
import { createStaticFiles } from './gateway/static.ts';
import { ensureWebBuild } from './gateway/web-build.ts';
import { connectAsOwner, preparePlatform } from './postgres/prepare.ts';
import { createRealtime, type RealtimeService } from './realtime/realtime.ts';
import { createRest } from './rest/rest.ts';
import { readSigningKey } from './tokens/signing-key.ts';

export type RunningStack = {
  /** http://localhost:PORT */
  url: string;
  /** What the first account has to be made with; undefined if there is one, or none is needed. */
  setupCode: string | undefined;
  /** Ends everything in order. */
  close(): Promise<void>;
};

/** What makes the platform and its services: tools/engines puts Supabase's own in their place. */
export type Engines = {
  preparePlatform: PreparePlatform;
  createRest: typeof createRest;
  createAuth: typeof createAuth;
  createRealtime(context: StackContext): Promise<RealtimeService>;
  startEdge: typeof startEdge;
};

export const EMBEDDED: Engines = {
  preparePlatform: (client, { password }) => preparePlatform(client, password),
  createRest,
  createAuth,
  createRealtime,
  startEdge,
};

/** Milliseconds an edge function may take. */
const FUNCTION_LIMIT = 60_000;

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
  await using client = await connectAsOwner(database);
  const { rows } = await client.query('select from public.profiles limit 1');
  return rows.length > 0;
}

/**
 * Starts the embedded Supabase of a project: everything that can be started side by side is.
 * @throws OperatorError with one line for the operator; nothing is left running then
 */
export async function startStack(
  environment: Environment,
  projectRoot: string,
  log: Log,
  engines: Engines = EMBEDDED,
): Promise<RunningStack> {
  const { dataDir, host, siteUrl, trustedProxies, rateLimitFactor, isExposed, registration } =
    environment;
  const config = await loadConfig(join(projectRoot, 'supabase/config.toml'));
  await using started = new AsyncDisposableStack();
  /** A close that fails is logged: it must not hide why the start failed. */
  const closeAtEnd = (close: () => void | Promise<void>) =>
    started.defer(async () => {
      try {
        await close();
      } catch (error) {
        log('error', 'something did not end in order', { reason: String(error) });
      }
    });

  started.use(openDataFolder(dataDir));
  const { databasePassword, signingKey, ...secrets } = await loadSecrets(dataDir);
  const dist = join(projectRoot, 'web/dist');
  const monitoring = await startMonitoring(environment, log);
  closeAtEnd(monitoring.close);
  const gateway = createGateway({
    host,
    siteUrl,
    trustedProxies,
    publishableKey: secrets.publishableKey,
    files: createStaticFiles(dist),
    version: await readVersion(projectRoot),
    log,
    observe: monitoring.observe,
  });
  monitoring.sources.liveSockets = gateway.liveSockets;
  const port = await gateway.listen(environment.port);
  closeAtEnd(gateway.close);
  const publicUrl = `http://localhost:${port}`;
  const base = {
    ...secrets,
    signingKey: readSigningKey(signingKey),
    config,
    publicUrl,
    projectRoot,
    dataDir,
    log,
  };
  // New at each start, in memory only.
  const setupCode = isExposed ? createSetupCode() : undefined;
  const settings = {
    SITE_URL: siteUrl ?? publicUrl,
    RATE_LIMIT_FACTOR: String(rateLimitFactor),
    REGISTRATION: registration,
    ADMIN_TWO_STEP: environment.adminTwoStep,
    ...(setupCode !== undefined && { SETUP_CODE: setupCode }),
  };

  const building = new AbortController();
  const built = ensureWebBuild(projectRoot, dist, log, building.signal);
  closeAtEnd(() => {
    building.abort();
    return built;
  });
  const [database, functions] = await Promise.allSettled([
    openDatabase(base, databasePassword, engines.preparePlatform),
    engines.startEdge(base, {
      internalUrl: urlOnThisMachine(host, port),
      settings,
      timeLimit: FUNCTION_LIMIT,
    }),
  ]);
  if (database.status === 'fulfilled') closeAtEnd(database.value.close);
  if (functions.status === 'fulfilled') closeAtEnd(functions.value.close);
  if (database.status === 'rejected') throw database.reason;
  if (functions.status === 'rejected') throw functions.reason;
  const postgres = database.value;
  const edge = functions.value;
  monitoring.sources.processes = { database: postgres, functions: edge };

  const context: StackContext = { ...base, database: postgres.address };
  const rest = await engines.createRest(context);
  closeAtEnd(rest.close);
  const auth = await engines.createAuth(context, { rateLimitFactor });
  closeAtEnd(auth.close);
  const realtime = await engines.createRealtime(context);
  closeAtEnd(realtime.close);
  await built;
  gateway.mount({ rest, auth, realtime, edge, isDatabaseUp: postgres.isUp });
  // Closed first: no new requests, and the running ones are answered by services that still run.
  closeAtEnd(gateway.close);
  const needsSetupCode = isExposed && !(await hasAccounts(postgres.address));
  const running = started.move();
  return {
    url: publicUrl,
    setupCode: needsSetupCode ? setupCode : undefined,
    close: () => running.disposeAsync(),
  };
}
