import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
export async function writeNotices(modules: readonly string[], file: string): Promise<void> {
  const folders = new Set(modules.map(packageFolder));
  const notices = [...folders].filter((folder) => existsSync(join(folder, 'package.json')));
  const text = notices.toSorted().map(notice).join(`\n\n${RULE}\n\n`);
  await writeFile(file, `Almanac contains these packages.\n\n${RULE}\n\n${text}\n`);
}
