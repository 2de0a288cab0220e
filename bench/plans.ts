import { Client } from 'pg';
import { startTestStack } from '../stack/testing.ts';
import type { Figure } from './figures.ts';
import { createPerson } from './person.ts';

const OPEN = 1000;
const DONE_TODAY = 5;
const HISTORY = 20_000;
const CONTACTS = 200;
const CONTACTS_OF_OTHERS = 20_000;

/** What programs ask for by REST, as it is written in SQL. */
const queries: Record<string, string> = {
  'open tasks': `select * from public.tasks where completed = false and deleted_at is null
    order by rank, due_date nulls last, id limit 1000`,
  'number of open tasks':
    'select count(*) from public.tasks where completed = false and deleted_at is null',
  'tasks completed today': `select * from public.tasks
    where completed_at >= date_trunc('day', now()) and completed_at < date_trunc('day', now()) + interval '1 day'
      and deleted_at is null
    order by id limit 1000`,
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

/**
 * The statement inside pull_changes: of a call, only the call itself would be explained.
 * @param fresh as a new device asks; else as one that has seen everything up to `rev`
 */
async function pulled(database: Client, userId: string, rev: number, fresh: boolean) {
  const { rows } = await database.query<{ prosrc: string }>(
    `select prosrc from pg_proc
     where proname = 'pull_changes' and pronamespace = 'public'::regnamespace`,
  );
  const [, statement] = /return \((.*?)\n {2}\);/s.exec(rows[0]?.prosrc ?? '') ?? [];
  if (!statement) throw new Error('pull_changes reads in another way now');
  const values: Record<string, string> = {
    owner: `'${userId}'::uuid`,
    fresh: String(fresh),
    begins_afresh: String(fresh),
    from_rev: fresh ? '0' : `${rev}`,
    from_uid: "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid",
    most: '2000',
    most_bytes: '4000000',
    done_since: "now() - interval '60 days'",
    'own.uid': 'null::uuid',
    'own.rev': '0',
  };
  const names =
    /(?<![\w.'])(own\.uid|own\.rev|owner|begins_afresh|fresh|from_rev|from_uid|most|most_bytes|done_since)(?![\w'])/g;
  return statement.replaceAll(names, (name) => values[name] ?? name);
}

async function allQueries(database: Client, userId: string): Promise<Record<string, string>> {
  const { rows } = await database.query<{ rev: string }>('select private.last_rev($1) as rev', [
    userId,
  ]);
  const rev = Number(rows[0]?.rev);
  return {
    ...queries,
    'pull: a new device': await pulled(database, userId, 0, true),
    'pull: nothing new': await pulled(database, userId, rev, false),
  };
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
    const without: Record<string, number> = {};
    for (const [name, query] of Object.entries(await allQueries(database, id))) {
      without[name] = await explain(database, id, query);
    }
    await addTasks(database, id, HISTORY, "now() - n * interval '1 hour' - interval '61 days'");
    await addContacts(database, (await createPerson(stack, 'other')).id, CONTACTS_OF_OTHERS);
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(await allQueries(database, id))) {
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
