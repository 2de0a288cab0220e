import { join } from 'node:path';
import { ConfigError } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { errorMessage, OperatorError } from './errors.ts';
import { captureConsole, logToStderr } from './log.ts';
import { startStack, type Engines } from './stack.ts';

const projectRoot = join(import.meta.dirname, '..');
// Read before the rest of the environment, whose errors are logged in this format.
const format = process.env['LOG_FORMAT'] === 'json' ? 'json' : 'text';
const log = logToStderr(format);

function describe(error: unknown): string {
  const isExpected = error instanceof OperatorError || error instanceof ConfigError;
  return isExpected || !(error instanceof Error)
    ? errorMessage(error)
    : (error.stack ?? error.message);
}

/** The program: runs a stack until a signal ends it. Never returns. */
export async function run(engines?: Engines): Promise<never> {
  // The reader of this output may be gone (a closed terminal, a killed npm). Reporting that would write
  // again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  captureConsole(log);

  // The gateway outlives whatever goes wrong in one request: everybody else is still being served.
  process.on('unhandledRejection', (reason) => {
    log('error', 'a promise was rejected unheard', { reason: describe(reason) });
  });
  process.on('uncaughtException', (error) => {
    log('error', 'an error was thrown unheard', { reason: describe(error) });
  });

  // Ctrl-C under npm arrives twice, from the terminal and from npm: it means no more than once.
  const ended = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  });

  try {
    // A signal during the start takes effect at its end, when there is something to end in order.
    const stack = await startStack(readEnvironment(process.env), projectRoot, log, engines);
    process.stdout.write(`ready ${stack.url}\n`);
    if (stack.setupCode !== undefined) {
      const { href } = new URL('/register', process.env['SITE_URL'] || stack.url);
      process.stdout.write(`setup code ${stack.setupCode} (for the first account: ${href})\n`);
    }
    await ended;
    await stack.close();
    process.exit(0);
  } catch (error) {
    if (format === 'json') log('error', 'almanac does not start', { reason: describe(error) });
    else process.stderr.write(`almanac: ${describe(error)}\n`);
    process.exit(1);
  }
}
