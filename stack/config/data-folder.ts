import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf, messageOf, StackFailure } from '../failure.ts';

/** A data folder that is ours until `release` or the end of this process, however it ends. */
export type DataFolder = { path: string; release(): void };

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
 * @throws StackFailure if the folder cannot be written or another stack runs on it
 */
export function openDataFolder(path: string): DataFolder {
  const pidFile = join(path, 'gateway.pid');
  let lock: DatabaseSync;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 });
  } catch (error) {
    throw new StackFailure(`DATA_DIR ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (messageOf(error).includes('locked')) {
      throw new StackFailure(`Almanac is already running on ${path}${runningProcess(pidFile)}`);
    }
    const reason = `${messageOf(error)} (${codeOf(error) ?? 'unknown'})`;
    throw new StackFailure(`DATA_DIR ${path} cannot be locked: ${reason}`, { cause: error });
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return { path, release: () => lock.close() };
}
