import { errorCode, OperatorError } from '../../stack/errors.ts';
import { BackupError } from '../../stack/backup/format.ts';

/** System errors about files and connections, whose message says enough to their reader. */
const PLAIN = /^E[A-Z]+$/;

/** One line for what the operator can put right, the whole story of anything else. */
function describe(error: unknown): string {
  if (error instanceof BackupError || error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = errorCode(error) ?? '';
  if (PLAIN.test(code)) return error.message || code;
  // SQLSTATE: what PostgreSQL said, without our stack.
  if (/^[0-9A-Z]{5}$/.test(code)) return `the database refused: ${error.message} (${code})`;
  return error.stack ?? error.message;
}

/** Runs a command of the command line; its failure is one line and the exit code 1. */
export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`almanac: ${describe(error)}`);
    process.exitCode = 1;
  }
}
