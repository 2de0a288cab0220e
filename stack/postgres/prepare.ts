import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { DatabaseAddress } from '../context.ts';
import { errorCode, OperatorError } from '../errors.ts';

const LOGIN_ROLES = ['authenticator', 'supabase_auth_admin', 'supabase_realtime_admin'] as const;

/** A file beside this one: `schemaFile('../auth/schema.sql')`. */
function schemaFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** What the stack lays under the project's migrations, in this order. */
export const PLATFORM_SCHEMAS = [
  schemaFile('../auth/schema.sql'),
  schemaFile('../realtime/schema.sql'),
];

export type DisposableClient = Client & AsyncDisposable;

/** Lets a connection end with its block: `await using client = disposable(…)`. */
export function disposable(client: Client): DisposableClient {
  // An error event without a listener would end the process; the running query rejects anyway.
  client.on('error', () => undefined);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/**
 * Connects as superuser.
 * @throws OperatorError if the data folder's password is not the database's
 */
export async function connectAsOwner(database: DatabaseAddress): Promise<DisposableClient> {
  const client = disposable(
    new Client({ ...database.connection('postgres'), application_name: 'almanac' }),
  );
  try {
    await client.connect();
  } catch (error) {
    if (errorCode(error) !== '28P01') throw error;
    throw new OperatorError(
      'the password in secrets.json is not that of the database: restore secrets.json from a backup',
    );
  }
  return client;
}

/**
 * Applies roles.sql and the platform schemas as superuser, each in one transaction, at every start.
 * Gives the login roles the generated password.
 */
export async function preparePlatform(
  client: Client,
  password: string,
  schemas: readonly string[] = PLATFORM_SCHEMAS,
): Promise<void> {
  // The notices of "if not exists" say nothing to the operator.
  await client.query("set client_min_messages = 'warning'");
  for (const file of [schemaFile('roles.sql'), ...schemas]) {
    const sql = await readFile(file, 'utf8');
    await client.query(`begin;\n${sql}\n;commit;`);
  }
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_catalog.pg_authid where rolname = any($1) and rolpassword is null',
    [LOGIN_ROLES],
  );
  for (const { rolname } of rows) {
    const role = client.escapeIdentifier(rolname);
    await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  }
}
