/**
 * Something the operator can put right: a port in use, an unwritable folder, a faulty migration.
 * `main` prints its message as one line and exits with 1; any other error is a defect of ours.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a Node or PostgreSQL error, such as ENOENT or 57P01. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
