import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { startTestStack } from '../stack/testing.ts';

const root = resolve(import.meta.dirname, '..');
const target = resolve(root, 'web/src/db/database.types.ts');
const bin = (name: string) => resolve(root, 'node_modules/.bin', name);

/** The types of schema `public` as the Supabase CLI makes them from a freshly migrated database. */
async function generate(): Promise<string> {
  const stack = await startTestStack();
  try {
    return execFileSync(
      bin('supabase'),
      ['gen', 'types', 'typescript', '--schema', 'public', '--db-url', stack.databaseUrl],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    );
  } finally {
    await stack.stop();
  }
}

const types = await generate();
if (!process.argv.includes('--check')) {
  writeFileSync(target, types);
  console.log(`wrote ${target}`);
} else if (readFileSync(target, 'utf8') !== types) {
  console.error('web/src/db/database.types.ts is not what the migrations give: npm run db:types');
  process.exitCode = 1;
}
