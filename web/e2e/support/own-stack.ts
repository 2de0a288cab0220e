import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyTestData, testProgram } from '../../../stack/testing.ts';

/** A stack that a test may stop, start again and harm; its data folder outlives its processes. */
export type OwnStack = AsyncDisposable & {
  url: string;
  /** What it has printed so far. */
  output(): string;
  /** Ends it in order and starts it again on the same data and the same port. */
  restart(): Promise<void>;
  /** Kills the database's processes as a power cut would. */
  killDatabase(): Promise<void>;
  /** Id of the database's main process; 0 while there is none. */
  databaseProcess(): Promise<number>;
};

const PROJECT = resolve(import.meta.dirname, '../../..');

/** Starts it by the product's own program and waits for the line that says so. */
function start(
  dataDir: string,
  port: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; output: () => string }> {
  const child = spawn(process.execPath, [testProgram()], {
    cwd: PROJECT,
    env: { ...process.env, ...env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((ready, failed) => {
    let output = '';
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const [, url] = /^ready (\S+)$/m.exec(output) ?? [];
      if (url) ready({ child, url, output: () => output });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => failed(new Error(`The stack ended by ${code}: ${output}`)));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((ended) => {
    child.once('exit', () => ended());
    child.kill('SIGTERM');
  });
}

/** With `env` beside this process' own variables. */
export async function startOwnStack(env: Record<string, string> = {}): Promise<OwnStack> {
  const dataDir = await copyTestData('stack');
  const first = await start(dataDir, '0', env);
  const { url } = first;
  let { child, output } = first;
  const databaseProcess = async () => {
    try {
      const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      return Number(pid);
    } catch {
      // The file is gone for as long as no database runs.
      return 0;
    }
  };
  return {
    url,
    databaseProcess,
    output: () => output(),
    async restart() {
      await stop(child);
      ({ child, output } = await start(dataDir, new URL(url).port, env));
    },
    async killDatabase() {
      process.kill(await databaseProcess(), 'SIGKILL');
    },
    async [Symbol.asyncDispose]() {
      await stop(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
