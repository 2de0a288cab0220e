import { format } from 'node:util';
import type { Log } from './context.ts';

/** Of an error its stack alone: beside it stand the values of whoever's request failed. */
function describe(values: unknown[]): string {
  return format(...values.map((value) => (value instanceof Error ? value.stack : value)));
}

/**
 * Sends what libraries print to the console, and Node's own warnings, through the log: `@supabase/lite`
 * prints errors as they are, over many lines and in no format.
 */
export function captureConsole(log: Log): void {
  for (const method of ['debug', 'info', 'log'] as const) {
    console[method] = (...values: unknown[]) => log('info', describe(values));
  }
  for (const method of ['warn', 'error', 'trace'] as const) {
    console[method] = (...values: unknown[]) => log('warn', describe(values));
  }
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log('warn', `${name}: ${message}`));
}
