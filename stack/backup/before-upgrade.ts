import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { errorMessage, OperatorError } from '../errors.ts';
import type { Migration } from '../migrations/migrations.ts';
import { dump } from './dump.ts';
import { writeBackup } from './file.ts';

/** The folder in the data folder. */
export const UPGRADE_BACKUPS = 'backups';

const KEPT = 3;
// before-<first new migration>-<UTC time>.backup; a part of one was left by a start that was killed.
const NAME = /^before-(\d+)-\d{8}T\d{6}Z\.backup(\.part)?$/;

/** 20261122T100500Z: sorts as text, and is valid in every file system. */
function timestamp(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/**
 * Removes what is no longer needed: of the backups before one and the same migration the newest is
 * kept, since a start that fails is tried again and again; of those the last three.
 */
async function prune(folder: string): Promise<void> {
  const newest = new Map<string, string>();
  const old: string[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const [, migration, part] = NAME.exec(file) ?? [];
    if (migration === undefined) continue;
    if (part) {
      old.push(file);
      continue;
    }
    const earlier = newest.get(migration);
    if (earlier !== undefined) old.push(earlier);
    newest.set(migration, file);
  }
  old.push(...[...newest.values()].toSorted().slice(0, -KEPT));
  for (const file of old) await rm(join(folder, file), { force: true });
}

/**
 * Writes a backup as `npm run backup` does to `<dataDir>/backups`, readable by its owner alone, and
 * removes older ones. The caller holds the folder's lock; `client` is a superuser's.
 * @param first the first of the migrations that are about to be applied
 * @returns the file
 * @throws OperatorError if it cannot be written
 */
export async function backUpBefore(
  client: Client,
  first: Migration,
  { dataDir, mailEncryptionKey }: { dataDir: string; mailEncryptionKey: string },
): Promise<string> {
  const folder = join(dataDir, UPGRADE_BACKUPS);
  const file = join(folder, `before-${first.version}-${timestamp(new Date())}.backup`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await writeBackup(file, dump(client, mailEncryptionKey));
    await prune(folder);
  } catch (error) {
    throw new OperatorError(
      `the backup before the upgrade cannot be written to ${file}: ${errorMessage(error)}. ` +
        'Nothing was changed: make room for it and start again',
      { cause: error },
    );
  }
  return file;
}
