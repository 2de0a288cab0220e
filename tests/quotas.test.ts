import { beforeEach, expect, test } from 'vitest';
import { actor, bearer, nobody, type Actor } from './support/actors.ts';
import { ANY, done, pull } from './support/changes.ts';
import { makeRoom, setLimits } from './support/limits.ts';
import { refusal, succeeded } from './support/outcomes.ts';
import { ownTables } from './support/tables.ts';
import { forge } from './support/tokens.ts';

let anna: Actor;

beforeEach(async () => {
  anna = await actor('anna');
});

const full = (message: string) => refusal({ status: 507, code: 'PT507', message });
const fullOf = (rows: string) => full(`Your account is full: ${rows} entries are the most.`);
const tasks = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `Task ${n}` }));

/** How much of everything there is. */
async function stored({ client }: Actor): Promise<number> {
  const counts = await Promise.all(
    ownTables.map(({ table }) => client.from(table).select('*', { count: 'exact', head: true })),
  );
  return counts.reduce((sum, { count }) => sum + (count ?? Number.NaN), 0);
}

test('design §4 quotas: rows of all tables count together, and the next one is refused in words', async () => {
  await setLimits(anna, { rows: ownTables.length });
  for (const { table, row } of ownTables)
    succeeded(await anna.client.from(table).insert(row).select());
  for (const { table, row } of ownTables) {
    const another = 'name' in row ? { name: 'Another' } : row;
    expect(await anna.client.from(table).insert(another)).toMatchObject(fullOf('5'));
  }
  expect(await stored(anna)).toBe(ownTables.length);
});

test('design §4 quotas: a statement goes in whole or not at all', async () => {
  await setLimits(anna, { rows: 1200 });
  expect((await anna.client.from('tasks').insert(tasks(1200))).status).toBe(201);
  expect(await anna.client.from('tasks').insert(tasks(2))).toMatchObject(fullOf('1,200'));
  expect(await stored(anna)).toBe(1200);
});

const deletion = (uid: string) => ({ table: 'tasks', uid, delete: true, seen: ANY });

test('design §4 quotas: a full account can be tidied up, and then takes as much as has gone for good', async () => {
  await setLimits(anna, { rows: 3 });
  const { client } = anna;
  const rows = succeeded(await client.from('tasks').insert(tasks(3)).select('id, uid'));
  await setLimits(anna, { rows: 2, bytes: 1 });
  const [first, second] = rows.map(({ id }) => Number(id));
  const uid = String(rows[0]?.uid);

  expect(
    (await client.rpc('toggle_task', { task_id: first, today: '2026-11-22' })).error,
  ).toBeNull();
  expect((await client.rpc('reorder_tasks', { task_ids: [second, first] })).error).toBeNull();
  expect((await client.from('tasks').update({ title: 'T' }).eq('id', first)).status).toBe(204);
  await done(anna, deletion(uid));
  await setLimits(anna, { rows: 3 });
  const { history, rev } = await pull(anna);
  // It may come back, so it counts.
  expect(await client.from('notes').insert({ title: 'Soup' })).toMatchObject(fullOf('3'));

  await done(anna, { table: 'tasks', uid, erase: true });
  expect((await client.from('notes').insert({ title: 'Soup' })).status).toBe(201);
  expect(await client.from('notes').insert({ title: 'Bread' })).toMatchObject(fullOf('3'));
  // A device that has not heard of what made room forgets what it has.
  const fresh = await pull(anna, { history, since: rev });
  expect(fresh).toMatchObject({ begins: true });
  expect(fresh.rows.map(({ row }) => row.uid)).not.toContain(uid);
});

test('design §4 quotas: what was deleted can be brought back into a full account', async () => {
  await setLimits(anna, { rows: 3 });
  const rows = succeeded(await anna.client.from('tasks').insert(tasks(3)).select('uid'));
  const uids = rows.map(({ uid }) => String(uid));
  for (let turn = 0; turn < 4; turn += 1) {
    for (const uid of uids) await done(anna, deletion(uid));
    for (const uid of uids) {
      expect(await done(anna, { table: 'tasks', uid, restore: true })).toMatchObject({
        deleted_at: null,
      });
    }
  }
});

test('design §4 quotas: bytes of text are bounded too, as UTF-8, in new and in changed rows', async () => {
  await setLimits(anna, { bytes: 10_000 });
  const { client } = anna;
  const message = 'Your account is full: 0.01 MB of text are the most.';
  const note = succeeded(
    await client
      .from('notes')
      .insert({ title: 'n', content: 'é'.repeat(4000) })
      .select()
      .single(),
  );
  const grow = (length: number) =>
    client
      .from('notes')
      .update({ content: 'é'.repeat(length) })
      .eq('id', note.id);
  expect(await grow(5000)).toMatchObject(full(message));
  expect(
    await client.from('tasks').insert({ title: 't', description: 'x'.repeat(2000) }),
  ).toMatchObject(full(message));
  expect((await grow(4999)).status).toBe(204);
  expect((await grow(4000)).status).toBe(204);
  expect((await client.from('tasks').insert({ title: 'x'.repeat(400) })).status).toBe(201);
});

test('design §4 quotas: completing a repeating task of a full account is refused, and nothing is half done', async () => {
  const { client } = anna;
  const task = { title: 'Run', repeat_type: 'daily', due_date: '2026-11-22' };
  const { id } = succeeded(await client.from('tasks').insert(task).select('id').single());
  await setLimits(anna, { rows: 1 });
  const toggled = await client.rpc('toggle_task', { task_id: id, today: '2026-11-22' });
  expect(toggled).toMatchObject(fullOf('1'));
  expect(succeeded(await client.from('tasks').select('completed'))).toEqual([{ completed: false }]);
});

test('design §4 quotas: many writers at once fill the account to its bound and not beyond', async () => {
  await setLimits(anna, { rows: 100 });
  const attempts = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const { table, row } = ownTables[[0, 2, 4][n % 3] ?? 0] ?? { table: '', row: {} };
      return anna.client.from(table).insert([row, row, row]);
    }),
  );
  const outcomes = Map.groupBy(attempts, ({ status }) => status);
  expect(new Set(outcomes.keys())).toEqual(new Set([201, 507]));
  expect(outcomes.get(201)).toHaveLength(33);
  expect(await stored(anna)).toBe(99);
});

test('design §4 quotas: one full account is nobody else’s business', async () => {
  const bert = await actor('bert');
  await setLimits(anna, { rows: 0 });
  expect(await anna.client.from('tasks').insert(tasks(1))).toMatchObject(fullOf('0'));
  expect((await bert.client.from('tasks').insert(tasks(1))).status).toBe(201);
  await makeRoom(anna);
  expect((await anna.client.from('tasks').insert(tasks(1))).status).toBe(201);
});

test('design §4 quotas: nobody but the operator says what an account may store', async () => {
  const limits = { account: anna.id, max_rows: 1e9, max_bytes: 1e12 };
  const denied = { code: '42501', message: 'permission denied for function set_account_limits' };
  const forged = bearer(forge({ sub: anna.id, role: 'service_role', exp: 4e9 }));
  const administrator = await actor('administrator', { admin: true });
  expect(await nobody().rpc('set_account_limits', limits)).toMatchObject(
    refusal({ status: 401, ...denied }),
  );
  for (const { client } of [anna, administrator]) {
    expect(await client.rpc('set_account_limits', limits)).toMatchObject(
      refusal({ status: 403, ...denied }),
    );
  }
  expect(await forged.rpc('set_account_limits', limits)).toMatchObject({ status: 401 });
});
