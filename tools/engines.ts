import { join } from 'node:path';
import { PROGRAM } from '../stack/testing.ts';
import { runIntegration, runTests, writeColumns } from './engines/compare.ts';
import { DIFFERENCES } from './engines/differences.ts';

// `GOTRUE=/path npm run test:engines` (docs/engines.md): the tests with Supabase's own services in the
// place of the stack's.
const { GOTRUE, POSTGREST } = process.env;
if (!GOTRUE && !POSTGREST) {
  console.error('Neither GOTRUE nor POSTGREST is set: the path of a binary');
  process.exit(2);
}

/** The browser's tests that are about accounts and sessions. */
const BROWSER = [
  'account-full',
  'admin',
  'auth',
  'exposed',
  'offline-session',
  'other-person',
  'recovery',
  'registration',
  'settings-account',
  'settings-s',
].map((name) => `web/e2e/${name}`);

const env = {
  [PROGRAM]: join(import.meta.dirname, 'engines/stack.ts'),
  // Of what one address may ask for in five minutes all tests together need more; how GoTrue counts
  // is in tools/engines/gotrue.test.ts.
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '1000000',
};

const results: boolean[] = [];
if (GOTRUE) {
  await writeColumns(GOTRUE);
  const files = ['stack/auth/columns.test.ts', 'tools/backup/move.test.ts', 'tools/engines'];
  results.push(runTests(['vitest', 'run', '--project', 'stack', ...files]));
}
results.push(await runIntegration(GOTRUE ? DIFFERENCES.gotrue : {}, env));
results.push(runTests(['playwright', 'test', ...(GOTRUE ? BROWSER : [])], env));
process.exitCode = results.every(Boolean) ? 0 : 1;
