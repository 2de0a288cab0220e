import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { openDataFolder } from '../../stack/config/data-folder.ts';
import { readEnvironment } from '../../stack/config/environment.ts';
import { loadSecrets, saveSecrets, type Secrets } from '../../stack/config/secrets.ts';
import type { Log } from '../../stack/context.ts';
import { errorCode } from '../../stack/errors.ts';
import {
  appliedMigrations,
  applyMigration,
  applyMigrations,
  listMigrations,
  planMigrations,
} from '../../stack/migrations/migrations.ts';
import { startPostgres } from '../../stack/postgres/postgres.ts';
import { readPostmaster } from '../../stack/postgres/postmaster.ts';
import {
  connectAsOwner,
  disposable,
  preparePlatform,
  type DisposableClient,
} from '../../stack/postgres/prepare.ts';
import { BackupError, type Header } from '../../stack/backup/format.ts';

export const MIGRATIONS = resolve(import.meta.dirname, '../../supabase/migrations');

/** DATA_DIR as the stack understands it; absolute. */
export function dataDirectory(): string {
  return readEnvironment({ DATA_DIR: process.env.DATA_DIR }).dataDir;
}

/** What the stack says at its start and end is not for somebody who makes a backup. */
const quiet: Log = (level, message, fields) => {
  if (level === 'error') console.error(message, fields?.['reason'] ?? '');
};

type OwnDatabase = AsyncDisposable & {
  connect(): Promise<DisposableClient>;
  secrets: Secrets;
};

/** Starts the database of a data folder for a tool; nobody else can use the folder meanwhile. */
async function startOwnDatabase(dataDir: string): Promise<OwnDatabase> {
  await using started = new AsyncDisposableStack();
  started.use(openDataFolder(dataDir));
  const secrets = await loadSecrets(dataDir);
  const password = secrets.databasePassword;
  const postgres = started.use(await startPostgres({ dataDir, password, log: quiet }));
  const running = started.move();
  return {
    connect: () => connectAsOwner(postgres.address),
    secrets,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Connects to the database of a running installation; undefined if none answers. */
async function connectToRunning(
  port: number,
  password: string,
): Promise<DisposableClient | undefined> {
  const client = disposable(
    new Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password,
      database: 'postgres',
      application_name: 'almanac backup',
    }),
  );
  try {
    await client.connect();
  } catch (error) {
    // The pid file of a database that was killed: nothing runs, so it can be started.
    if (errorCode(error) === 'ECONNREFUSED') return undefined;
    throw error;
  }
  return client;
}

/**
 * Runs `read` on the database of an installation, beside the stack if that runs.
 * @throws BackupError if there is none
 */
export async function readInstallation<T>(
  dataDir: string,
  read: (client: Client, mailEncryptionKey: string) => Promise<T>,
): Promise<T> {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(join(dataDir, 'secrets.json')) || !existsSync(cluster)) {
    throw new BackupError(
      `there is no installation in ${dataDir}: set DATA_DIR to its data folder`,
    );
  }
  const running = readPostmaster(cluster);
  if (running?.ready) {
    const { databasePassword, mailEncryptionKey } = await loadSecrets(dataDir);
    await using client = await connectToRunning(running.port, databasePassword);
    if (client) return await read(client, mailEncryptionKey);
  }
  await using database = await startOwnDatabase(dataDir);
  await using client = await database.connect();
  return await read(client, database.secrets.mailEncryptionKey);
}

/** A backup of a newer Almanac has tables that this one does not understand. */
export async function refuseNewer({ migrations }: Header): Promise<void> {
  const known = new Set((await listMigrations(MIGRATIONS)).map(({ version }) => version));
  const unknown = migrations.filter((version) => !known.has(version));
  if (unknown.length > 0) {
    throw new BackupError(
      `the backup was made by a newer Almanac (migration ${unknown.join(', ')}): update this one first`,
    );
  }
}

/** Applies exactly the migrations of the backup, which may be older than this Almanac. */
async function applyMigrationsOf(header: Header, client: Client): Promise<void> {
  const { pending } = await planMigrations(client, MIGRATIONS, quiet);
  for (const migration of pending) {
    if (!header.migrations.includes(migration.version)) continue;
    await applyMigration(client, MIGRATIONS, migration);
  }
}

/**
 * Makes the installation of a data folder what it was at the time of the backup, without any rows,
 * lets `load` bring those back, and then applies the migrations since.
 * @throws OperatorError if Almanac runs on the folder; BackupError if its tables are newer
 */
export async function fillInstallation<T>(
  dataDir: string,
  header: Header,
  load: (client: Client, beforeCommit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  await using database = await startOwnDatabase(dataDir);
  const { connect, secrets } = database;
  {
    await using client = await connect();
    await preparePlatform(client, secrets.databasePassword);
  }
  // A new session, since roles.sql sets the database's own search_path and time zone.
  await using client = await connect();
  await applyMigrationsOf(header, client);
  const newer = (await appliedMigrations(client)).filter(
    (version) => !header.migrations.includes(version),
  );
  if (newer.length > 0) {
    throw new BackupError(
      `the backup is older than the tables in ${dataDir}: restore it into a new data folder (set DATA_DIR)`,
    );
  }
  const result = await load(client, () =>
    // Nothing here was encrypted with the key that goes: the installation is empty.
    saveSecrets(dataDir, { ...secrets, mailEncryptionKey: header.mailEncryptionKey }),
  );
  await applyMigrations(client, MIGRATIONS, quiet);
  return result;
}
