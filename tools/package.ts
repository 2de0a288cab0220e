import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bundleFunctions, bundlePrograms, bundleWeb } from './package/bundle.ts';
import { writeNotices } from './package/notices.ts';

/**
 * Makes `dist`, which `npm pack` puts into the tarball: the project as JavaScript with everything
 * from npm bundled in, in the folders that the stack looks for (docs/decisions/0025-package.md).
 */
const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist');

/** What is read as a file while Almanac runs. */
const FILES = ['stack/**/*.sql', 'supabase/config.toml', 'supabase/migrations/*.sql'];

await rm(target, { recursive: true, force: true });
const bundled = [
  await bundlePrograms(root, target),
  await bundleFunctions(root, target),
  await bundleWeb(root, target),
];
await writeNotices(bundled.flat(), join(target, 'THIRD-PARTY-NOTICES'));
for await (const file of glob(FILES, { cwd: root })) {
  await mkdir(dirname(join(target, file)), { recursive: true });
  await cp(join(root, file), join(target, file));
}
const { name, version }: { name: string; version: string } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
await writeFile(join(target, 'package.json'), JSON.stringify({ name, version, type: 'module' }));
