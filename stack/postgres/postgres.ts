import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress, Log } from '../context.ts';
import { OperatorError } from '../errors.ts';
import { createPostgresLog } from '../child-logs.ts';
import { supervise, type Supervisor } from '../processes/supervisor.ts';
import { findBinaries } from './binaries.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { requireMajor } from './major.ts';
import { readPostmaster, stopOrphan } from './postmaster.ts';
import { serverSettings } from './settings.ts';

export type PostgresOptions = {
  dataDir: string;
  password: string;
  log: Log;
  /** A free port of 127.0.0.1; chosen if not given. */
  port?: number;
};
export type PostgresService = Supervisor & AsyncDisposable & { address: DatabaseAddress };

// Below the range from which the system hands out ports for outgoing connections: nobody takes the
// port while the database is being restarted.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new OperatorError(`no free port between ${FIRST_PORT} and ${LAST_PORT} on 127.0.0.1`);
}

function run(identity: Identity, command: string, args: string[]): ChildProcess {
  const [program = command, ...rest] = [...identity.prefix, command, ...args];
  // A process group of its own: Ctrl-C reaches the gateway alone, which ends the database in order.
  return spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  });
}

/** Creates the cluster in a neighbouring folder and renames it: an interrupted start leaves none. */
async function initialise(
  cluster: string,
  identity: Identity,
  initdb: string,
  password: string,
): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = join(draft, '..', 'postgres.password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  identity.own(draft);
  identity.own(passwordFile);
  try {
    const child = run(identity, initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-instructions',
      // Sorts as Supabase does (en_US), by the library that comes with the binaries.
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--locale=C',
    ]);
    const errors: string[] = [];
    child.stdout?.resume();
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) {
      const reason = errors.join('').trim().replaceAll('\n', ' ');
      throw new OperatorError(`the database cannot be created in ${cluster}: ${reason}`);
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, cluster);
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres` (created if missing) and keeps it running. Listens on a
 * free port of 127.0.0.1 that stays the same until close. The caller holds the folder's lock.
 * @throws OperatorError with what to do
 */
export async function startPostgres({
  dataDir,
  password,
  log,
  port: given,
}: PostgresOptions): Promise<PostgresService> {
  const cluster = join(dataDir, 'postgres');
  const binaries = findBinaries();
  const isThere = existsSync(cluster);
  if (isThere) requireMajor(dataDir, cluster, binaries.major);
  const identity = chooseIdentity(dataDir, binaries.postgres);
  if (isThere) {
    await stopOrphan(cluster, log);
    // As root it may have run in a namespace before, as nobody else, where there are none now.
    identity.ownAll(cluster);
  } else await initialise(cluster, identity, binaries.initdb, password);
  const port = given ?? (await freePort());

  const supervisor = supervise({
    name: 'PostgreSQL',
    async spawn() {
      await stopOrphan(cluster, log);
      const child = run(identity, binaries.postgres, ['-D', cluster, ...serverSettings(port)]);
      child.stdout?.resume();
      if (child.stderr) createInterface(child.stderr).on('line', createPostgresLog(log));
      return child;
    },
    async ready(child, over) {
      for (;;) {
        const postmaster = readPostmaster(cluster);
        if (postmaster?.ready && postmaster.pid === child.pid) return;
        await delay(10, undefined, { signal: over });
      }
    },
    signal: 'SIGINT',
    patience: 20_000,
    log,
  });

  try {
    await supervisor.started;
  } catch (error) {
    await supervisor.close();
    throw error;
  }
  const address: DatabaseAddress = {
    host: '127.0.0.1',
    port,
    password,
    name: 'postgres',
    connection: (role) => ({ host: '127.0.0.1', port, user: role, password, database: 'postgres' }),
  };
  return { ...supervisor, address, [Symbol.asyncDispose]: supervisor.close };
}
