import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE =
  'npm run test:contract -- --url URL --publishable-key KEY --secret-key KEY [--database-url URL]';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'publishable-key': { type: 'string' },
    'secret-key': { type: 'string' },
    'database-url': { type: 'string' },
  },
});
const { url, 'publishable-key': publishableKey, 'secret-key': secretKey } = values;
if (!url || !publishableKey || !secretKey) {
  console.error(`Usage: ${USAGE}`);
  process.exit(2);
}

// tests/database looks behind the API, so it runs only where the database can be reached.
const databaseUrl = values['database-url'];
const args = ['vitest', 'run', '--project', 'integration'];
// These two start an installation of their own, and so say nothing of another one.
args.push('--exclude', 'tests/functions/{api-contract,secrets}.test.ts');
if (!databaseUrl) args.push('--exclude', 'tests/database/**');
const { status } = spawnSync('npx', args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    ALMANAC_URL: url,
    ALMANAC_PUBLISHABLE_KEY: publishableKey,
    ALMANAC_SECRET_KEY: secretKey,
    ...(databaseUrl ? { ALMANAC_DATABASE_URL: databaseUrl } : {}),
  },
});
process.exitCode = status ?? 1;
