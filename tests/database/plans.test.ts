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

/** What the dashboard's two queries read for a user with 50 open tasks and this much history. */
async function dashboardReads(history: number): Promise<number[]> {
  return rolledBack(database, async () => {
    const user = randomUUID();
    await database.query('set local session_replication_role = replica');
    await database.query(
      `insert into public.tasks (user_id, title, completed, completed_at)
       select $1, 'Done', true, now() - n * interval '1 hour' from generate_series(24, $2::integer) as n`,
      [user, history],
    );
    await database.query(
      `insert into public.tasks (user_id, title, due_date)
       select $1, 'Open', current_date from generate_series(1, 50)`,
      [user],
    );
    await database.query('analyze public.tasks');
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: user, role: 'authenticated' }),
    ]);
    await database.query('set local role authenticated');
    const reads: number[] = [];
    for (const where of [
      'not completed and deleted_at is null order by rank, due_date, id',
      "completed and completed_at >= now() - interval '12 hours' and deleted_at is null",
    ]) {
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) select * from public.tasks where ${where}`,
      );
      const [plan] = rows;
      if (!plan) throw new Error('No plan was answered.');
      reads.push(touched(plan['QUERY PLAN'][0].Plan));
    }
    return reads;
  });
}

test('design §3: the dashboard reads no more after years of completed tasks', async () => {
  const [few, many] = [await dashboardReads(100), await dashboardReads(20_000)];
  for (const [place, reads] of many.entries()) {
    expect(reads).toBeLessThanOrEqual((few[place] ?? 0) + 60);
  }
});
