import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { connect, rolledBack } from '../support/database.ts';

let sql: Client;

beforeAll(async () => {
  sql = await connect();
});

const limits = (key: string) => JSON.stringify([{ key, attempts: 5, seconds: 300 }]);

/** Seconds to wait; 0 when the attempt was counted. */
async function consume(key: string): Promise<number> {
  const { rows } = await sql.query<{ wait: number }>(
    'select public.consume_rate_limits($1) as wait',
    [limits(key)],
  );
  return rows[0]?.wait ?? Number.NaN;
}

/** As if the attempts so far had been made by a clock that was set back since. */
const setClockBack = (key: string, days: number) =>
  sql.query(
    `update private.rate_limits set busy_until = busy_until + make_interval(days => $2)
     where key = $1`,
    [key, days],
  );

test('design §4 limits: five attempts in five minutes, and then the time of one', async () => {
  await rolledBack(sql, async () => {
    const key = randomUUID();
    for (let n = 0; n < 5; n += 1) expect(await consume(key)).toBe(0);
    const wait = await consume(key);
    expect(wait).toBeGreaterThan(55);
    expect(wait).toBeLessThanOrEqual(60);
  });
});

test('design §4 limits: the clock jumps a day back: nobody waits longer than the time of one attempt', async () => {
  await rolledBack(sql, async () => {
    const key = randomUUID();
    expect(await consume(key)).toBe(0);
    await setClockBack(key, 1);
    const wait = await consume(key);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    await setClockBack(key, -1);
    expect(await consume(key)).toBe(0);
  });
});
