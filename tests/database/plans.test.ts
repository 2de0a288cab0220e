import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor } from '../support/actors.ts';
import { connect, readSoFar, rolledBack } from '../support/database.ts';

let database: Client;

beforeAll(async () => {
  database = await connect();
});

/** What the dashboard's two queries read for a user with 50 open tasks and this much history. */
async function dashboardReads(history: number): Promise<number[]> {
  return rolledBack(database, async () => {
    const user = randomUUID();
    await database.query('set local session_replication_role = replica');
    await database.query(
      `insert into public.tasks (user_id, title, completed, completed_at)
       select $1, 'Done', true, now() - n * interval '1 hour' from generate_series(24, $2::integer) as n`,
      [user, history],
    );
    await database.query(
      `insert into public.tasks (user_id, title, due_date)
       select $1, 'Open', current_date from generate_series(1, 50)`,
      [user],
    );
    await database.query('analyze public.tasks');
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: user, role: 'authenticated' }),
    ]);
    await database.query('set local role authenticated');
    const reads: number[] = [];
    for (const where of [
      'not completed and deleted_at is null order by rank, due_date, id',
      "completed and completed_at >= now() - interval '12 hours' and deleted_at is null",
    ]) {
      const before = await readSoFar(database);
      await database.query(`select * from public.tasks where ${where}`);
      reads.push((await readSoFar(database)) - before);
    }
    return reads;
  });
}

test('design §3: the dashboard reads no more after years of completed tasks', async () => {
  const [few, many] = [await dashboardReads(100), await dashboardReads(20_000)];
  for (const [place, reads] of many.entries()) {
    expect(reads).toBeLessThanOrEqual((few[place] ?? 0) + 60);
  }
});

/** What a device's requests read for a user with 50 open tasks and this much history. */
async function deviceReads(history: number): Promise<Record<string, number>> {
  const { id } = await actor('plans');
  return rolledBack(database, async () => {
    await database.query('set local session_replication_role = replica');
    await database.query(
      `insert into public.tasks (user_id, title, completed, completed_at)
       select $1, 'Done', true, now() - interval '61 days' from generate_series(1, $2::integer)`,
      [id, history],
    );
    await database.query(
      `insert into public.tasks (user_id, title, repeat_type, due_date)
       select $1, 'Open', 'daily', current_date from generate_series(1, 50)`,
      [id],
    );
    // Where one person has most of a small table, reading all of it may well be the best plan.
    await database.query(
      `insert into public.tasks (user_id, title) select $1, 'Another’s' from generate_series(1, 40000)`,
      [randomUUID()],
    );
    await database.query('analyze public.tasks');
    await database.query('set local session_replication_role = origin');
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: id, role: 'authenticated' }),
    ]);
    await database.query('set local role authenticated');
    const { rows } = await database.query<{ uid: string }>(
      'select uid from public.tasks where not completed limit 4',
    );
    const [a, b, c, d] = rows.map(({ uid }) => uid);
    const push = (change: object) =>
      database.query('select public.push_changes($1)', [
        JSON.stringify([{ table: 'tasks', ...change }]),
      ]);
    const requests: Record<string, () => Promise<unknown>> = {
      'an edit': () => push({ uid: a, set: { title: 'Edited' } }),
      'a tick': () => push({ uid: b, set: { completed: true }, today: '2026-11-22' }),
      'a drag': () => push({ uid: c, set: { rank: 'a5' } }),
      'a deletion': () => push({ uid: d, delete: true, seen: 1_000_000 }),
      'a new task': () => push({ uid: randomUUID(), create: true, set: { title: 'New' } }),
      'a pull': () =>
        database.query(
          'select public.pull_changes(h.uid, h.rev) from private.open_own_history() as h',
        ),
      'a first pull': () => database.query('select public.pull_changes()'),
      'a page of what was completed': () =>
        database.query("select public.completed_tasks(now() - interval '60 days')"),
    };
    // The first request opens the history and counts the account for its allowance, once.
    await push({ uid: randomUUID(), create: true, set: { title: 'First' } });
    const reads: Record<string, number> = {};
    for (const [name, request] of Object.entries(requests)) {
      const before = await readSoFar(database);
      await request();
      reads[name] = (await readSoFar(database)) - before;
    }
    return reads;
  });
}

test('design §5: what a device asks reads no more after years of completed tasks', async () => {
  const [few, many] = [await deviceReads(100), await deviceReads(20_000)];
  for (const [name, reads] of Object.entries(many)) {
    expect(reads, name).toBeLessThanOrEqual((few[name] ?? 0) + 60);
  }
});

test('design §5: a search among completed tasks looks at 20,000 at a time, however many there are', async () => {
  const { id } = await actor('plans');
  const { pages, reads } = await rolledBack(database, async () => {
    await database.query('set local session_replication_role = replica');
    // All at the same moment, as an import may have it.
    await database.query(
      `insert into public.tasks (user_id, title, completed, completed_at)
       select $1, case n when 100 then 'Wanted' else 'Done' end, true, '2020-01-01'
       from generate_series(1, 20500) as n`,
      [id],
    );
    await database.query('analyze public.tasks');
    await database.query('set local session_replication_role = origin');
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: id, role: 'authenticated' }),
    ]);
    await database.query('set local role authenticated');
    type Page = { rows: { title: string }[]; next: { before: string; before_uid: string } | null };
    const answers: Page[] = [];
    const counts: number[] = [];
    let next: Page['next'] = null;
    do {
      const before = await readSoFar(database, 'tasks');
      const asked: [string | null, string | null] = [
        next?.before ?? null,
        next?.before_uid ?? null,
      ];
      const { rows } = await database.query<{ page: Page }>(
        "select public.completed_tasks($1, $2, 'wANT') as page",
        asked,
      );
      counts.push((await readSoFar(database, 'tasks')) - before);
      const [answer] = rows;
      if (!answer) throw new Error('Nothing was answered.');
      answers.push(answer.page);
      next = answer.page.next;
    } while (next && answers.length < 9);
    return { pages: answers, reads: counts };
  });
  expect(pages).toHaveLength(2);
  expect(pages.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual(['Wanted']);
  for (const count of reads) expect(count).toBeLessThanOrEqual(40_000);
});
