import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from 'pg';
import { connect, rolledBack } from '../support/database.ts';

/** Rows of tables that a statement reads. */
async function reads(database: Client, statement: string): Promise<number> {
  const count = async () => {
    const { rows } = await database.query<{ reads: number }>(
      `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as reads
       from pg_stat_xact_user_tables where schemaname || '.' || relname = 'public.tasks'`,
    );
    return rows[0]?.reads ?? Number.NaN;
  };
  const before = await count();
  await database.query(statement);
  return (await count()) - before;
}

test('spec §3 sortOrder: reading it for all tasks costs twice the reading of the tasks, however many', async () => {
  const database = await connect();
  const user = randomUUID();
  await rolledBack(database, async () => {
    await database.query('set local session_replication_role = replica');
    await database.query(
      `insert into public.tasks (user_id, title, rank, completed, completed_at)
       select $1, 'T', 'b' || lpad((n % 99)::text, 2, '0'), n % 2 = 0, case n % 2 when 0 then now() end
       from generate_series(1, 3000) as n`,
      [user],
    );
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: user, role: 'authenticated' }),
    ]);
    await database.query('set local role authenticated');
    const statement = 'select sum(sort_order) from public.api_tasks';
    expect(await reads(database, statement)).toBeLessThan(3000 * 2 + 100);
    const { rows } = await database.query<{ order: number; place: number }>(
      `select v.sort_order as order,
         (row_number() over (order by t.rank, t.due_date, t.id) - 3001)::integer as place
       from public.api_tasks as v join public.tasks as t using (uid)`,
    );
    expect(rows.map(({ order }) => order)).toEqual(rows.map(({ place }) => place));
  });
});
