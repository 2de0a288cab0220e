import { resolve } from 'node:path';
import process from 'node:process';
import { MALLOC } from './processes/malloc.ts';

/**
 * How much memory the gateway takes. Left to itself, V8 lets its young generation grow to 100 MB
 * under load and never gives it back, and on a large machine lets garbage lie until the heap has
 * grown fourfold (npm run bench -- memory). These are read once, before the first line of a program.
 */
const FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024'];
const ENVIRONMENT = {
  ...MALLOC,
  // What was compiled once: the next start takes half the time and leaves the compiler out.
  NODE_COMPILE_CACHE: resolve(process.env['DATA_DIR'] || '.data', 'code'),
};

/**
 * Makes this process begin again with these settings, under the same id, unless it has them or the
 * system cannot do that (Windows).
 */
function limitMemory(): void {
  const given = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  const missing = FLAGS.filter((flag) => !given.includes(flag.split('=')[0] ?? flag));
  if (missing.length === 0 || process.platform === 'win32' || !process.execve) return;
  const argv = [process.execPath, ...missing, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, argv, { ...ENVIRONMENT, ...process.env });
}

limitMemory();
// Imported only now: it takes half a second, which would be spent twice.
const [{ run }, { giveMemoryBack }] = await Promise.all([
  import('./run.ts'),
  import('./quiet-memory.ts'),
]);
giveMemoryBack();
await run();
