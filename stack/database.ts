import { join } from 'node:path';
import { backUpBefore, UPGRADE_BACKUPS } from './backup/before-upgrade.ts';
import type { Client } from 'pg';
import type { DatabaseAddress, Log, StackContext } from './context.ts';
import { errorMessage, OperatorError } from './errors.ts';
import {
  applyMigration,
  planMigrations,
  type Migration,
  type MigrationPlan,
} from './migrations/migrations.ts';
import { startPostgres, type PostgresService } from './postgres/postgres.ts';
import { connectAsOwner } from './postgres/prepare.ts';

/** Lays Supabase's roles and schemas under the project's migrations, at every start. */
export type PreparePlatform = (client: Client, address: DatabaseAddress) => Promise<void>;

type DatabaseOptions = Pick<StackContext, 'dataDir' | 'projectRoot' | 'mailEncryptionKey' | 'log'>;

function assertNotNewer({ unknown }: MigrationPlan, dataDir: string): void {
  if (unknown.length === 0) return;
  throw new OperatorError(
    `the data in ${dataDir} belongs to a newer Almanac (migration ${unknown.join(', ')}): start ` +
      'that version, or go back by restoring a backup of this version into a new data folder ' +
      '(set DATA_DIR, npm run restore -- FILE; the upgrade wrote one to ' +
      `${join(dataDir, UPGRADE_BACKUPS)})`,
  );
}

/** Adds to the error of a failed upgrade where the backup is. */
async function withBackup<T>(backup: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!backup) throw error;
    throw new OperatorError(
      `${errorMessage(error)} (the backup from before the upgrade is ${backup})`,
      { cause: error },
    );
  }
}

type Upgrade = { folder: string; pending: Migration[]; backup: string | undefined };

/** Checks the database of an earlier run, backs it up before an upgrade, and applies the platform. */
async function prepareUpgrade(
  { address }: PostgresService,
  { dataDir, projectRoot, mailEncryptionKey, log }: DatabaseOptions,
  preparePlatform: PreparePlatform,
): Promise<Upgrade> {
  await using client = await connectAsOwner(address);
  const folder = join(projectRoot, 'supabase/migrations');
  const plan = await planMigrations(client, folder, log);
  assertNotNewer(plan, dataDir);
  const { pending, applied } = plan;
  const [first] = pending;
  let backup: string | undefined;
  if (first && applied.length > 0) {
    backup = await backUpBefore(client, first, { dataDir, mailEncryptionKey });
    log('info', `backed up to ${backup} before the upgrade`);
  }
  await withBackup(backup, () => preparePlatform(client, address));
  return { folder, pending, backup };
}

async function applyPending(
  { address }: PostgresService,
  { folder, pending, backup }: Upgrade,
  log: Log,
): Promise<void> {
  // A new session, since roles.sql sets the database's own search_path and time zone.
  await using client = await connectAsOwner(address);
  for (const migration of pending) {
    await withBackup(backup, () => applyMigration(client, folder, migration));
    log('info', `applied ${migration.file}`);
  }
}

/**
 * Starts the database of a data folder and brings it up to date: the platform's schemas, then the
 * project's migrations, each in a transaction. A database that has migrations already is backed up
 * before it gets more (docs/decisions/0023-upgrades.md).
 * @throws OperatorError with what to do: the data of another PostgreSQL or of a newer Almanac, with
 *   nothing changed; a backup that cannot be written, with nothing changed; a migration that fails,
 *   with those before it applied
 */
export async function openDatabase(
  options: DatabaseOptions,
  password: string,
  preparePlatform: PreparePlatform,
): Promise<PostgresService> {
  const { dataDir, log } = options;
  await using started = new AsyncDisposableStack();
  const postgres = started.use(await startPostgres({ dataDir, password, log }));
  const upgrade = await prepareUpgrade(postgres, options, preparePlatform);
  await applyPending(postgres, upgrade, log);
  started.move();
  return postgres;
}
