import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { connect, rolledBack } from '../support/database.ts';

let database: Client;

beforeAll(async () => {
  database = await connect();
});

type Plan = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };

/** Rows that the plan touched, whether it kept them or not. */
const touched = (plan: Plan): number =>
  plan['Actual Rows'] +
  (plan['Rows Removed by Filter'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, child) => sum + touched(child), 0);

/** What is read to find what went with a folder of 5 notes, in a trash with so many others. */
async function readsOf(others: number): Promise<number[]> {
  return rolledBack(database, async () => {
    const [user, folder] = [randomUUID(), randomUUID()];
    await database.query('set local session_replication_role = replica');
    for (const table of ['folders', 'notes']) {
      const name = table === 'notes' ? 'title' : 'name';
      await database.query(
        `insert into public.${table} (user_id, ${name}, deleted_at, deleted_with)
         select $1, 'N', now(), case when n <= 5 then $2::uuid end
         from generate_series(1, $3::integer) as n`,
        [user, folder, others + 5],
      );
      await database.query(`analyze public.${table}`);
    }
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: user, role: 'authenticated' }),
    ]);
    await database.query('set local role authenticated');
    const reads: number[] = [];
    for (const table of ['folders', 'notes']) {
      // As private.restore_folder() and private.erase() ask.
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) select uid from public.${table}
         where user_id = '${user}' and deleted_with = '${folder}' and deleted_at > 'epoch'`,
      );
      const [plan] = rows;
      if (!plan) throw new Error('No plan was answered.');
      reads.push(touched(plan['QUERY PLAN'][0].Plan));
    }
    return reads;
  });
}

test('design §3 trash: what went with a folder is found among thousands of deleted rows', async () => {
  for (const reads of await readsOf(20_000)) expect(reads).toBeLessThanOrEqual(20);
});
