import { parseArgs } from 'node:util';
import { run } from './backup/command.ts';
import { dump } from '../stack/backup/dump.ts';
import { writeBackup } from '../stack/backup/file.ts';
import { dataDirectory, readInstallation } from './backup/installation.ts';
import { BackupError } from '../stack/backup/format.ts';

const USAGE = `Writes everything that people have entered, and their accounts, into one file.

  npm run backup -- FILE        DATA_DIR as for npm start; Almanac may run meanwhile
  npm run --silent backup -- -  to the standard output

Keep the file as safe as the data folder: it holds the hashes of the passwords and the key of the
mail password. npm run restore brings it back.`;

await run(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new BackupError(`the file is missing\n\n${USAGE}`);
  const dataDir = dataDirectory();
  await readInstallation(dataDir, (client, mailEncryptionKey) =>
    writeBackup(file, dump(client, mailEncryptionKey)),
  );
  console.error(`backed up ${dataDir} to ${file === '-' ? 'the standard output' : file}`);
});
