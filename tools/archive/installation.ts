import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { openDataFolder } from '../../stack/config/data-folder.ts';
import { readEnvironment } from '../../stack/config/environment.ts';
import { loadSecrets, saveSecrets, type Secrets } from '../../stack/config/secrets.ts';
import type { Log } from '../../stack/context.ts';
import { appliedMigrations } from '../../stack/migrations/applied.ts';
import { listMigrations } from '../../stack/migrations/files.ts';
import {
  applyMigration,
  applyMigrations,
  planMigrations,
} from '../../stack/migrations/migrations.ts';
import { startPostgres } from '../../stack/postgres/postgres.ts';
import { readPostmaster } from '../../stack/postgres/postmaster.ts';
import { connectAsOwner, preparePlatform } from '../../stack/postgres/prepare.ts';
import { ArchiveError, type Header } from '../../stack/archive/format.ts';

export const MIGRATIONS = resolve(import.meta.dirname, '../../supabase/migrations');

/** DATA_DIR as the stack understands it; absolute. */
export function dataDirectory(): string {
  return readEnvironment({ DATA_DIR: process.env.DATA_DIR }).dataDir;
}

/** What the stack says at its start and end is not for somebody who makes a backup. */
const quiet: Log = (level, message, fields) => {
  if (level === 'error') console.error(message, fields?.['reason'] ?? '');
};

async function withClient<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  // Without a listener a lost connection would end the process; the query under way tells it too.
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts the database of a data folder for as long as `work` takes; nobody else can meanwhile. */
async function withOwnDatabase<T>(
  dataDir: string,
  work: (connect: () => Promise<Client>, secrets: Secrets) => Promise<T>,
): Promise<T> {
  const folder = openDataFolder(dataDir);
  try {
    const secrets = await loadSecrets(dataDir);
    const password = secrets.databasePassword;
    const postgres = await startPostgres({ dataDir, password, log: quiet });
    try {
      return await work(() => connectAsOwner(postgres.address), secrets);
    } finally {
      await postgres.close();
    }
  } finally {
    folder.release();
  }
}

/**
 * Runs `read` on the database of an installation, by the stack's side if it runs.
 * @throws ArchiveError if there is none
 */
export async function readInstallation<T>(
  dataDir: string,
  read: (client: Client, mailEncryptionKey: string) => Promise<T>,
): Promise<T> {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(join(dataDir, 'secrets.json')) || !existsSync(cluster)) {
    throw new ArchiveError(
      `there is no installation in ${dataDir}: set DATA_DIR to its data folder`,
    );
  }
  const running = readPostmaster(cluster);
  if (running?.ready) {
    const { databasePassword, mailEncryptionKey } = await loadSecrets(dataDir);
    const client = new Client({
      host: '127.0.0.1',
      port: running.port,
      user: 'postgres',
      password: databasePassword,
      database: 'postgres',
      application_name: 'almanac backup',
    });
    const answers = await client.connect().then(
      () => true,
      // The pid file of a database that was killed: nothing runs, so it can be started.
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')
          return false;
        throw error;
      },
    );
    if (answers) return withClient(client, (connected) => read(connected, mailEncryptionKey));
  }
  return withOwnDatabase(dataDir, async (connect, { mailEncryptionKey }) =>
    withClient(await connect(), (client) => read(client, mailEncryptionKey)),
  );
}

/** A backup of a newer Almanac has tables that this one does not understand. */
export async function refuseNewer({ migrations }: Header): Promise<void> {
  const known = new Set((await listMigrations(MIGRATIONS)).map(({ version }) => version));
  const unknown = migrations.filter((version) => !known.has(version));
  if (unknown.length > 0) {
    throw new ArchiveError(
      `the backup was made by a newer Almanac (migration ${unknown.join(', ')}): update this one first`,
    );
  }
}

/** Applies exactly the migrations of the backup, which may be older than this Almanac. */
async function applyAsThen(connect: () => Promise<Client>, header: Header): Promise<void> {
  await withClient(await connect(), async (client) => {
    const { pending } = await planMigrations(client, MIGRATIONS, quiet);
    for (const migration of pending) {
      if (!header.migrations.includes(migration.version)) continue;
      await applyMigration(client, MIGRATIONS, migration);
    }
  });
}

/**
 * Makes the installation of a data folder what it was at the time of the backup, without any rows,
 * lets `load` bring those back, and then applies the migrations since.
 * @throws StackFailure if Almanac runs on the folder; ArchiveError if its tables are newer
 */
export async function fillInstallation<T>(
  dataDir: string,
  header: Header,
  load: (client: Client, beforeCommit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return withOwnDatabase(dataDir, async (connect, secrets) => {
    await withClient(await connect(), (client) =>
      preparePlatform(client, secrets.databasePassword),
    );
    await applyAsThen(connect, header);
    const result = await withClient(await connect(), async (client) => {
      const newer = (await appliedMigrations(client)).filter(
        (version) => !header.migrations.includes(version),
      );
      if (newer.length > 0) {
        throw new ArchiveError(
          `the backup is older than the tables in ${dataDir}: restore it into a new data folder (set DATA_DIR)`,
        );
      }
      return load(client, () =>
        // Nothing here was encrypted with the key that goes: the installation is empty.
        saveSecrets(dataDir, { ...secrets, mailEncryptionKey: header.mailEncryptionKey }),
      );
    });
    await withClient(await connect(), (client) => applyMigrations(client, MIGRATIONS, quiet));
    return result;
  });
}
