import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { run } from './backup/command.ts';
import { dump } from '../stack/backup/dump.ts';
import { openBackup } from '../stack/backup/file.ts';
import { BackupError, BackupReader, type Header, parseHeader } from '../stack/backup/format.ts';
import { dataDirectory, readInstallation, refuseNewer } from './backup/installation.ts';
import { load } from './backup/load.ts';
import { connectTo, requireSameTables } from './backup/supabase.ts';

const USAGE = `Loads this installation into a Supabase database, where people then sign in with the same passwords.

  npm run move -- --db-url postgresql://postgres:PASSWORD@HOST:5432/postgres
  npm run move -- --db-url … --from FILE     a backup instead of the installation in DATA_DIR

Before: npx supabase db push --remote=… (the tables), and stop Almanac, so that nothing is written
after the copy. A server that is not on this machine is spoken to by TLS; add ?sslmode=verify-full
to check its certificate, or ?sslmode=disable to do without.`;

async function headerOf(reader: BackupReader): Promise<Header> {
  return parseHeader((await reader.line()) ?? '');
}

async function move(target: Client, header: Header, reader: BackupReader): Promise<void> {
  await refuseNewer(header);
  await requireSameTables(target, header);
  const { tables, rows } = await load(target, reader);
  console.log(`moved ${rows} rows of ${tables} tables, as of ${header.createdAt}`);
}

await run(async () => {
  const { values } = parseArgs({
    options: { 'db-url': { type: 'string' }, from: { type: 'string' } },
  });
  const { 'db-url': url, from } = values;
  if (!url) throw new BackupError(`--db-url is missing\n\n${USAGE}`);
  {
    await using target = await connectTo(url);
    if (from !== undefined) {
      const { header, reader } = await openBackup(from);
      await move(target, header, reader);
    } else {
      await readInstallation(dataDirectory(), async (source, mailEncryptionKey) => {
        // After a refusal the rest of a table is still on its way: disposing of it stops that.
        await using chunks = dump(source, mailEncryptionKey);
        const reader = new BackupReader(chunks);
        await move(target, await headerOf(reader), reader);
      });
    }
  }
  console.log(
    'If outgoing mail was set up: give the functions the MAIL_ENCRYPTION_KEY of this installation ' +
      '(mailEncryptionKey in secrets.json), or enter the mail password again. ' +
      'Everybody signs in again, with the same password.',
  );
});
