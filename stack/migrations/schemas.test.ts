import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Client } from 'pg';
import { connectAsOwner } from '../postgres/prepare.ts';
import { startTestDatabase } from '../testing.ts';
import { applyMigrations } from './migrations.ts';

const SUPABASE = join(import.meta.dirname, '../../supabase');

const configSchema = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }),
});

async function schemaPaths(): Promise<string[]> {
  const config = parse(await readFile(join(SUPABASE, 'config.toml'), 'utf8'));
  return configSchema.parse(config).db.migrations.schema_paths;
}

/** What the catalogue says of everything, by name, after `build` has made it in an empty database. */
async function catalogueAfter(
  build: (client: Client) => Promise<unknown>,
): Promise<Record<string, object>> {
  await using database = await startTestDatabase();
  await using client = await connectAsOwner(database.address);
  await build(client);
  // Names in definitions are written out, whatever was set while they were made.
  await client.query("set search_path = ''");
  const query = await readFile(join(import.meta.dirname, 'catalogue.sql'), 'utf8');
  const { rows } = await client.query<{ name: string }>(query);
  return Object.fromEntries(rows.map(({ name, ...definition }) => [name, definition]));
}

test('design §3: the schema as it is told and the sum of the migrations are one catalogue', async () => {
  const migrated = await catalogueAfter((client) =>
    applyMigrations(client, join(SUPABASE, 'migrations'), () => undefined),
  );
  const declared = await catalogueAfter(async (client) => {
    for (const path of await schemaPaths())
      await client.query(await readFile(join(SUPABASE, path), 'utf8'));
  });
  expect(Object.keys(migrated).length).toBeGreaterThan(500);
  expect(declared).toEqual(migrated);
});

test('design §3: every file of the schema is among those that the configuration names', async () => {
  const files = await readdir(join(SUPABASE, 'schemas'));
  const paths = await schemaPaths();
  expect(paths.toSorted()).toEqual(files.toSorted().map((file) => `./schemas/${file}`));
});
