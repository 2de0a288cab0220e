import { Client } from 'pg';
import { errorCode } from '../../stack/errors.ts';
import { BackupError, type Header } from '../../stack/backup/format.ts';
import { disposable, type DisposableClient } from '../../stack/postgres/prepare.ts';
import { MIGRATIONS } from './installation.ts';
import { appliedMigrations, listMigrations } from '../../stack/migrations/migrations.ts';

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** TLS as psql's sslmode means it, and by default for every server that is not this machine. */
function tlsOf(url: URL): { rejectUnauthorized: boolean } | false {
  const mode = url.searchParams.get('sslmode') ?? (LOCAL.has(url.hostname) ? 'disable' : 'require');
  if (mode === 'disable') return false;
  if (mode === 'require') return { rejectUnauthorized: false };
  if (mode === 'verify-full') return { rejectUnauthorized: true };
  throw new BackupError(`sslmode must be disable, require or verify-full, not "${mode}"`);
}

/** Connects to a Supabase database. @throws BackupError in words for the person at the terminal */
export async function connectTo(text: string): Promise<DisposableClient> {
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw new BackupError(
      '--db-url must be like postgresql://postgres:PASSWORD@HOST:5432/postgres, with the password percent-encoded',
    );
  }
  const url = new URL(text);
  const ssl = tlsOf(url);
  // The driver reads this word in its own way.
  url.searchParams.delete('sslmode');
  const client = disposable(
    new Client({
      connectionString: url.href,
      ssl,
      application_name: 'almanac move',
      connectionTimeoutMillis: 15_000,
    }),
  );
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || errorCode(error) : String(error);
    throw new BackupError(`${url.host} cannot be connected to: ${reason}`, { cause: error });
  }
  return client;
}

/**
 * Both databases must have been made by the same migrations.
 * @throws BackupError saying which side is behind
 */
export async function requireSameTables(client: Client, { migrations }: Header): Promise<void> {
  const there = await appliedMigrations(client);
  const missing = migrations.filter((version) => !there.includes(version));
  if (missing.length > 0) {
    throw new BackupError(
      `the Supabase database lacks the migrations ${missing.join(', ')}: run npx supabase db push --remote=… first`,
    );
  }
  const known = (await listMigrations(MIGRATIONS)).map(({ version }) => version);
  const newer = there.filter((version) => known.includes(version) && !migrations.includes(version));
  if (newer.length > 0) {
    throw new BackupError(
      `the Supabase database is newer (migrations ${newer.join(', ')}): start Almanac once in this version, then move`,
    );
  }
}
