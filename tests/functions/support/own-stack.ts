import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../../..');

const secretsSchema = z.object({
  jwtSecret: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  databasePassword: z.string(),
  mailEncryptionKey: z.string(),
});

/** An installation that nobody else uses: for what one shared by all tests cannot show. */
export type OwnStack = {
  dataDir: string;
  /** What its first start put into secrets.json. */
  secrets: z.infer<typeof secretsSchema>;
  /** Everything its processes printed, to stdout and stderr. */
  output(): string;
  /** The setup code that an exposed installation without an account prints after its ready line. */
  setupCode(): Promise<string>;
};

type Running = OwnStack & { url: string; databaseUrl: string; stop(): Promise<void> };

async function start(env: Record<string, string>): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-own-'));
  const child = spawn(process.execPath, [join(root, 'stack/main.ts')], {
    cwd: root,
    env: { ...process.env, ...env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [, ready] = /^ready (\S+)$/m.exec(output) ?? [];
        if (ready) resolve(ready);
      });
    }
    child.once('exit', (code) => reject(new Error(`the stack ended (${code}): ${output}`)));
  });
  const secrets = secretsSchema.parse(
    JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')),
  );
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return {
    url,
    dataDir,
    secrets,
    databaseUrl: `postgresql://postgres:${secrets.databasePassword}@127.0.0.1:${Number(lines[3])}/postgres`,
    output: () => output,
    setupCode: () =>
      vi.waitFor(() => {
        const [, code] =
          /^setup code (\S+) \(for the first account: \S+\/register\)$/m.exec(output) ?? [];
        if (!code) throw new Error(`no setup code was printed: ${output}`);
        return code;
      }),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts an empty installation for this test file and points actors and calls at it. Only where the
 * tests run beside the project: the Supabase that they are otherwise aimed at has no part in it.
 */
export function useOwnStack(env: Record<string, string> = {}): OwnStack {
  let stack: Running;
  beforeAll(async () => {
    stack = await start(env);
    vi.stubEnv('ALMANAC_URL', stack.url);
    vi.stubEnv('ALMANAC_PUBLISHABLE_KEY', stack.secrets.publishableKey);
    vi.stubEnv('ALMANAC_SECRET_KEY', stack.secrets.secretKey);
    vi.stubEnv('ALMANAC_DATABASE_URL', stack.databaseUrl);
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    vi.unstubAllEnvs();
  }, 60_000);
  return {
    get dataDir() {
      return stack.dataDir;
    },
    get secrets() {
      return stack.secrets;
    },
    output: () => stack.output(),
    setupCode: () => stack.setupCode(),
  };
}
