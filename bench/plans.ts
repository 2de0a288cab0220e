import { Client } from 'pg';
import { startTestStack } from '../stack/testing.ts';
import type { Figure } from './figures.ts';
import { createPerson } from './person.ts';

const OPEN = 1000;
const DONE_TODAY = 5;
const HISTORY = 20_000;

/** What the dashboard asks for (web/src/data/tasks/queries.ts), as PostgREST writes it in SQL. */
const queries = {
  'open tasks': `select * from public.tasks where completed = false
    order by sort_order, due_date nulls last, id limit 1000`,
  'number of open tasks': 'select count(*) from public.tasks where completed = false',
  'tasks completed today': `select * from public.tasks
    where completed_at >= date_trunc('day', now()) and completed_at < date_trunc('day', now()) + interval '1 day'
    order by id limit 1000`,
};

type Plan = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** Rows that the scans of a plan took into their hands, also those that they threw away. */
function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, 0);
  if (!plan['Node Type'].endsWith('Scan')) return below;
  const thrownAway =
    (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return below + (plan['Actual Rows'] + thrownAway) * plan['Actual Loops'];
}

/** Runs a query as a signed-in user and counts the rows that it reads. */
async function explain(database: Client, userId: string, query: string): Promise<number> {
  await database.query('begin');
  try {
    const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
    await database.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    await database.query('set local role authenticated');
    const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${query}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('No plan');
    return rowsRead(plan);
  } finally {
    await database.query('rollback');
  }
}

async function addTasks(database: Client, userId: string, count: number, completedAt: string) {
  await database.query(
    `insert into public.tasks (user_id, title, completed, completed_at, due_date)
     select $1, 'Task ' || n, moment is not null, moment, current_date - (n % 30)
     from generate_series(1, $2::int) as n, lateral (select ${completedAt} as moment) as done`,
    [userId, count],
  );
  await database.query('analyze public.tasks');
}

/** Database rows that the dashboard reads, without and with years of completed tasks. */
export async function measure(): Promise<Figure[]> {
  const stack = await startTestStack();
  const database = new Client({ connectionString: stack.databaseUrl });
  try {
    await database.connect();
    const { id } = await createPerson(stack, 'bench');
    await addTasks(database, id, OPEN, 'null::timestamptz');
    await addTasks(database, id, DONE_TODAY, 'now()');
    const without: Record<string, number> = {};
    for (const [name, query] of Object.entries(queries)) {
      without[name] = await explain(database, id, query);
    }
    await addTasks(database, id, HISTORY, "now() - n * interval '1 hour' - interval '1 day'");
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(queries)) {
      const limit = without[name] ?? 0;
      const value = await explain(database, id, query);
      figures.push({ name: `rows read for ${name}, no history`, value: limit, unit: 'rows' });
      figures.push({ name: `… with ${HISTORY} completed tasks`, value, unit: 'rows', limit });
    }
    return figures;
  } finally {
    await database.end();
    await stack.stop();
  }
}
