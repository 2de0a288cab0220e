import { format as formatValues } from 'node:util';
import type { Log } from './context.ts';

export type LogFormat = 'text' | 'json';

// Control characters, and those that a terminal or an editor takes for a new line or another
// direction of writing.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

function escape(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value as it is if it is unambiguous, in quotes otherwise. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return /^[\w.:/@%+-]+$/.test(text) ? text : escape(JSON.stringify(text));
}

/** One line, whatever is in it: `TIME level message name=value …`. */
function textLine(...[time, level, message, fields = {}]: [string, ...Parameters<Log>]): string {
  const details = Object.entries(fields).map(
    ([name, value]) => ` ${quoted(name)}=${quoted(value)}`,
  );
  const words = escape(message.replaceAll(/[\r\n]+/g, ' | '));
  return `${time} ${level} ${words}${details.join('')}\n`;
}

/** One JSON object a line; `time`, `level` and `message` come first and are no field's to change. */
function jsonLine(...[time, level, message, fields = {}]: [string, ...Parameters<Log>]): string {
  const own = { time, level, message };
  return `${escape(JSON.stringify({ ...own, ...fields, ...own }))}\n`;
}

/** Writes one line a message, in the form that LOG_FORMAT names. */
export function createLog(format: LogFormat, write: (line: string) => void): Log {
  const line = format === 'json' ? jsonLine : textLine;
  return (level, message, fields) => {
    write(line(new Date().toISOString(), level, message, fields));
  };
}

/** To stderr; stdout is for the ready line and the setup code. */
export function logToStderr(format: LogFormat): Log {
  return createLog(format, (line) => process.stderr.write(line));
}

/** Of an error only the stack: its other fields hold values of the request that failed. */
function describe(values: unknown[]): string {
  return formatValues(...values.map((value) => (value instanceof Error ? value.stack : value)));
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
