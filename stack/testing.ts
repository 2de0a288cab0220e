import { execFile, spawn } from 'node:child_process';
import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as z from 'zod';
import type { DatabaseAddress } from './context.ts';
import { startPostgres } from './postgres/postgres.ts';
import { readPostmaster } from './postgres/postmaster.ts';
import { connectAsOwner, PLATFORM_SCHEMAS, preparePlatform } from './postgres/prepare.ts';

const run = promisify(execFile);

/**
 * Where a run's tests find what a start leaves in an empty folder (`makeTestData`), which they copy
 * because making it takes four seconds: that of a whole stack, and that of a database with the
 * platform's roles and schemas.
 */
export const TEST_DATA = {
  stack: 'ALMANAC_TEST_STACK',
  database: 'ALMANAC_TEST_DATABASE',
} as const;

/** An empty folder below the system's temporary one, for one test's data. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'almanac-test-'));
}

/** A folder with a copy of what was made for the run; empty where nothing was. */
export async function copyTestData(kind: keyof typeof TEST_DATA): Promise<string> {
  const folder = await makeFolder();
  const original = process.env[TEST_DATA[kind]];
  // `cp` keeps the owner, whom the database may have got from root.
  if (original) await run('cp', ['-a', `${original}/.`, folder]);
  return folder;
}

/** A throw-away PostgreSQL, which can crash and come back on the same port. */
export type TestDatabase = AsyncDisposable & {
  address: DatabaseAddress;
  /** Undefined while it does not run. */
  processId(): number | undefined;
  /** Ends the server at once, as a crash would; it stays away until `start`. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
};

/** Of databases that are thrown away. */
const DATABASE_PASSWORD = 'of a database that is thrown away';

async function startDatabase(
  dataDir: string,
  schemas: readonly string[] = PLATFORM_SCHEMAS,
): Promise<TestDatabase> {
  const password = DATABASE_PASSWORD;
  const options = { dataDir, password, log: () => undefined };
  let postgres = await startPostgres(options);
  const { address } = postgres;
  {
    await using owner = await connectAsOwner(address);
    await preparePlatform(owner, password, schemas);
  }
  return {
    address,
    processId: () => postgres.processId(),
    async crash() {
      const pid = postgres.processId();
      // Before close, which asks politely: the rude signal wins.
      if (pid !== undefined) process.kill(pid, 'SIGQUIT');
      await postgres.close();
    },
    async start() {
      postgres = await startPostgres({ ...options, port: address.port });
    },
    stop: () => postgres.close(),
    [Symbol.asyncDispose]: () => postgres.close(),
  };
}

/**
 * A throw-away database with the platform's roles and the given schema files (absolute paths; by
 * default those of auth and realtime), for tests of one service.
 */
export async function startTestDatabase(schemas?: readonly string[]): Promise<TestDatabase> {
  const dataDir = await (schemas ? makeFolder() : copyTestData('database'));
  const database = await startDatabase(dataDir, schemas);
  async function stop(): Promise<void> {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return { ...database, stop, [Symbol.asyncDispose]: stop };
}

/** A whole stack in processes of its own, on a free port and in a temporary folder. */
export type TestStack = AsyncDisposable & {
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
  /** A data folder, empty or of another stack, kept after the end; a copy of the run's if not given. */
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

/** Names another program than the product's: tools/engines.ts does, with Supabase's own services in it. */
export const PROGRAM = 'ALMANAC_TEST_PROGRAM';

/** What the tests start as the stack. */
export function testProgram(): string {
  return process.env[PROGRAM] ?? join(PROJECT, 'stack/main.ts');
}

/** Starts `node stack/main.ts` of this project or a copy; `output` grows while it runs. */
export function spawnStack(env: Record<string, string>, project = PROJECT) {
  const program = project === PROJECT ? testProgram() : join(project, 'stack/main.ts');
  const child = spawn(process.execPath, [program], {
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
  // A caller that only waits for the end does not handle this rejection.
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
  const dataDir = options.dataDir ?? (await copyTestData('stack'));
  const { child, output, ended, ready } = spawnStack({ ...options.env, DATA_DIR: dataDir });
  const url = await ready;
  const secrets = secretsSchema.parse(
    JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')),
  );
  const port = readPostmaster(join(dataDir, 'postgres'))?.port;
  async function stop(): Promise<number | null> {
    child.kill('SIGTERM');
    const late = setTimeout(() => {
      console.error(`the stack has not ended after 20 s:\n${output.stderr.slice(-4000)}`);
    }, 20_000);
    const code = await ended;
    clearTimeout(late);
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    return code;
  }
  return {
    url,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    databaseUrl: `postgresql://postgres:${secrets.databasePassword}@127.0.0.1:${port}/postgres`,
    dataDir,
    processIds: await processIdsOf(dataDir),
    log: () => output.stderr,
    printed: () => output.stdout,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** A file system in memory, and the bytes that have to be free in it. */
const MEMORY = { folder: '/dev/shm', free: 4 * 1024 ** 3 };

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Lets this process and its children make temporary files in memory (docs/decisions/0040). */
function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !isWritable(MEMORY.folder)) return;
  const { bavail, bsize } = statfsSync(MEMORY.folder);
  const free = Math.min(bavail * bsize, process.availableMemory());
  if (free > MEMORY.free) process.env['TMPDIR'] = MEMORY.folder;
}

/**
 * Makes what the tests of a run copy; this process and its children find it by the environment.
 * @returns what removes it
 */
export async function makeTestData(kinds: readonly (keyof typeof TEST_DATA)[]) {
  keepTemporaryFilesInMemory();
  const folder = await makeFolder();
  // Half of the time that a second start takes is reading the same modules again.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code');
  await Promise.all(
    kinds.map(async (kind) => {
      const dataDir = join(folder, kind);
      await mkdir(dataDir);
      const start = kind === 'stack' ? startTestStack({ dataDir }) : startDatabase(dataDir);
      await (await start).stop();
      process.env[TEST_DATA[kind]] = dataDir;
    }),
  );
  return async () => {
    delete process.env['NODE_COMPILE_CACHE'];
    for (const kind of kinds) delete process.env[TEST_DATA[kind]];
    // Processes that are just ending still write what they have compiled.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}

/** Global set-up of vitest's project `stack`. */
export function setup(): Promise<() => Promise<void>> {
  return makeTestData(['stack', 'database']);
}

/** Bytes on the heap and beside it after everything unused was collected. */
export function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
