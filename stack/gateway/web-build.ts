import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../context.ts';
import { errorCode, errorMessage } from '../errors.ts';

const run = promisify(execFile);

/** What the bundle is made from; a change in any of it makes the bundle old. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/first-files.ts',
  'web/build-worker.ts',
  'web/api-page.ts',
  'supabase/functions',
  'package-lock.json',
];

async function newest(path: string): Promise<number> {
  try {
    const { mtimeMs, ...found } = await stat(path).then((entry) => ({
      mtimeMs: entry.mtimeMs,
      isFolder: entry.isDirectory(),
    }));
    if (!found.isFolder) return mtimeMs;
    const inside = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))));
    return Math.max(mtimeMs, ...inside);
  } catch (error) {
    // Absent, or removed by an editor while we look.
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

async function isCurrent(projectRoot: string, dist: string): Promise<boolean> {
  const built = await newest(join(dist, 'index.html'));
  if (built === 0) return false;
  const sources = await Promise.all(SOURCES.map((path) => newest(join(projectRoot, path))));
  return built >= Math.max(...sources);
}

/** Builds beside the served folder and swaps: readers see either the old build or the new one. */
async function build(projectRoot: string, dist: string, signal: AbortSignal): Promise<void> {
  const draft = `${dist}.${process.pid}`;
  const old = `${draft}.old`;
  const vite = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
  const building = run(
    process.execPath,
    [join(vite, 'bin/vite.js'), 'build', '--config', 'web/vite.config.ts', 'web'].concat([
      '--outDir',
      draft,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ]),
    {
      cwd: projectRoot,
      timeout: 120_000,
      signal,
      // A stack that a test runner starts inherits NODE_ENV=test: React would be the slow one.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  // An aborted run is over at once, its process a moment later.
  const ended = new Promise((resolve) => {
    building.child.once('close', resolve);
  });
  try {
    await building;
    if (existsSync(dist)) await rename(dist, old);
    await rename(draft, dist);
  } finally {
    await ended;
    for (const folder of [draft, old]) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Builds `web/dist` if it is missing or older than its sources; in the installed package, which has
 * no sources, it is always there. A failure is logged and leaves the API working, with the older web
 * app if there is one. Resolves also when `signal` ends it, and leaves nothing behind then.
 */
export async function ensureWebBuild(
  projectRoot: string,
  dist: string,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  if (!existsSync(join(projectRoot, 'web/vite.config.ts'))) return;
  if (await isCurrent(projectRoot, dist)) return;
  try {
    await build(projectRoot, dist, signal);
  } catch (error) {
    if (signal.aborted) return;
    // Another stack of this project may have built and swapped at the same moment.
    if (await isCurrent(projectRoot, dist)) return;
    const stderr =
      typeof error === 'object' && error !== null && 'stderr' in error ? error.stderr : undefined;
    const output = typeof stderr === 'string' && stderr.trim() ? stderr : errorMessage(error);
    // The cause is above Vite's stack trace.
    const [reason] = output.trim().split(/\n\s+at /);
    log('error', 'the web app cannot be built', { reason });
  }
}
