import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSchema } from './test-schema.ts';
import { startTestRest, type TestRest } from './testing.ts';

let stack: TestRest;
beforeAll(async () => {
  stack = await startTestRest(testSchema);
});
afterAll(async () => stack.close());

const ann = '11111111-1111-4111-8111-111111111111';
const bob = '22222222-2222-4222-8222-222222222222';

const sleep = (seconds: number, sub?: string) =>
  stack.call('/rest/v1/rpc/slow', {
    method: 'POST',
    ...(sub !== undefined && { bearer: stack.token(sub) }),
    body: JSON.stringify({ seconds }),
  });

async function asleep(): Promise<number> {
  const { rows } = await stack.owner.query<{ count: number }>(
    `select count(*)::integer from pg_stat_activity
     where application_name = 'rest' and state = 'active' and query like '%slow%'`,
  );
  return rows[0]?.count ?? 0;
}

test.each([
  ['an account', ann],
  ['strangers together', undefined],
])('design §4: however much they ask at once, %s keep nobody waiting', async (_, sub) => {
  let answered = 0;
  const all = Promise.all(
    Array.from({ length: 12 }, async () => {
      const { status } = await sleep(0.7, sub);
      answered += 1;
      return status;
    }),
  );
  await expect.poll(asleep).toBe(3);
  const { status } = await sleep(0, bob);
  expect(status).toBe(204);
  expect(answered).toBeLessThan(9);
  // Their own come in turn.
  expect(await asleep()).toBeLessThanOrEqual(3);
  expect(new Set(await all)).toEqual(new Set([204]));
});

test('design §4: who waits for their own requests for too long is told so, and goes on after them', async () => {
  const first = Array.from({ length: 3 }, () => sleep(5.5, ann));
  await expect.poll(asleep).toBe(3);
  const late = await sleep(0, ann);
  expect(late.status).toBe(504);
  expect(await late.json()).toMatchObject({ code: 'PGRST003' });
  await Promise.all(first);
  expect((await sleep(0, ann)).status).toBe(204);
});
