import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsOwner, preparePlatform } from '../postgres/prepare.ts';
import { startTestDatabase } from '../testing.ts';
import { applyMigrations } from './migrations.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let client: Client;
let folder = '';

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const apply = () => applyMigrations(client, folder, () => undefined);
const exists = async (table: string) => {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [table]);
  return rows[0]?.found;
};

beforeAll(async () => {
  database = await startTestDatabase([]);
  client = await connectAsOwner(database.address);
  folder = await mkdtemp(join(tmpdir(), 'almanac-migrations-'));
});

afterAll(async () => {
  await client.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

test('design §1: pending migrations are applied in order, once, and recorded as the CLI records them', async () => {
  await write('20260102000000_second.sql', 'insert into first values (1);\nselect 2;');
  await write('20260101000000_first.sql', 'create table first (id int);');
  await write('notes.sql', 'drop table first;');
  expect(await apply()).toEqual(['20260101000000_first.sql', '20260102000000_second.sql']);
  expect(await apply()).toEqual([]);
  const { rows } = await client.query(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  );
  expect(rows).toEqual([
    { version: '20260101000000', name: 'first', statements: ['create table first (id int)'] },
    {
      version: '20260102000000',
      name: 'second',
      statements: ['insert into first values (1)', 'select 2'],
    },
  ]);
});

test('design §1: a failing migration is named with line and reason, and leaves nothing of itself', async () => {
  const file = '20260103000000_third.sql';
  await write(file, 'create table third (id int);\n\nselect 1,\n  missing from third;');
  await expect(apply()).rejects.toThrow(
    `supabase/migrations/${file}:4: column "missing" does not exist`,
  );
  expect(await exists('third')).toBe(false);
  // An error that PostgreSQL gives no position for: the line is the statement's first.
  await write(file, 'select 1;\ncreate table\n  first (id int);');
  await expect(apply()).rejects.toThrow(`${file}:2: relation "first" already exists`);
  await write(file, 'create table third (id int);');
  expect(await apply()).toEqual([file]);
});

test('design §1: what one migration sets for its session does not reach the next', async () => {
  await write('20260104000000_set.sql', "set search_path = '';\nset role anon;");
  await expect(apply()).rejects.toThrow('permission denied');
  await write('20260104000000_set.sql', "set search_path = '';");
  await write('20260105000000_after.sql', 'create table after_set (id int);');
  expect(await apply()).toHaveLength(2);
  expect(await exists('public.after_set')).toBe(true);
});

test('design §1: what a migration closed to the API roles stays closed for those of later starts', async () => {
  const open = async (table: string) => {
    const { rows } = await client.query(
      `select has_table_privilege('anon', $1, 'select') as open`,
      [table],
    );
    return rows[0]?.open;
  };
  await client.query('create table before_closing ()');
  await client.query('alter default privileges in schema public revoke all on tables from anon');
  await preparePlatform(client, database.address.password, []);
  await client.query('create table after_closing ()');
  expect([await open('before_closing'), await open('after_closing')]).toEqual([true, false]);
});
