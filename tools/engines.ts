import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../stack/config/config.ts';
import { connectAsOwner } from '../stack/postgres/prepare.ts';
import { authColumns } from '../stack/auth/columns.ts';
import { startTestDatabase } from '../stack/testing.ts';
import { generateSigningKey } from '../stack/tokens/signing-key.ts';
import { migrate, versionOf } from './engines/gotrue.ts';

// `GOTRUE=/path npm run test:engines` (docs/engines.md): writes down what the tables of stack/auth are
// in that GoTrue, compares them, and moves an installation into a database that it has prepared.
const program = process.env['GOTRUE'];
if (!program) {
  console.error('GOTRUE is not set: the path of a GoTrue binary');
  process.exit(2);
}
const project = join(import.meta.dirname, '..');
await using database = await startTestDatabase([]);
await using owner = await connectAsOwner(database.address);
await owner.query('create schema if not exists auth authorization supabase_auth_admin');
await owner.query('alter role supabase_auth_admin set search_path = auth');
const { host, port, password, name } = database.address;
await migrate({
  program,
  databaseUrl: `postgres://supabase_auth_admin:${encodeURIComponent(password)}@${host}:${port}/${name}`,
  jwtSecret: 'a-test-secret-with-at-least-32-characters',
  signingKey: generateSigningKey(),
  config: await loadConfig(join(project, 'supabase/config.toml')),
  siteUrl: 'http://localhost:3000',
});
const columns = await authColumns(owner);
const file = join(project, 'stack/auth/gotrue-columns.json');
const content = { version: await versionOf(program), columns };
await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
console.log(`wrote ${Object.keys(columns).length} columns of GoTrue ${content.version} to ${file}`);

const tests = ['stack/auth/columns.test.ts', 'tools/backup/move.test.ts'];
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'stack', ...tests], {
  cwd: project,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
