import { parseArgs } from 'node:util';
import { run } from './backup/command.ts';
import { openBackup } from '../stack/backup/file.ts';
import { BackupError } from '../stack/backup/format.ts';
import { dataDirectory, fillInstallation, refuseNewer } from './backup/installation.ts';
import { load } from './backup/load.ts';

const USAGE = `Brings a backup back into an empty installation.

  npm run restore -- FILE     DATA_DIR as for npm start: a new folder, or one nobody has registered in

Stop Almanac first. Everybody signs in again, with the same password.`;

await run(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new BackupError(`the file is missing\n\n${USAGE}`);
  const dataDir = dataDirectory();
  const { header, reader } = await openBackup(file);
  await refuseNewer(header);
  const { tables, rows } = await fillInstallation(dataDir, header, (client, beforeCommit) =>
    load(client, reader, beforeCommit),
  );
  console.log(
    `restored ${rows} rows of ${tables} tables, as of ${header.createdAt}, to ${dataDir}`,
  );
  console.log('Start Almanac with npm start; everybody signs in again.');
});
