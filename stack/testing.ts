import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as z from 'zod';
import type { DatabaseAddress } from './context.ts';
import { startPostgres } from './postgres/postgres.ts';
import { readPostmaster } from './postgres/postmaster.ts';
import { connectAsOwner, preparePlatform } from './postgres/prepare.ts';

/** A folder for one test's data, below the system's temporary folder. */
function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'almanac-test-'));
}

/** A throw-away PostgreSQL, which can crash and come back on the same port. */
export type TestDatabase = {
  address: DatabaseAddress;
  /** Ends the server at once, as a crash would; it stays away until `start`. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good and removes its folder. */
  stop(): Promise<void>;
};

/**
 * A throw-away database with the platform's roles and the given schema files (absolute paths; by
 * default those of auth and realtime), for tests of one service.
 */
export async function startTestDatabase(schemas?: readonly string[]): Promise<TestDatabase> {
  const dataDir = await makeDataDir();
  const password = randomBytes(16).toString('hex');
  const options = { dataDir, password, log: () => undefined };
  let postgres = await startPostgres(options);
  const { address } = postgres;
  const owner = await connectAsOwner(address);
  await preparePlatform(owner, password, schemas);
  await owner.end();
  return {
    address,
    async crash() {
      const pid = postgres.processId();
      // Before close, which asks politely: the rude signal wins.
      if (pid !== undefined) process.kill(pid, 'SIGQUIT');
      await postgres.close();
    },
    async start() {
      postgres = await startPostgres({ ...options, port: address.port });
    },
    async stop() {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A whole stack in processes of its own, on a free port and in a temporary folder. */
export type TestStack = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** As superuser, for the Supabase CLI and for tests that look behind the API. */
  databaseUrl: string;
  dataDir: string;
  processIds: { gateway: number; postgres: number; deno: number };
  /** What the stack has written to stderr so far. */
  log(): string;
  /** What it has written to stdout so far. */
  printed(): string;
  /** Ends the stack in order; removes the folder unless it was given. Resolves to the exit code. */
  stop(): Promise<number | null>;
};

export type TestStackOptions = {
  /** An existing data folder, kept after the end. */
  dataDir?: string;
  /** Added to the environment. */
  env?: Record<string, string>;
};

const secretsSchema = z.object({
  publishableKey: z.string(),
  secretKey: z.string(),
  databasePassword: z.string(),
});

const PROJECT = join(import.meta.dirname, '..');

/** Starts `node stack/main.ts` of this project or a copy; `output` grows while it runs. */
export function spawnStack(env: Record<string, string>, project = PROJECT) {
  const child = spawn(process.execPath, [join(project, 'stack/main.ts')], {
    cwd: project,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString();
      const [, url] = /^ready (\S+)$/m.exec(output.stdout) ?? [];
      if (url) resolve(url);
    });
    void ended.then((code) => reject(new Error(`exit code ${code}: ${output.stderr}`)));
  });
  // Whoever only waits for the end need not wait for this.
  ready.catch(() => undefined);
  return { child, output, ended, ready };
}

/** The ids of a stack's processes, which change when a child is restarted. */
export async function processIdsOf(dataDir: string): Promise<TestStack['processIds']> {
  const read = async (file: string) => {
    const [first] = (await readFile(join(dataDir, file), 'utf8')).split('\n');
    return Number(first);
  };
  const [gateway, postgres, deno] = await Promise.all(
    ['gateway.pid', 'postgres/postmaster.pid', 'deno/pid'].map(read),
  );
  if (!gateway || !postgres || !deno) throw new Error(`no stack runs on ${dataDir}`);
  return { gateway, postgres, deno };
}

/** Starts the stack as an operator does and waits for its ready line. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const { child, output, ended, ready } = spawnStack({ ...options.env, DATA_DIR: dataDir });
  const url = await ready;
  const secrets = secretsSchema.parse(
    JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')),
  );
  const port = readPostmaster(join(dataDir, 'postgres'))?.port;
  return {
    url,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    databaseUrl: `postgresql://postgres:${secrets.databasePassword}@127.0.0.1:${port}/postgres`,
    dataDir,
    processIds: await processIdsOf(dataDir),
    log: () => output.stderr,
    printed: () => output.stdout,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Bytes on the heap and beside it after everything unused was collected. */
export function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
