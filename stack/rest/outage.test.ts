import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsOwner } from '../postgres/prepare.ts';
import { testSchema } from './test-schema.ts';
import { startTestRest, type TestRest } from './testing.ts';

let stack: TestRest;
beforeAll(async () => {
  stack = await startTestRest(testSchema);
});
afterAll(async () => stack.close());

const user = '11111111-1111-4111-8111-111111111111';
const insert = (title: string) =>
  stack.call('/rest/v1/things', {
    method: 'POST',
    bearer: stack.token(user),
    body: JSON.stringify({ title }),
  });

test('design §1: a killed backend is a 503 for its request, and the next one works', async () => {
  const slow = stack.call('/rest/v1/rpc/slow', { method: 'POST', body: '{"seconds":20}' });
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'rest' and state = 'active' and query like '%slow%'`;
  await expect.poll(async () => (await stack.owner.query(kill)).rowCount).toBeGreaterThan(0);
  const answer = await slow;
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'PGRST001' });
  expect((await insert('after the kill')).status).toBe(201);
});

test('design §1: idle connections may be killed unnoticed', async () => {
  await Promise.all(Array.from({ length: 10 }, async (_, n) => insert(`warm ${n}`)));
  await stack.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rest'`,
  );
  await expect.poll(async () => (await insert('after all were killed')).status).toBe(201);
});

test('design §1: a crash of the database under load loses no acknowledged write and heals by itself', async () => {
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const end = new AbortController();
  const load = Array.from({ length: 8 }, async (_, worker) => {
    for (let n = 0; !end.signal.aborted; n += 1) {
      const title = `load ${worker}.${n}`;
      const { status } = await insert(title);
      statuses.add(status);
      if (status === 201) acknowledged.push(title);
    }
  });
  try {
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100);
    stack.crashDatabase();
    await expect.poll(() => statuses.has(503), { timeout: 10_000 }).toBe(true);
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 100);
  } finally {
    // Else, after a failure, it would ask a closed service without a pause for ever.
    end.abort();
    await Promise.all(load);
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 503]);
  // The connection of before went down with the database.
  await using owner = await connectAsOwner(stack.context.database);
  const { rows } = await owner.query<{ title: string }>('select title from public.things');
  const kept = new Set(rows.map(({ title }) => title));
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
});
