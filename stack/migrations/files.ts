import { readdir } from 'node:fs/promises';
import type { Log } from '../context.ts';
import { codeOf } from '../failure.ts';

/** A migration as its file names it. */
export type Migration = { version: string; name: string; file: string };

/** The migrations of a folder in the order of their versions; none if there is no such folder. */
export async function listMigrations(
  folder: string,
  log: Log = () => undefined,
): Promise<Migration[]> {
  let files: string[];
  try {
    files = await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  return files.toSorted().flatMap((file) => {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    if (version && name !== undefined) return [{ version, name, file }];
    if (file.endsWith('.sql')) log('warn', `${file} is no migration: <number>_<name>.sql`);
    return [];
  });
}
