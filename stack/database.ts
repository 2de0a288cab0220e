import { join } from 'node:path';
import type { Client } from 'pg';
import { backUpBefore, UPGRADE_BACKUPS } from './archive/before-upgrade.ts';
import type { StackContext } from './context.ts';
import { messageOf, StackFailure } from './failure.ts';
import { applyMigration, planMigrations, type MigrationPlan } from './migrations/migrations.ts';
import { startPostgres, type PostgresService } from './postgres/postgres.ts';
import { connectAsOwner, preparePlatform } from './postgres/prepare.ts';

type Place = Pick<StackContext, 'dataDir' | 'projectRoot' | 'mailEncryptionKey' | 'log'>;

async function withOwner<T>(
  { address }: PostgresService,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectAsOwner(address);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function refuseNewer({ unknown }: MigrationPlan, dataDir: string): void {
  if (unknown.length === 0) return;
  throw new StackFailure(
    `the data in ${dataDir} belongs to a newer Almanac (migration ${unknown.join(', ')}): start ` +
      'that version, or go back by restoring a backup of this version into a new data folder ' +
      '(set DATA_DIR, npm run restore -- FILE; the upgrade wrote one to ' +
      `${join(dataDir, UPGRADE_BACKUPS)})`,
  );
}

/** Looks at the database of an earlier run before anything is changed; the backup, if one was made. */
async function beforeChanges(
  client: Client,
  folder: string,
  { dataDir, mailEncryptionKey, log }: Place,
): Promise<{ plan: MigrationPlan; backup: string | undefined }> {
  const plan = await planMigrations(client, folder, log);
  refuseNewer(plan, dataDir);
  const [first] = plan.pending;
  if (!first || plan.applied.length === 0) return { plan, backup: undefined };
  const backup = await backUpBefore(client, first, { dataDir, mailEncryptionKey });
  log('info', `backed up to ${backup} before the upgrade`);
  return { plan, backup };
}

/** Says with a failure of the upgrade where the backup is. */
async function withBackup<T>(backup: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!backup) throw error;
    throw new StackFailure(
      `${messageOf(error)} (the backup from before the upgrade is ${backup})`,
      { cause: error },
    );
  }
}

/**
 * Starts the database of a data folder and brings it up to date: the platform's schemas, then the
 * project's migrations, each in a transaction. A database that has migrations already is backed up
 * before it gets more (docs/decisions/0023-upgrades.md).
 * @throws StackFailure with what to do: the data of another PostgreSQL or of a newer Almanac, with
 *   nothing changed; a backup that cannot be written, with nothing changed; a migration that fails,
 *   with those before it applied
 */
export async function openDatabase(place: Place, password: string): Promise<PostgresService> {
  const { dataDir, projectRoot, log } = place;
  const folder = join(projectRoot, 'supabase/migrations');
  const postgres = await startPostgres({ dataDir, password, log });
  try {
    const { plan, backup } = await withOwner(postgres, async (client) => {
      const found = await beforeChanges(client, folder, place);
      await withBackup(found.backup, () => preparePlatform(client, password));
      return found;
    });
    // A new session, since roles.sql sets the database's own search_path and time zone.
    await withOwner(postgres, async (client) => {
      for (const migration of plan.pending) {
        await withBackup(backup, () => applyMigration(client, folder, migration));
        log('info', `applied ${migration.file}`);
      }
    });
    return postgres;
  } catch (error) {
    await postgres.close();
    throw error;
  }
}
