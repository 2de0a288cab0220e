import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bundleFunctions, bundlePrograms, bundleWeb } from './package/bundle.ts';

/**
 * Makes `dist`, which `npm pack` puts into the tarball: the project as JavaScript with everything
 * from npm bundled in, in the folders that the stack looks for (docs/decisions/0025-package.md).
 */
const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist');

/** What is read as a file while Almanac runs. */
const FILES = ['stack/**/*.sql', 'supabase/config.toml', 'supabase/migrations/*.sql'];

const RULE = '-'.repeat(78);

/** The folder of the package that a module is in: .../node_modules/NAME or .../@SCOPE/NAME. */
function packageFolder(module: string): string {
  const [folder] = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module.replace(/^\0/, '')) ?? [];
  if (!folder) throw new Error(`${module} is in no package`);
  return folder;
}

function notice(folder: string): string {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const texts = readdirSync(folder)
    .filter((file) => /^(un)?licen[sc]e|^notice|^copying/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** Writes the licence texts of the packages that the modules are from, as their licences ask for. */
async function writeNotices(modules: readonly string[], file: string): Promise<void> {
  const folders = new Set(modules.map(packageFolder));
  const notices = [...folders].filter((folder) => existsSync(join(folder, 'package.json')));
  const text = notices.toSorted().map(notice).join(`\n\n${RULE}\n\n`);
  await writeFile(file, `Almanac contains these packages.\n\n${RULE}\n\n${text}\n`);
}

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
