import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode, errorMessage, OperatorError } from '../errors.ts';

/** A data folder that is locked until it is disposed of, or this process ends in any way. */
export type DataFolder = Disposable & { path: string };

function runningProcess(file: string): string {
  try {
    return ` (process ${readFileSync(file, 'utf8').trim()})`;
  } catch {
    // Only for the message; the lock has decided.
    return '';
  }
}

/**
 * Creates the folder if needed (mode 0700) and locks it. Node has no flock: the lock is the one that
 * SQLite takes on its file, which the kernel drops when the process dies.
 * @throws OperatorError if the folder cannot be written or another stack runs on it
 */
export function openDataFolder(path: string): DataFolder {
  const pidFile = join(path, 'gateway.pid');
  let lock: DatabaseSync;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 });
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${path} cannot be used: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (errorMessage(error).includes('locked')) {
      throw new OperatorError(`Almanac is already running on ${path}${runningProcess(pidFile)}`);
    }
    const reason = `${errorMessage(error)} (${errorCode(error) ?? 'unknown'})`;
    throw new OperatorError(`DATA_DIR ${path} cannot be locked: ${reason}`, { cause: error });
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return { path, [Symbol.dispose]: () => lock.close() };
}
