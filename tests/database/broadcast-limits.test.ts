import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, serviceRole, type Actor } from '../support/actors.ts';
import { connect, rolledBack } from '../support/database.ts';

let keeper: Client;
let anna: Actor;

beforeAll(async () => {
  keeper = await connect();
});

beforeEach(async () => {
  anna = await actor('anna');
});

/** As if messages had been sent that take so long to be made up for. */
async function setBusyFor(interval: string): Promise<void> {
  await keeper.query(
    `insert into private.broadcast_spending (user_id, busy_until)
     values ($1, clock_timestamp() + $2::interval)
     on conflict (user_id) do update set busy_until = excluded.busy_until`,
    [anna.id, interval],
  );
}

async function lastMessage(): Promise<object | undefined> {
  const { rows } = await keeper.query<{ payload: object }>(
    `select payload from realtime.messages where topic = 'user:' || $1
     order by inserted_at desc limit 1`,
    [anna.id],
  );
  return rows[0]?.payload;
}

test('design §4 messages: ticking a long task back and forth fills no disk', async () => {
  const description = '長'.repeat(20_000);
  await anna.client.from('tasks').insert({ title: 'Long', description });
  // A moment before half of the share is spent.
  await setBusyFor('11 hours 59 minutes');
  await rolledBack(keeper, async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await keeper.query('update public.tasks set completed = not completed where user_id = $1', [
        anna.id,
      ]);
    }
    const { rows } = await keeper.query<{ bytes: number; messages: number }>(
      `select sum(octet_length(payload::text))::float8 as bytes, count(*)::integer as messages
       from realtime.messages where topic = 'user:' || $1 and inserted_at >= now() at time zone 'utc'`,
      [anna.id],
    );
    expect(rows[0]?.messages).toBe(20);
    expect(rows[0]?.bytes).toBeLessThan(2 * 64 * 1024);
  });
});

test('design §4 messages: after half of a day’s share long rows are fetched, short ones go as they are', async () => {
  await setBusyFor('13 hours');
  const { client } = anna;
  const task = { title: 'Long', description: 'x'.repeat(10_000) };
  const { data } = await client.from('tasks').insert(task).select('uid, rev').single();
  const told = await lastMessage();
  expect(told).toMatchObject({ table: 'tasks', op: 'INSERT', rev: data?.rev });
  expect(told).not.toHaveProperty('rows');
  await client.from('tasks').update({ description: 'short' }).eq('uid', data?.uid);
  expect(await lastMessage()).toMatchObject({ op: 'UPDATE', rows: [{ description: 'short' }] });
});

test('design §4 messages: when the share is spent, changes wait, with a sentence and for a while', async () => {
  await setBusyFor('1 day');
  const refused = await anna.client.from('tasks').insert({ title: 'One more' });
  expect(refused).toMatchObject({ status: 429, error: { code: 'PT429' } });
  expect(refused.error?.message).toMatch(/^Too many changes\. Please try again in \d seconds?\.$/);
  expect(await anna.client.from('tasks').select()).toMatchObject({ data: [] });

  // A device keeps its changes for later, and reads on, also where something is to be purged.
  const change = { table: 'tasks', uid: randomUUID(), create: true, set: { title: 'One more' } };
  expect(await anna.client.rpc('push_changes', { changes: [change] })).toMatchObject({
    status: 429,
    error: { code: 'PT429' },
  });
  await keeper.query("set session_replication_role = 'replica'");
  await keeper.query(
    `insert into public.tasks (user_id, title, deleted_at, updated_at)
     values ($1, 'Old', now() - interval '40 days', now() - interval '40 days')`,
    [anna.id],
  );
  await keeper.query("set session_replication_role = 'origin'");
  expect((await anna.client.rpc('pull_changes')).status).toBe(200);

  // A clock that was wrong for a while locks nobody out.
  await setBusyFor('10 days');
  const again = await anna.client.from('tasks').insert({ title: 'One more' });
  expect(again.error?.message).toMatch(/try again in \d seconds?\.$/);

  await setBusyFor('23 hours');
  expect((await anna.client.from('tasks').insert({ title: 'One more' })).status).toBe(201);
});

test('design §4 messages: what an administrator does to an account does not wait for it', async () => {
  await setBusyFor('1 day');
  const change = serviceRole().from('profiles').update({ is_admin: false }).eq('id', anna.id);
  expect((await change).error).toBeNull();
});

test('design §4 quotas: an account that is deleted leaves neither allowance nor spending', async () => {
  const bert = await actor('bert');
  await bert.client.from('folders').insert({ name: 'Recipes' });
  await bert.client.from('notes').insert([{ title: 'Soup' }, { title: 'Bread' }]);
  await serviceRole().rpc('set_account_limits', { account: bert.id, max_rows: 9, max_bytes: 9e9 });
  expect((await serviceRole().auth.admin.deleteUser(bert.id)).error).toBeNull();
  const { rows } = await keeper.query(
    `select user_id from private.allowances where user_id = $1
     union all select user_id from private.account_limits where user_id = $1
     union all select user_id from private.broadcast_spending where user_id = $1`,
    [bert.id],
  );
  expect(rows).toEqual([]);
});
