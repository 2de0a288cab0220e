import type { Log } from './context.ts';

/** Writes one line a message to stderr; stdout is for the ready line alone. */
export const logToStderr: Log = (level, message, fields) => {
  const details = Object.entries(fields ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return ` ${name}=${text}`;
  });
  const line = `${message}${details.join('')}`.replaceAll(/[\r\n]+/g, ' | ');
  process.stderr.write(`${new Date().toISOString()} ${level} ${line}\n`);
};
