import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError } from '../errors.ts';

const RESTORE = 'into a new data folder (set DATA_DIR, npm run restore -- FILE)';

function majorOf(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new OperatorError(
      `${cluster} is no database of PostgreSQL (PG_VERSION is missing): restore a backup ${RESTORE}`,
    );
  }
}

/**
 * A cluster's files can be read by the PostgreSQL of the same major version only. Changes nothing.
 * @param major of the PostgreSQL that is installed, such as 17
 * @throws OperatorError saying how to take the data along
 */
export function requireMajor(dataDir: string, cluster: string, major: number): void {
  const made = majorOf(cluster);
  if (made === String(major)) return;
  throw new OperatorError(
    `the database in ${dataDir} was made by PostgreSQL ${made}, and this version of Almanac ` +
      `brings PostgreSQL ${major}: make a backup with the version that made it ` +
      `(npm run backup -- FILE), then restore that ${RESTORE}`,
  );
}
