import { Client } from 'pg';
import { startTestStack, type TestStack } from '../stack/testing.ts';
import { fillAccount } from '../tools/seed/fill.ts';
import { percentile, type Figure } from './figures.ts';
import { createPerson, type Person } from './person.ts';
import { userId } from './scale/fill.ts';

/** What one of 10,000 people has: 20,000 rows with the seven categories. */
const AMOUNTS = { tasks: 10_993, completed: 0, contacts: 5_000, notes: 3_900, folders: 100 };
const OTHERS = 9_999;
/** Each of the others has one row of these words, and later a hundred. */
const EACH = { few: 1, many: 100 };
const ROUNDS = 30;

const QUERIES = {
  'one letter': 'm',
  'a beginning': 'insu',
  'two words': 'call anna',
  'a typo': 'dnetist',
  accents: 'müller',
  nothing: 'xylophone',
};

/** Gives each of the others rows `from` to `to`, with the person's words: everybody has the same ones. */
async function addOthers(database: Client, person: Person, from: number, to: number) {
  const user = `('${userId(0).slice(0, 24)}' || lpad(u::text, 12, '0'))::uuid`;
  await database.query("set session_replication_role = 'replica'; set synchronous_commit = off");
  await database.query(
    `insert into auth.users (id, instance_id, aud, role, email, created_at, updated_at)
     select ${user}, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated',
       'user-' || u || '@users.almanac.invalid', now(), now()
     from generate_series(1, ${OTHERS}) as u on conflict do nothing`,
  );
  await database.query(
    `with words as (
       select t.title, t.description, row_number() over (order by t.id) - 1 as place
       from public.tasks as t where t.user_id = $1
     )
     insert into public.tasks (user_id, title, description)
     select ${user}, w.title, w.description
     from generate_series($2::int, $3::int) as n, generate_series(1, ${OTHERS}) as u, words as w
     where w.place = (n * 7919 + u) % ${AMOUNTS.tasks}`,
    [person.id, from, to],
  );
  await database.query('reset session_replication_role');
  await database.query('select private.fill_search()');
  await settle(database);
}

/** As autovacuum leaves it, with nothing of the index still to be sorted in. */
async function settle(database: Client) {
  await database.query('vacuum analyze');
  await database.query('checkpoint');
}

/** Writes all documents anew in any order: after years, what is one person's lies between others'. */
async function scatter(database: Client) {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'search_documents' and indexdef like '%gin%'`,
  );
  const [index] = rows;
  if (!index) throw new Error('The documents have no index of words.');
  await database.query(`drop index private.${index.name}`);
  await database.query(
    `create temporary table scattered as select * from private.search_documents order by md5(uid::text);
     truncate private.search_documents;
     insert into private.search_documents select * from scattered;
     drop table scattered`,
  );
  await database.query(index.definition);
  await settle(database);
}

async function asPerson<Result>(
  database: Client,
  person: Person,
  work: () => Promise<Result>,
): Promise<Result> {
  await database.query('begin');
  try {
    const claims = JSON.stringify({ sub: person.id, role: 'authenticated' });
    await database.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    await database.query('set local role authenticated');
    return await work();
  } finally {
    await database.query('rollback');
  }
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

/** Pages of all tables and indexes that a search reads, those of the statements within it included. */
async function pagesOf(database: Client, person: Person, query: string): Promise<number> {
  return asPerson(database, person, async () => {
    let pages = Number.NaN;
    // The first one also reads what the catalogue says about the tables.
    for (let turn = 0; turn < 2; turn += 1) {
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, buffers, format json) select * from public.search('${query}')`,
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      pages = plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN;
    }
    return pages;
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of each search, by where they were taken. */
type Times = Record<'database' | 'gateway' | 'api', number[]>;

async function search(database: Client, stack: TestStack, person: Person, query: string) {
  const times: Times = { database: [], gateway: [], api: [] };
  const { headers } = person;
  const address = `${stack.url}/api/search?q=${encodeURIComponent(query)}`;
  const answered = async (response: Response) => {
    const found: unknown = await response.json();
    if (!Array.isArray(found)) throw new Error(`${query}: ${JSON.stringify(found)}`);
    if (found.length === 0 && query !== QUERIES.nothing) throw new Error(`No "${query}"`);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.database.push(
      await asPerson(database, person, () =>
        timed(async () => {
          await database.query('select * from public.search($1)', [query]);
        }),
      ),
    );
    times.gateway.push(
      await timed(async () =>
        answered(
          await fetch(`${stack.url}/rest/v1/rpc/search`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ query }),
          }),
        ),
      ),
    );
    times.api.push(await timed(async () => answered(await fetch(address, { headers }))));
  }
  return times;
}

/** All searches, timed, with how they are to be called. */
async function searches(database: Client, stack: TestStack, person: Person, when: string) {
  const all: Times = { database: [], gateway: [], api: [] };
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const times = await search(database, stack, person, query);
    all.database.push(...times.database);
    all.gateway.push(...times.gateway);
    all.api.push(...times.api);
    const value = percentile(times.database, 50);
    figures.push({ name: `${when}: ${name}, the database alone, p50`, value, unit: 'ms' });
  }
  const add = (name: string, times: readonly number[], limits: { p50?: number; p95?: number }) => {
    for (const [p, limit] of [
      [50, limits.p50],
      [95, limits.p95],
    ] as const)
      figures.push({
        name: `${when}: ${name}, p${p}`,
        value: percentile(times, p),
        unit: 'ms',
        ...(limit !== undefined && { limit }),
      });
  };
  add('the database alone', all.database, {});
  add('at the gateway', all.gateway, { p50: 15, p95: 35 });
  add('GET /api/search', all.api, {});
  return figures;
}

/**
 * Search on the server for one of 10,000 people (docs/decisions/0054-search-on-the-server.md): the
 * pages that it reads while others have 10,000 documents and a million, and how long it takes then.
 */
export async function measure(): Promise<Figure[]> {
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  const database = new Client({ connectionString: stack.databaseUrl });
  try {
    await database.connect();
    const person = await createPerson(stack, 'bench');
    await fillAccount(person.client, AMOUNTS, { now: new Date(), seed: 1 });
    await addOthers(database, person, 1, EACH.few);
    const pages = new Map<string, number>();
    for (const query of Object.values(QUERIES))
      pages.set(query, await pagesOf(database, person, query));
    await addOthers(database, person, EACH.few + 1, EACH.many);
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const few = pages.get(query) ?? Number.NaN;
      figures.push(
        { name: `${name}: pages, others have 10,000 documents`, value: few, unit: '' },
        {
          name: `… a million`,
          value: await pagesOf(database, person, query),
          unit: '',
          // An index that is larger is a level deeper here and there.
          limit: Math.round(few * 1.1 + 20),
        },
      );
    }
    figures.push(...(await searches(database, stack, person, 'together')));
    await scatter(database);
    figures.push(...(await searches(database, stack, person, 'scattered')));
    return figures;
  } finally {
    await database.end();
    await stack.stop();
  }
}
