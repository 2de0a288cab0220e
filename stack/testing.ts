import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from './context.ts';
import { startPostgres } from './postgres/postgres.ts';
import { connectAsOwner, preparePlatform } from './postgres/prepare.ts';

/** A folder for one test's data, below the system's temporary folder. */
function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'almanac-test-'));
}

/**
 * A throw-away database with the platform's roles and the given schema files (absolute paths; by
 * default those of auth and realtime), for tests of one service.
 */
export async function startTestDatabase(
  schemas?: readonly string[],
): Promise<{ address: DatabaseAddress; stop(): Promise<void> }> {
  const dataDir = await makeDataDir();
  const password = randomBytes(16).toString('hex');
  const postgres = await startPostgres({ dataDir, password, log: () => undefined });
  const owner = await connectAsOwner(postgres.address);
  await preparePlatform(owner, password, schemas);
  await owner.end();
  return {
    address: postgres.address,
    async stop() {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
