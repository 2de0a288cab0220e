import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, unique, type Actor } from '../support/actors.ts';
import { connect, rolledBack } from '../support/database.ts';

// What a search reads, counted: clocks of a busy machine tell nothing.

let database: Client;
let ann: Actor;

beforeAll(async () => {
  database = await connect();
});

beforeEach(async () => {
  ann = await actor('ann');
});

/** Runs as this user, in a transaction that is taken back. */
async function asUser(id: string): Promise<void> {
  await database.query("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({ sub: id, role: 'authenticated' }),
  ]);
  await database.query('set local role authenticated');
}

async function blocks(query: string): Promise<number> {
  const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) select * from public.search('${query}')`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

const QUERIES = ['milk', 'mi', 'milk 77', 'bread', 'mlik', 'absent', 'm b', 'mxxxxxx'];

const buyMilk = (owner: string, count: number) =>
  database.query(
    `insert into public.tasks (user_id, title, description)
     select $1, 'Buy milk ' || n, 'and bread ' || n from generate_series(1, $2::integer) as n`,
    [owner, count],
  );

type Reads = { pages: number; documents: number; inIndex: number };

/** What each search of a user reads: pages, documents, and how often it looks into the index of words. */
async function readsOf(user: Actor, queries: readonly string[]): Promise<Reads[]> {
  // What is still to be sorted in is up to 256 kB, and may be anything.
  await database.query("select gin_clean_pending_list('private.search_documents_by_word')");
  // Else the first five searches of a session plan each time, and read for that.
  await database.query('set local plan_cache_mode = force_generic_plan');
  const counted = async () => {
    const { rows } = await database.query<{ documents: number; searches: number }>(
      `select
         pg_stat_get_xact_tuples_fetched('private.search_documents'::regclass)::integer as documents,
         pg_stat_get_xact_numscans('private.search_documents_by_word'::regclass)::integer as searches`,
    );
    const [row] = rows;
    if (!row) throw new Error('Nothing was counted.');
    return row;
  };
  const reads: Reads[] = [];
  for (const query of queries) {
    await asUser(user.id);
    // The first one also reads what the catalogue says about the tables.
    await blocks(query);
    await database.query('reset role');
    const before = await counted();
    await asUser(user.id);
    const pages = await blocks(query);
    await database.query('reset role');
    const after = await counted();
    await asUser(user.id);
    // Other tests may change the catalogue in between, which is then read again: the lesser count counts.
    const again = await blocks(query);
    await database.query('reset role');
    reads.push({
      pages: Math.min(pages, again),
      documents: after.documents - before.documents,
      inIndex: after.searches - before.searches,
    });
  }
  return reads;
}

test('design §4 search: what others have is not read: no document of theirs, hardly a page of the index', async () => {
  const bob = await actor('bob');
  await rolledBack(database, async () => {
    await buyMilk(bob.id, 200);
    const few = await readsOf(bob, QUERIES);
    await buyMilk(ann.id, 20_000);
    const many = await readsOf(bob, QUERIES);
    for (const [place, query] of QUERIES.entries()) {
      const [before, after] = [few[place], many[place]];
      expect(after?.inIndex, query).toBeGreaterThan(0);
      expect(after?.documents, query).toBe(before?.documents);
      // A larger index is a level deeper, in each way of finding and for each word.
      expect(after?.pages, query).toBeLessThanOrEqual((before?.pages ?? 0) + 60);
    }
  });
});

test('design §4 search: a word that only another has costs what one costs that nobody has', async () => {
  const bob = await actor('bob');
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  await rolledBack(database, async () => {
    // What other tests write in between waits to be sorted in, and every search reads it.
    await database.query('lock table private.search_documents in share row exclusive mode');
    await buyMilk(bob.id, 200);
    for (const n of numbers) {
      await database.query(
        `insert into public.tasks (user_id, title)
         select $1, 'secret' || $2::text || 'a plan' from generate_series(1, 50)`,
        [ann.id, n],
      );
    }
    for (const shape of [
      (n: number, end: string) => `secret${n}${end}`,
      (n: number, end: string) => `milk secret${n}${end}`,
      // A typo in the word.
      (n: number, end: string) => `sercet${n}${end}`,
    ]) {
      const theirs = await readsOf(
        bob,
        numbers.map((n) => shape(n, 'a')),
      );
      const nobodys = await readsOf(
        bob,
        numbers.map((n) => shape(n, 'b')),
      );
      expect(theirs).toEqual(nobodys);
    }
  });
});

test('design §4 search: two accounts with the same mark find what is their own', async () => {
  const twin = ann.id.slice(0, 8) + randomUUID().slice(8);
  await rolledBack(database, async () => {
    await database.query(
      `insert into auth.users (id, email, raw_user_meta_data)
       values ($1, $2 || '@users.almanac.invalid', jsonb_build_object('username', $2::text))`,
      [twin, unique('twin')],
    );
    await buyMilk(ann.id, 3);
    await buyMilk(twin, 4);
    for (const [id, count] of [
      [ann.id, 3],
      [twin, 4],
    ] as const) {
      await asUser(id);
      const { rows } = await database.query("select title from public.search('milk')");
      expect(rows).toHaveLength(count);
      await database.query('reset role');
    }
  });
});

test('design §7 search: no table is read from end to end, neither before nor after it is analysed', async () => {
  await rolledBack(database, async () => {
    await database.query(
      `insert into public.tasks (user_id, title) select $1, 'Buy milk ' || n from generate_series(1, 2000) as n`,
      [ann.id],
    );
    const read = async () => {
      const { rows } = await database.query<{ reads: number }>(
        `select sum(seq_tup_read)::integer as reads from pg_stat_xact_user_tables
         where schemaname in ('public', 'private')`,
      );
      return rows[0]?.reads ?? Number.NaN;
    };
    const before = await read();
    await asUser(ann.id);
    for (const query of QUERIES) await database.query('select public.search($1)', [query]);
    await database.query('reset role');
    await database.query('analyze private.search_documents');
    await asUser(ann.id);
    for (const query of QUERIES) await database.query('select public.search($1)', [query]);
    await database.query('reset role');
    expect((await read()) - before).toBe(0);
  });
});

test('design §7 search: 15,000 rows at once, as an import has them, are found', async () => {
  const marker = unique('import').replaceAll('-', '');
  await rolledBack(database, async () => {
    await database.query(
      `insert into public.tasks (user_id, title) select $1, $2 || ' ' || n from generate_series(1, 15000) as n`,
      [ann.id, marker],
    );
    await asUser(ann.id);
    const { rows } = await database.query<{ title: string }>('select * from public.search($1)', [
      `${marker} 14999`,
    ]);
    expect(rows.map(({ title }) => title)).toEqual([`${marker} 14999`]);
  });
});
