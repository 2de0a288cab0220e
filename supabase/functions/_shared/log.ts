/**
 * One JSON line to the operator. Callers pass names, ids and codes only: never a request body, a
 * password, a token or a key.
 */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: Record<string, string | number | boolean | null | undefined> = {},
): void {
  const line = JSON.stringify({ level, message, ...fields });
  if (level === 'error') console.error(line);
  else if (level === 'warn') console.warn(line);
  else console.log(line);
}

/** What may be logged of a thrown value: its kind and message, no stack, no attached response. */
export function describeError(error: unknown): { error: string } {
  return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
