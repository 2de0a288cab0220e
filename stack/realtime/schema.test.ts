import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applySchema, startDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let sql: Client;

beforeAll(async () => {
  database = await startDatabase();
  sql = await database.connect();
});

afterAll(async () => {
  await sql.end();
  await database.stop();
});

test('design §1: the schema can be applied again, and partitions survive a jump of the clock', async () => {
  await applySchema(database);
  const far = '2031-05-05 12:00';
  await sql.query(
    `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
     values ('far', 'broadcast', 'e', '{}', true, $1)`,
    [far],
  );
  // As the running server does it, not as the superuser that applies the schema.
  await sql.query('set role supabase_realtime_admin');
  await sql.query(`select realtime.maintain_partitions($1::timestamp)`, [far]);
  const { rows } = await sql.query<{ home: string }>(
    `select tableoid::regclass::text as home from realtime.messages where topic = 'far'`,
  );
  expect(rows).toEqual([{ home: 'realtime.messages_2031_05_05' }]);
  await sql.query(`select realtime.maintain_partitions($1::timestamp + interval '1 day')`, [far]);
  await sql.query(`select realtime.maintain_partitions($1::timestamp + interval '5 days')`, [far]);
  await sql.query('reset role');
  const left = await sql.query(`select from realtime.messages where topic = 'far'`);
  expect(left.rowCount).toBe(0);
  await applySchema(database);
});

test('design §1: a failing send is a warning', async () => {
  const warnings: string[] = [];
  sql.on('notice', ({ message }) => warnings.push(message ?? ''));
  await sql.query(`select realtime.send('[1]', 'e', 't')`);
  expect(warnings).toEqual([expect.stringContaining('WarnSendingBroadcastMessage')]);
});

test('design §4: nobody but the database writes messages', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await sql.query(`set role ${role}`);
    const writing = sql.query(`insert into realtime.messages (topic, extension) values ('t', 'e')`);
    await expect(writing).rejects.toThrow('permission denied for table messages');
    await sql.query('reset role');
  }
});
