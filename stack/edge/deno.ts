import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { MODULE_EXTENSION } from '../context.ts';
import { MALLOC } from '../processes/malloc.ts';

/**
 * Deno's own program. The npm package's `bin` is a Node script that would stay in memory beside it.
 * Its install script puts the program beside it; npm may not have run that, but has the program in
 * the package for this machine.
 * @throws OperatorError if there is neither
 */
export function findDeno(): string {
  const root = dirname(createRequire(import.meta.url).resolve('deno/package.json'));
  const libc = process.platform === 'linux' ? '-glibc' : '';
  const platform = `@deno/${process.platform}-${process.arch}${libc}`;
  const program = [join(root, 'deno'), join(root, '..', platform, 'deno')].find(existsSync);
  if (!program)
    throw new OperatorError(`Deno is not installed (${platform}): install Almanac again`);
  return program;
}

export type DenoOptions = {
  projectRoot: string;
  /** Deno's compile cache. */
  cacheDir: string;
  importMap: string;
  /** Everything the functions see as their environment. */
  env: Record<string, string>;
};

/** Starts host.ts: offline, network and reading the project allowed, nothing else. */
export function spawnDeno(program: string, options: DenoOptions): ChildProcess {
  const { projectRoot, cacheDir, importMap, env } = options;
  const host = join(import.meta.dirname, `host${MODULE_EXTENSION}`);
  const ofHost = join(import.meta.dirname, '..', `quiet-memory${MODULE_EXTENSION}`);
  const folders = ['supabase/functions', 'node_modules', 'package.json'];
  const readable = [host, ofHost, ...folders.map((path) => join(projectRoot, path))];
  const args = [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-check',
    '--no-lock',
    '--no-remote',
    '--no-config',
    // A request's signal says that the caller went away, not that it was answered.
    '--unstable-no-legacy-abort',
    '--node-modules-dir=manual',
    `--import-map=${importMap}`,
    // One heap for all functions, and small garbage rather than rare garbage collection.
    '--v8-flags=--max-old-space-size=192,--max-semi-space-size=4',
    '--allow-net',
    // The environment below is all there is.
    '--allow-env',
    `--allow-read=${readable.join(',')}`,
    host,
  ];
  return spawn(program, args, {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Out of the terminal's reach: Ctrl-C is for the gateway, which ends its children in order.
    detached: true,
    env: {
      ...MALLOC,
      ...env,
      DENO_DIR: cacheDir,
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      TZ: 'UTC',
    },
  });
}
