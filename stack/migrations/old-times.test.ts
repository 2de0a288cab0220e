import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectAsOwner } from '../postgres/prepare.ts';
import { startTestDatabase } from '../testing.ts';
import { applyMigrations } from './migrations.ts';

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');

/** The migrations up to a number. */
async function migrationsBefore(number: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = (await readdir(MIGRATIONS)).filter((name) => name < number);
  await Promise.all(names.map((name) => cp(join(MIGRATIONS, name), join(folder, name))));
  return folder;
}

test('design §3: rows with times that devices cannot read are kept by an upgrade, with times that they can', async () => {
  const database = await startTestDatabase();
  onTestFinished(() => database.stop());
  const client = await connectAsOwner(database.address);
  onTestFinished(() => client.end());
  await applyMigrations(client, await migrationsBefore('20261122130000'), () => undefined);
  const user = '00000000-0000-4000-8000-000000000001';
  await client.query(
    `insert into auth.users (id, email, raw_user_meta_data)
     values ($1, 'ann@almanac.local', '{"username": "ann"}')`,
    [user],
  );
  const tables = ['tasks', 'categories', 'contacts', 'folders', 'notes'];
  for (const table of tables) {
    const name = { tasks: 'title', notes: 'title', contacts: 'title' }[table] ?? 'name';
    await client.query(
      `insert into public.${table} (user_id, ${name}, created_at)
       select $1, 'At ' || time, time::timestamptz
       from unnest(array['infinity', '-infinity', '0044-03-15 BC', '12026-01-01', '1999-12-31']) as time`,
      [user],
    );
  }
  await client.query('alter table public.tasks disable trigger user');
  await client.query(
    `update public.tasks set completed = true, completed_at = created_at where user_id = $1`,
    [user],
  );
  await client.query('alter table public.tasks enable trigger user');

  await applyMigrations(client, MIGRATIONS, () => undefined);
  for (const table of tables) {
    const { rows } = await client.query<{ created_at: Date; rev: string }>(
      `select created_at, rev from public.${table} where user_id = $1 order by id`,
      [user],
    );
    expect(rows.map(({ rev }) => rev)).toEqual(Array.from({ length: 5 }, () => '1'));
    expect(rows.at(-1)?.created_at.toISOString()).toMatch(/^1999-12-3/);
    for (const { created_at: time } of rows) {
      expect(time).toBeInstanceOf(Date);
      expect(time.getTime()).toBeLessThanOrEqual(Date.now());
    }
  }
  const { rows } = await client.query(
    `select from public.tasks where completed and completed_at between '0001-01-01' and now()`,
  );
  expect(rows).toHaveLength(5);
});
