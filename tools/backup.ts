import { parseArgs } from 'node:util';
import { run } from './archive/command.ts';
import { dump } from '../stack/archive/dump.ts';
import { writeArchive } from '../stack/archive/file.ts';
import { dataDirectory, readInstallation } from './archive/installation.ts';
import { ArchiveError } from '../stack/archive/format.ts';

const USAGE = `Writes everything that people have entered, and their accounts, into one file.

  npm run backup -- FILE        DATA_DIR as for npm start; Almanac may run meanwhile
  npm run --silent backup -- -  to the standard output

Keep the file as safe as the data folder: it holds the hashes of the passwords and the key of the
mail password. npm run restore brings it back.`;

await run(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new ArchiveError(`the file is missing\n\n${USAGE}`);
  const dataDir = dataDirectory();
  await readInstallation(dataDir, (client, mailEncryptionKey) =>
    writeArchive(file, dump(client, mailEncryptionKey)),
  );
  console.error(`backed up ${dataDir} to ${file === '-' ? 'the standard output' : file}`);
});
