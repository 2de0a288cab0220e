import { Client } from 'pg';
import { startTestStack } from '../stack/testing.ts';
import type { Figure } from './figures.ts';
import { createPerson } from './person.ts';

const OPEN = 1000;
const DONE_TODAY = 5;
const HISTORY = 20_000;
const CONTACTS = 200;
const CONTACTS_OF_OTHERS = 20_000;

const topContacts = (columns: string) =>
  `select * from public.contacts order by ${columns}, id limit 60`;

/**
 * What the dashboard and the address book ask for (web/src/data/tasks/queries.ts and
 * contacts/requests.ts), as PostgREST writes it in SQL.
 */
const queries: Record<string, string> = {
  'open tasks': `select * from public.tasks where completed = false
    order by sort_order, due_date nulls last, id limit 1000`,
  'number of open tasks': 'select count(*) from public.tasks where completed = false',
  'tasks completed today': `select * from public.tasks
    where completed_at >= date_trunc('day', now()) and completed_at < date_trunc('day', now()) + interval '1 day'
    order by id limit 1000`,
  'contacts that stand first by last name': topContacts(
    'last_name nulls first, first_name nulls first',
  ),
  'contacts that stand first by first name': topContacts(
    'first_name nulls first, last_name nulls first',
  ),
  'contacts that stand first by company': topContacts(
    'company nulls first, last_name nulls first, first_name nulls first',
  ),
};

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** Rows that the scans of a plan took into their hands, also those that they threw away. */
function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, 0);
  // What scans a subquery or an index for a bitmap reads no row of a table itself.
  if (plan['Relation Name'] === undefined) return below;
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

async function addContacts(database: Client, userId: string, count: number) {
  await database.query(
    `insert into public.contacts (user_id, first_name, last_name, company)
     select $1, 'First ' || n % 100, 'Last ' || n, 'Company ' || n % 50
     from generate_series(1, $2::int) as n`,
    [userId, count],
  );
  await database.query('analyze public.contacts');
}

/** The statement inside the function: of a call, only the call itself would be explained. */
async function openTasksAtOnce(database: Client): Promise<string> {
  const { rows } = await database.query<{ prosrc: string }>(
    `select prosrc from pg_proc where oid = 'public.list_open_tasks()'::regprocedure`,
  );
  if (!rows[0]) throw new Error('list_open_tasks is gone');
  return rows[0].prosrc;
}

/** Database rows that these screens read, without and with years of history and others' contacts. */
export async function measure(): Promise<Figure[]> {
  const stack = await startTestStack();
  const database = new Client({ connectionString: stack.databaseUrl });
  try {
    await database.connect();
    const { id } = await createPerson(stack, 'bench');
    await addTasks(database, id, OPEN, 'null::timestamptz');
    await addTasks(database, id, DONE_TODAY, 'now()');
    await addContacts(database, id, CONTACTS);
    const asked = { ...queries, 'open tasks, all at once': await openTasksAtOnce(database) };
    const without: Record<string, number> = {};
    for (const [name, query] of Object.entries(asked)) {
      without[name] = await explain(database, id, query);
    }
    await addTasks(database, id, HISTORY, "now() - n * interval '1 hour' - interval '1 day'");
    await addContacts(database, (await createPerson(stack, 'other')).id, CONTACTS_OF_OTHERS);
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(asked)) {
      const limit = without[name] ?? 0;
      const value = await explain(database, id, query);
      figures.push({
        name: `rows read for ${name}, nothing else there`,
        value: limit,
        unit: 'rows',
      });
      const grown = `… with ${HISTORY} completed tasks, ${CONTACTS_OF_OTHERS} contacts of others`;
      figures.push({ name: grown, value, unit: 'rows', limit });
    }
    return figures;
  } finally {
    await database.end();
    await stack.stop();
  }
}
