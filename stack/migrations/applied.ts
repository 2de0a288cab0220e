import type { Client } from 'pg';

/**
 * The versions of the migrations that a database has, as the Supabase CLI records them, in order;
 * none if it was never prepared for any.
 */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const record = 'supabase_migrations.schema_migrations';
  const found = await client.query('select where to_regclass($1) is not null', [record]);
  if (found.rowCount === 0) return [];
  const { rows } = await client.query<{ version: string }>(
    `select version from ${record} order by version`,
  );
  return rows.map(({ version }) => version);
}
