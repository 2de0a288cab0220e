import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { authColumns } from '../../stack/auth/columns.ts';
import { connectAsOwner } from '../../stack/postgres/prepare.ts';
import { startTestDatabase } from '../../stack/testing.ts';
import { migrate, versionOf } from './gotrue.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** Writes down every column of GoTrue's tables, as its own migrations make them. */
export async function writeColumns(program: string): Promise<void> {
  await using database = await startTestDatabase([]);
  await using owner = await connectAsOwner(database.address);
  await owner.query('create schema if not exists auth authorization supabase_auth_admin');
  await owner.query('alter role supabase_auth_admin set search_path = auth');
  await migrate(program, database.address.connection('supabase_auth_admin'));
  const columns = await authColumns(owner);
  const file = join(PROJECT, 'stack/auth/gotrue-columns.json');
  const content = { version: await versionOf(program), columns };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(
    `wrote ${Object.keys(columns).length} columns of GoTrue ${content.version} to ${file}`,
  );
}

/** Runs tests of one kind; answers whether all passed. */
export function runTests(command: string[], env: Record<string, string> = {}): boolean {
  const options = { cwd: PROJECT, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  return spawnSync('npx', command, options).status === 0;
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

/**
 * Runs the integration tests; answers whether the tests that failed are those of `known`, by their
 * names, and no others.
 */
export async function runIntegration(
  known: Record<string, string>,
  env: Record<string, string>,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-engines-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  runTests(['vitest', 'run', '--project', 'integration', ...reporters], env);
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  await rm(folder, { recursive: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) =>
    tests.filter((one) => one.status === status).map(({ title }) => title);
  const failed = named('failed');
  // A file whose set-up failed has no failed test in it.
  const broken = testResults.filter(({ message }) => message !== '').map(({ name }) => name);
  const unexpected = [...broken, ...failed.filter((title) => !(title in known))];
  const stale = named('passed').filter((title) => title in known);
  for (const title of failed) if (known[title]) console.log(`differs: ${title}: ${known[title]}`);
  for (const title of unexpected) console.error(`FAILED: ${title}`);
  for (const title of stale) console.error(`FAILED: does not differ any more: ${title}`);
  console.log(`${named('passed').length} passed, ${failed.length} failed`);
  return unexpected.length === 0 && stale.length === 0;
}
