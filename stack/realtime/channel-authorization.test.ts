import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startDatabase, startRealtime, subscribe, waitFor } from './testing.ts';
import type { TestDatabase, TestRealtime } from './testing.ts';

let database: TestDatabase;
let realtime: TestRealtime;
let sql: Client;

beforeAll(async () => {
  database = await startDatabase();
  sql = await database.connect();
  await sql.query(`create table board (member uuid primary key);
    grant select on board to authenticated;
    create policy "Members receive the board" on realtime.messages for select to authenticated
      using (topic = 'board' and exists (select from board where member = auth.uid()))`);
  realtime = await startRealtime(database, {
    rightsCheckMs: 500,
    tokenCheckMs: 50,
    policyMs: 1_000,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await realtime.close();
  await sql.end();
  await database.stop();
});

async function member() {
  const sub = randomUUID();
  await sql.query('insert into board values ($1)', [sub]);
  const channel = await subscribe(await realtime.client(realtime.token(sub)), 'board');
  return { sub, ...channel };
}

const dismiss = (sub: string) => sql.query('delete from board where member = $1', [sub]);
const send = (n: number) =>
  sql.query(`select realtime.send(jsonb_build_object('n', $1::int), 'change', 'board')`, [n]);

test('design §1: a right that is withdrawn ends the channel with the message that tells of it', async () => {
  const [stays, goes] = [await member(), await member()];
  await dismiss(goes.sub);
  await send(1);
  await waitFor(() => goes.statuses.includes('CLOSED'));
  expect(goes.system[0]?.['message']).toContain('You no longer have permission to read');
  await send(2);
  await waitFor(() => stays.messages.length === 2);
  expect(goes.messages.length).toBe(1);
  expect(stays.statuses).toEqual(['SUBSCRIBED']);
});

test('design §1: a right that is withdrawn right after a look at it is missed for one pause at most', async () => {
  const goes = await member();
  await send(1);
  await waitFor(() => goes.messages.length === 1);
  await dismiss(goes.sub);
  await send(2);
  await waitFor(() => goes.statuses.includes('CLOSED'));
  expect(goes.messages.length).toBeLessThanOrEqual(2);
});

test('design §1: a database that is away takes nobody’s rights', async () => {
  const stays = await member();
  await database.crash();
  await database.start();
  sql = await database.connect();
  await send(1);
  await waitFor(() => stays.messages.length === 1);
  await send(2);
  await waitFor(() => stays.messages.length === 2);
  expect(stays.statuses).toEqual(['SUBSCRIBED']);
});

test('design §1: a database that is too busy to answer takes nobody’s rights', async () => {
  const stays = await member();
  const blocker = await database.connect();
  await blocker.query('begin; lock table board');
  await send(1);
  await waitFor(() => stays.messages.length === 1);
  // Given up after the time that a policy may take, and asked again.
  const asked = new Set<string>();
  await waitFor(async () => {
    const { rows } = await sql.query<{ at: string }>(
      `select xact_start::text as at from pg_stat_activity
       where application_name = 'realtime authorisation' and wait_event_type = 'Lock'`,
    );
    for (const { at } of rows) asked.add(at);
    return asked.size > 1;
  });
  await blocker.query('rollback');
  await blocker.end();
  await send(2);
  await waitFor(() => stays.messages.length === 2);
  expect(stays.statuses).toEqual(['SUBSCRIBED']);
});

test('design §1: the clock jumps a day ahead: channels of tokens that are over end at once', async () => {
  const one = await member();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  await waitFor(() => one.statuses.includes('CLOSED'));
  expect(one.system[0]?.['message']).toMatch(/^Token has expired \d+ seconds ago$/);
});
