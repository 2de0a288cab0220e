import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, serviceRole, type Actor } from '../support/actors.ts';
import { connect } from '../support/database.ts';
import { ownTables } from '../support/tables.ts';

let keeper: Client;
let anna: Actor;

beforeAll(async () => {
  keeper = await connect();
});

beforeEach(async () => {
  anna = await actor('anna');
});

/** What follows on this connection is somebody's own doing. */
async function session(of: Actor): Promise<Client> {
  const client = await connect();
  const claims = JSON.stringify({ sub: of.id, role: 'authenticated' });
  await client.query("select set_config('request.jwt.claims', $1, false)", [claims]);
  await client.query('set role authenticated');
  return client;
}

/** Whether somebody's history is locked at this moment. */
async function isLocked({ id }: Actor): Promise<boolean> {
  const { rows } = await keeper.query(
    'select from private.histories where user_id = $1 for update skip locked',
    [id],
  );
  return rows.length === 0;
}

const writes = [
  ...ownTables.map(({ table, row }) => {
    const [[column, value] = ['', '']] = Object.entries(row);
    return `insert into public.${table} (${column}) values ('${value}')`;
  }),
  ...ownTables.map(({ table }) => `update public.${table} set deleted_at = now()`),
  "select public.push_changes('[]')",
  'select public.reorder_tasks(array[]::bigint[])',
  "select public.rename_category('Garden', 'Kitchen')",
  "select public.stage_import(gen_random_uuid(), 'todo.csv', 1, '[]')",
];

test.each(writes)(
  'design §3: %s: one lock of the account, and no other account’s',
  async (write) => {
    const [one, bert] = [await session(anna), await actor('bert')];
    await one.query(
      "insert into public.categories (name) values ('Garden') on conflict do nothing",
    );
    await one.query("insert into public.tasks (title) values ('There')");
    await one.query('begin');
    expect(await isLocked(anna)).toBe(false);
    await one.query(write.replace("values ('Garden')", "values ('Other')"));
    expect(await isLocked(anna)).toBe(true);
    const { rows } = await keeper.query(
      `select l.locktype from pg_locks as l
     where l.pid = $1 and l.locktype in ('advisory', 'tuple')`,
      [(await one.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid],
    );
    expect(rows).toEqual([]);
    // Answers, although the other one has not ended.
    expect((await bert.client.from('tasks').insert({ title: 'Bert’s' })).status).toBe(201);
    await one.query('rollback');
    expect(await isLocked(anna)).toBe(false);
  },
);

/** How often rows of a table were written in this transaction. */
async function written(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ writes: number }>(
    `select (n_tup_ins + n_tup_upd)::float8 as writes from pg_stat_xact_user_tables
     where schemaname || '.' || relname = $1`,
    [table],
  );
  return rows[0]?.writes ?? 0;
}

test('design §3: the counter moves once a transaction, however many rows come in', async () => {
  const one = await session(anna);
  await one.query("insert into public.tasks (title) values ('First')");
  await one.query('begin');
  const before = await written(one, 'private.histories');
  for (let part = 0; part < 4; part += 1) {
    await one.query(
      "insert into public.tasks (title) select 'Imported' from generate_series(1, 2500)",
    );
  }
  await one.query("update public.tasks set title = 'Imported twice'");
  expect(await written(one, 'public.tasks')).toBeGreaterThanOrEqual(20_000);
  expect((await written(one, 'private.histories')) - before).toBe(1);
  await one.query('commit');
});

test('design §3: an account that is deleted while it writes is deleted, and nobody waits for nobody', async () => {
  for (let round = 0; round < 5; round += 1) {
    const bert = await actor('bert');
    const tabs = await Promise.all([1, 2, 3].map(() => session(bert)));
    const writing = tabs.map(async (tab) => {
      for (let step = 0; step < 20; step += 1) {
        await tab.query("insert into public.tasks (title) values ('Still here')");
        await tab.query("update public.tasks set title = title || '!' where length(title) < 50");
      }
    });
    const deletion = { subject: bert.id, actor: null };
    const [deleted, ...outcomes] = await Promise.all([
      serviceRole().rpc('delete_user', deletion),
      ...writing.map((done) => done.catch((error: unknown) => error)),
    ]);
    expect(deleted.error).toBeNull();
    for (const outcome of outcomes) {
      // The account is gone, which is all that may go wrong.
      if (outcome !== undefined) expect(outcome).toMatchObject({ code: '23503' });
    }
    const { rows } = await keeper.query('select from public.tasks where user_id = $1', [bert.id]);
    expect(rows).toEqual([]);
  }
});

test('design §3: the identity service deletes an account while it writes, and nobody waits for nobody', async () => {
  const [bert, service] = [await actor('bert'), await connect()];
  const tab = await session(bert);
  await tab.query("insert into public.tasks (title) values ('Still here')");
  await tab.query('begin');
  await tab.query("update public.tasks set title = 'Still here!'");
  const deletion = service.query('delete from auth.users where id = $1', [bert.id]);
  await expect
    .poll(async () => {
      const { rows } = await keeper.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ '^delete from auth.users'`,
      );
      return rows.length;
    })
    .toBe(1);
  await tab.query("insert into public.tasks (title) values ('And another')");
  await tab.query('commit');
  expect((await deletion).rowCount).toBe(1);
  await expect(tab.query("insert into public.tasks (title) values ('Late')")).rejects.toMatchObject(
    { code: '23503' },
  );
});
