import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, type Actor } from '../support/actors.ts';
import { connect, rolledBack } from '../support/database.ts';
import { setLimits } from '../support/limits.ts';
import { ownTables } from '../support/tables.ts';

const MAX = { rows: 100_000, bytes: 1_000_000 };

let keeper: Client;
let anna: Actor;

beforeAll(async () => {
  keeper = await connect();
});

beforeEach(async () => {
  anna = await actor('anna');
  await setLimits(anna, MAX);
});

/** Makes what follows on this connection Anna's own doing. */
async function session(): Promise<Client> {
  const client = await connect();
  const claims = JSON.stringify({ sub: anna.id, role: 'authenticated' });
  await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
  await client.query('set role authenticated');
  return client;
}

type Amount = { rows: number; bytes: number };

async function amount(query: string): Promise<Amount | undefined> {
  const { rows } = await keeper.query<Amount>(`select rows::float8, bytes::float8 from ${query}`, [
    anna.id,
  ]);
  return rows[0];
}

const stored = async () => (await amount('private.stored_by($1)')) ?? { rows: 0, bytes: 0 };
const allowance = () => amount('private.allowances where user_id = $1');

/** What the account may add, by what is in the tables. */
async function room(): Promise<Amount> {
  const { rows, bytes } = await stored();
  return { rows: MAX.rows - rows, bytes: MAX.bytes - bytes };
}

test.each(ownTables)(
  'design §4 quotas: every text of $table is counted',
  async ({ table, row }) => {
    const { rows: columns } = await keeper.query<{ name: string }>(
      `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       -- Made by a drag, and short.
       and attname <> 'rank'
       and atttypid in (select oid from pg_type where typcategory = 'S' or typname ~ 'json|bytea')`,
      [`public.${table}`],
    );
    expect(columns.length).toBeGreaterThan(0);
    await rolledBack(keeper, async () => {
      const [name, value] = Object.entries(row)[0] ?? [];
      await keeper.query(`insert into public.${table} (user_id, ${name}) values ($1, $2)`, [
        anna.id,
        value,
      ]);
      expect(await allowance()).toEqual(await room());
      for (const column of columns) {
        const before = await stored();
        // A rule has letters of ASCII, and begins with its name.
        const added = column.name === 'recurrence' ? 'RRULE:X' : 'é!';
        await keeper.query(
          `update public.${table} set ${column.name} = coalesce(${column.name}, '') || $2
         where user_id = $1`,
          [anna.id, added],
        );

        const bytes = before.bytes + Buffer.byteLength(added);
        expect(await stored(), column.name).toEqual({ ...before, bytes });
        expect(await allowance(), column.name).toEqual(await room());
      }
    });
  },
);

test('design §4 quotas: rows that came past the triggers are counted when the account has no allowance', async () => {
  await rolledBack(keeper, async () => {
    await keeper.query('set local session_replication_role = replica');
    await keeper.query(
      `insert into public.tasks (user_id, title) select $1, 'Restored' from generate_series(1, 500)`,
      [anna.id],
    );
    await keeper.query('set local session_replication_role = origin');
    expect(await allowance()).toBeUndefined();
    await keeper.query(`insert into public.notes (user_id, title) values ($1, 'New')`, [anna.id]);
    expect(await stored()).toMatchObject({ rows: 501 });
    expect(await allowance()).toEqual(await room());
  });
});

test('design §4 quotas: a tab that writes much and a tab that writes one of the same rows do not lock each other out', async () => {
  const [one, other] = [await session(), await session()];
  await one.query(`insert into public.tasks (title) values ('Shared')`);
  await one.query('begin');
  // Grows the account, and so holds its allowance.
  await one.query(`insert into public.categories (name) values ('Garden')`);
  await other.query('begin');
  const waiting = other.query(`update public.tasks set title = 'Shared by the other'`);
  await expect
    .poll(async () => {
      const { rows } = await keeper.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%by the other%'
           and pid <> pg_backend_pid()`,
      );
      return rows.length;
    })
    .toBe(1);
  await one.query(`update public.tasks set title = 'Shared by the first'`);
  await one.query('commit');
  await waiting;
  await other.query('commit');
  expect((await one.query('select title from public.tasks')).rows).toEqual([
    { title: 'Shared by the other' },
  ]);
});

/** A request with such a change of some rows. */
const pushed = (table: string, change: string) =>
  `select public.push_changes((
     select coalesce(jsonb_agg(${change} || jsonb_build_object('table', '${table}', 'uid', t.uid)), '[]')
     from (select uid from public.${table} order by random() limit 5) as t))`;

/** What people do, so that every kind of statement meets every other. */
const doings = [
  `insert into public.tasks (title, category, repeat_type) values ('Run', 'Sport', 'daily')`,
  `insert into public.contacts (first_name, category) select 'Ada', 'Sport' from generate_series(1, 20)`,
  `insert into public.notes (title, content) values ('Soup', repeat('salt ', 50))`,
  `update public.tasks set title = title || '!' where id % 3 = 0 and length(title) < 100`,
  `update public.notes set content = content || content where length(content) < 2000`,
  `update public.notes set content = left(content, 10) where id % 2 = 0`,
  `select public.toggle_task(min(id), '2026-11-22') from public.tasks`,
  `select public.reorder_tasks(array(select id from public.tasks order by random() limit 30))`,
  `insert into public.categories (name) values ('Sport')
   on conflict (user_id, lower(name)) where deleted_at is null do update set name = excluded.name`,
  `do $$ begin perform public.rename_category('Sport', 'Sports and games');
     perform public.rename_category('Sports and games', 'Sport');
   exception when sqlstate 'PT404' or sqlstate 'PT409' then null; end $$`,
  `with f as (insert into public.folders (name) values ('A') returning uid)
   insert into public.notes (title) select 'in ' || uid from f`,
  pushed(
    'notes',
    `jsonb_build_object('set', jsonb_build_object('folder_uid',
     (select uid from public.folders order by random() limit 1)))`,
  ),
  pushed(
    'folders',
    `jsonb_build_object('set', jsonb_build_object('parent_uid',
     (select uid from public.folders order by random() limit 1)))`,
  ),
  pushed('folders', `'{"delete": true, "seen": 1000000}'`),
  pushed('folders', `'{"restore": true}'`),
  pushed('contacts', `'{"delete": true, "seen": 1000000}'`),
  pushed('contacts', `'{"erase": true}'`),
  pushed('tasks', `'{"set": {"completed": true, "title": "Done"}, "today": "2026-11-22"}'`),
  `select public.pull_changes(uid, rev / 2) from private.open_own_history()`,
];

test('design §4 quotas: whatever eight tabs do at once, none locks another out and nothing goes uncounted', async () => {
  await keeper.query(
    `insert into public.tasks (user_id, title) select $1, 'Task' from generate_series(1, 50)`,
    [anna.id],
  );
  const failures: string[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, tab) => {
      const client = await session();
      for (let step = 0; step < 38; step += 1) {
        const doing = doings[(tab * 5 + step * (tab + 1)) % doings.length] ?? '';
        await client
          .query(doing)
          .catch((error: unknown) => failures.push(`${doing}: ${String(error)}`));
      }
    }),
  );
  expect(failures).toEqual([]);
  expect(await allowance()).toEqual(await room());
});

/** Rows of tables, or of one, that a statement has read, its triggers included. */
async function reads(statement: string, table = ''): Promise<number> {
  const count = async () => {
    const { rows } = await keeper.query<{ reads: number }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as reads
       from pg_stat_xact_user_tables
       where schemaname in ('public', 'private') and relname ~ $1`,
      [table],
    );
    return rows[0]?.reads ?? Number.NaN;
  };
  const before = await count();
  await keeper.query(statement, [anna.id]);
  return (await count()) - before;
}

test.each(ownTables)(
  'design §4 quotas: what goes from $table gives back what it took',
  async ({ table, row }) => {
    const [name, value] = Object.entries(row)[0] ?? [];
    await rolledBack(keeper, async () => {
      await keeper.query(`insert into public.${table} (user_id, ${name}) values ($1, $2)`, [
        anna.id,
        `${value} and more`,
      ]);
      await keeper.query(`update public.${table} set ${name} = 'less' where user_id = $1`, [
        anna.id,
      ]);
      expect(await allowance()).toEqual(await room());
      await keeper.query(`delete from public.${table} where user_id = $1`, [anna.id]);
      expect(await allowance()).toEqual(MAX);
    });
  },
);

test('design §4 quotas: a full account that hundreds of changes come to is counted once', async () => {
  await keeper.query(
    `insert into public.tasks (user_id, title) select $1, 'Task' from generate_series(1, 3000)`,
    [anna.id],
  );
  await keeper.query('analyze public.tasks');
  await setLimits(anna, { rows: 3000, bytes: 0 });
  await rolledBack(keeper, async () => {
    await keeper.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: anna.id, role: 'authenticated' }),
    ]);
    const refused = `select public.push_changes((
       select jsonb_agg(jsonb_build_object('table', 'tasks', 'uid', gen_random_uuid(), 'create', true,
         'set', jsonb_build_object('title', 'One too many')))
       from generate_series(1, 200) as n where $1::uuid is not null))`;
    expect(await reads(refused, 'tasks')).toBeLessThan(2 * 3000);
    expect(await stored()).toMatchObject({ rows: 3000 });
  });
});

test('design §4 quotas: what a write costs does not grow with the account, and counting reads no one else’s rows', async () => {
  const bert = await actor('bert');
  await rolledBack(keeper, async () => {
    // As in an installation of many accounts: a table of a few rows would be read whole.
    await keeper.query('set local enable_seqscan = off');
    // Plans of before would go on, and read the rows of whoever else is here at the moment.
    await keeper.query('discard plans');
    // Some of it are versions of the same few rows, left behind by this very transaction.
    const add = (owner: Actor, rows: number) =>
      keeper.query(
        `insert into public.tasks (user_id, title) select $1, 'Task' from generate_series(1, $2::integer)`,
        [owner.id, rows],
      );
    const insert = `insert into public.tasks (user_id, title) values ($1, 'One more')`;
    const grow = `update public.tasks set title = 'One more, and longer' where id = (
      select max(id) from public.tasks where user_id = $1)`;
    await add(anna, 10);
    expect(await reads(insert)).toBeLessThan(30);
    await add(anna, 3000);
    await add(bert, 40_000);
    await keeper.query('analyze public.tasks');
    expect(await reads(insert)).toBeLessThan(30);
    expect(await reads(grow)).toBeLessThan(30);

    await keeper.query('delete from private.allowances where user_id = $1', [anna.id]);
    const counting = await reads(insert);
    expect(counting).toBeGreaterThan(3000);
    expect(counting).toBeLessThan(3100);
  });
});
