import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Where a run's tests find what a start leaves in an empty folder (`makeTestData`), which they copy
 * because making it takes four seconds: that of a whole stack, and that of a database with the
 * platform's roles and schemas.
 */
export const TEST_DATA = {
  stack: 'ALMANAC_TEST_STACK',
  database: 'ALMANAC_TEST_DATABASE',
} as const;

/** An empty folder below the system's temporary one, for one test's data. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'almanac-test-'));
}

/** A folder with a copy of what was made for the run; empty where nothing was. */
export async function copyTestData(kind: keyof typeof TEST_DATA): Promise<string> {
  const folder = await makeFolder();
  const original = process.env[TEST_DATA[kind]];
  // `cp` keeps the owner, whom the database may have got from root.
  if (original) await run('cp', ['-a', `${original}/.`, folder]);
  return folder;
}
