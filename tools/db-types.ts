import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyMigrations } from '../stack/migrations/migrations.ts';
import { connectAsOwner } from '../stack/postgres/prepare.ts';
import { startTestDatabase } from '../stack/testing.ts';

const root = resolve(import.meta.dirname, '..');
const target = resolve(root, 'web/src/db/database.types.ts');
const bin = (name: string) => resolve(root, 'node_modules/.bin', name);

/** The types of schema `public` as the Supabase CLI makes them from a freshly migrated database. */
async function generate(): Promise<string> {
  await using database = await startTestDatabase();
  const { host, port, password, name } = database.address;
  {
    await using owner = await connectAsOwner(database.address);
    await applyMigrations(owner, resolve(root, 'supabase/migrations'), () => undefined);
  }
  const url = `postgresql://postgres:${encodeURIComponent(password)}@${host}:${port}/${name}`;
  const args = ['gen', 'types', 'typescript', '--schema', 'public', '--db-url', url];
  const types = execFileSync(bin('supabase'), args, {
    encoding: 'utf8',
    // The database is on loopback; without this the CLI prints a warning among the types.
    env: { ...process.env, PGSSLMODE: 'disable' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return execFileSync(bin('oxfmt'), ['--stdin-filepath', target], {
    encoding: 'utf8',
    input: types,
  });
}

const types = await generate();
if (!process.argv.includes('--check')) {
  writeFileSync(target, types);
  console.log(`wrote ${target}`);
} else if (readFileSync(target, 'utf8') !== types) {
  console.error('web/src/db/database.types.ts is not what the migrations give: npm run db:types');
  process.exitCode = 1;
}
