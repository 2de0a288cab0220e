import { readFileSync } from 'node:fs';
import { logToStderr } from '../log.ts';
import { startPostgres } from './postgres.ts';

// Started by identity.test.ts as different people: starts a database on the folder that is its
// argument, and once more, and says as whom each ran.
const [, , dataDir = ''] = process.argv;
for (const start of ['first', 'second']) {
  const postgres = await startPostgres({
    dataDir,
    password: 'of-the-probe',
    log: logToStderr('text'),
  });
  const status = readFileSync(`/proc/${postgres.processId()}/status`, 'utf8');
  const [, uid] = /^Uid:\s+(\d+)/m.exec(status) ?? [];
  const [, capabilities] = /^CapEff:\s+(\w+)/m.exec(status) ?? [];
  process.stdout.write(`${start} uid ${uid} capabilities ${capabilities}\n`);
  await postgres.close();
}
