import * as z from 'zod';
import type { Log } from './context.ts';

type Level = Parameters<Log>[0];

const entry = z
  .object({ level: z.enum(['info', 'warn', 'error']), message: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));

function parseEntry(line: string): z.infer<typeof entry> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return entry.safeParse(JSON.parse(line)).data;
  } catch {
    // Not JSON: a line like any other.
    return undefined;
  }
}

/**
 * Passes a line of the functions' output on. What they log themselves (JSON, `_shared/log.ts`) keeps
 * its level and fields; for anything else, such as a stack trace of Deno's, it is `level`.
 */
export function logFunctionLine(log: Log, level: Level, line: string): void {
  const parsed = parseEntry(line);
  if (!parsed) return log(level, `functions: ${line}`);
  const { level: own, message, ...fields } = parsed;
  log(own, `functions: ${message}`, fields);
}

const SEVERITIES: Record<string, Level> = {
  WARNING: 'warn',
  ERROR: 'warn',
  FATAL: 'error',
  PANIC: 'error',
};
// Messages of every start and end.
const ROUTINE =
  /^LOG: +(starting|listening|database system (is|was shut)|received|aborting|shutting|background worker)/;

/** Passes on lines of PostgreSQL's stderr, each with its level; continuation lines with that of their first. */
export function createPostgresLog(log: Log): (line: string) => void {
  let level: Level = 'info';
  let isRoutine = false;
  return (line) => {
    const [, severity] = /^([A-Z]+\d?): {2}/.exec(line) ?? [];
    const continues =
      severity === undefined
        ? line.startsWith('\t')
        : /^(DETAIL|HINT|QUERY|CONTEXT|LOCATION|STATEMENT|BACKTRACE)$/.test(severity);
    if (!continues) {
      // Without a severity it comes from the loader or the C library: nothing is in order then.
      level = severity === undefined ? 'warn' : (SEVERITIES[severity] ?? 'info');
      isRoutine = ROUTINE.test(line);
    }
    if (!isRoutine) log(level, `PostgreSQL: ${line.replace(/^\t/, '  ')}`);
  };
}
