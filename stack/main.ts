import process from 'node:process';

/**
 * How much memory the gateway takes. Left to itself, V8 lets its young generation grow to 100 MB
 * under load and never gives it back, and on a large machine lets garbage lie until the heap has
 * grown fourfold (npm run bench -- memory). These are read once, before the first line of a program.
 */
const FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024'];
// One arena of malloc for each thread is kept as well.
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

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
// Only now: importing it takes half a second, which would be spent twice.
const [{ run }, { giveMemoryBack }] = await Promise.all([
  import('./run.ts'),
  import('./quiet-memory.ts'),
]);
giveMemoryBack();
await run();
