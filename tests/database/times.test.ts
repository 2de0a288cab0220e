import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, type Actor } from '../support/actors.ts';
import { push } from '../support/changes.ts';
import { connect } from '../support/database.ts';
import { ownTables } from '../support/tables.ts';

let database: Client;
let ann: Actor;

beforeAll(async () => {
  [database, ann] = await Promise.all([connect(), actor('ann')]);
});

/** What JavaScript has no date for, or another one. */
const ODD = ['infinity', '-infinity', '0044-03-15 BC', '12026-01-01'];

/** Times that people may say, by their table. */
async function timesOf(table: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select a.attname as name from pg_attribute as a
     where a.attrelid = $1::regclass and a.atttypid = 'timestamptz'::regtype and (
       has_column_privilege('authenticated', a.attrelid, a.attnum, 'INSERT')
       or has_column_privilege('authenticated', a.attrelid, a.attnum, 'UPDATE'))`,
    [`public.${table}`],
  );
  return rows.map(({ name }) => name);
}

/** Rows of Ann whose time is one that no client reads. */
async function unreadable(table: string, column: string): Promise<number> {
  const { rows } = await database.query(
    `select from public.${table} where user_id = $1
       and not ${column} between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'`,
    [ann.id],
  );
  return rows.length;
}

test.each(ownTables)(
  'design §3: no time in $table is one that devices cannot read',
  async ({ table, row, change }) => {
    const columns = await timesOf(table);
    expect(columns).toContain('created_at');
    for (const column of columns) {
      for (const time of ODD) {
        const [uid, sent] = [randomUUID(), randomUUID()];
        const done = column === 'completed_at' ? { completed: true } : {};
        const own = 'name' in row ? { name: `n ${uid}` } : row;
        const set = { ...own, ...done, [column]: time };
        await ann.client.from(table).insert({ uid, ...set });
        await ann.client.from(table).upsert({ uid, ...own });
        await ann.client
          .from(table)
          .update({ ...done, [column]: time })
          .eq('uid', uid);
        await push(
          ann,
          { table, uid: sent, create: true, set },
          { table, uid: sent, create: true, set: change },
          { table, uid, set: { ...done, [column]: time } },
        );
        expect(await unreadable(table, column), `${column} ${time}`).toBe(0);
      }
    }
  },
);
