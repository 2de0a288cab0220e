import { readStored, writeStored } from './storage.ts';

/** Milliseconds that somebody who leaves waits until what is theirs is removed. */
const PATIENCE = 2000;

/** The name of a person's database in a browser. */
export function databaseName(userId: string): string {
  return `almanac-${userId}`;
}

/** Whose databases are to be removed and may still be there. */
function leftOnes(): string[] {
  return (readStored('leftDatabases') ?? '').split(' ').filter((userId) => userId !== '');
}

function writeLeft(userIds: readonly string[]): void {
  writeStored('leftDatabases', userIds.length > 0 ? userIds.join(' ') : null);
}

function gone(userId: string): Promise<void> {
  const request = indexedDB.deleteDatabase(databaseName(userId));
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

/**
 * Removes a person's database from this browser. Resolves when it is gone, and at the latest after
 * two seconds: where a tab that sleeps has it open, it goes with that tab or with the next start of
 * the app.
 */
export async function removeDatabase(userId: string): Promise<void> {
  writeLeft([...new Set([...leftOnes(), userId])]);
  const removal = async () => {
    try {
      await gone(userId);
      writeLeft(leftOnes().filter((one) => one !== userId));
    } catch (error) {
      console.error('A copy on this device could not be removed; it is tried again.', error);
    }
  };
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([removal(), late]);
}

/**
 * Removes what could not be removed before. Asked for before a database is opened, which then comes
 * after the removal.
 */
export function removeLeftDatabases(): void {
  for (const userId of leftOnes()) void removeDatabase(userId);
}
