import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { actor, type Actor } from '../support/actors.ts';
import { ANY, done, push } from '../support/changes.ts';
import { limit, refusal, succeeded } from '../support/outcomes.ts';
import { ownTables } from '../support/tables.ts';

let ann: Actor;

beforeEach(async () => {
  ann = await actor('ann');
});

const ERASED = '1970-01-01T00:00:00+00:00';
const find = async (table: string, uid: string) =>
  succeeded(await ann.client.from(table).select().eq('uid', uid).single());

/** A row in the trash, made in a request as a device sends it. */
async function inTrash(table: string, set: object): Promise<string> {
  const uid = randomUUID();
  await push(ann, { table, uid, create: true, set }, { table, uid, delete: true, seen: ANY });
  return uid;
}

test.each(ownTables)(
  'design §3: a program says that a row of $table is deleted, and not when',
  async ({ table, row }) => {
    const uid = randomUUID();
    const write = (change: object) => ann.client.from(table).update(change).eq('uid', uid);
    await done(ann, { table, uid, create: true, set: row });
    for (const deleted_at of ['infinity', '-infinity', 'epoch', '2999-01-01', '1999-01-01']) {
      const before = Date.now() - 60_000;
      expect((await write({ deleted_at })).status).toBe(204);
      const stored = await find(table, uid);
      expect(Date.parse(stored.deleted_at), deleted_at).toBeGreaterThan(before);
      expect(Date.parse(stored.deleted_at), deleted_at).toBeLessThan(Date.now() + 60_000);
      for (const again of ['infinity', '-infinity', '2999-01-01', '1999-01-01']) {
        expect((await write({ deleted_at: again })).status).toBe(204);
        expect(await find(table, uid), again).toMatchObject({ deleted_at: stored.deleted_at });
      }
      expect((await write({ deleted_at: null })).status).toBe(204);
    }
  },
);

test.each(ownTables)(
  'design §3: a row of $table is not deleted for good with its texts in it',
  async ({ table, row }) => {
    const uid = await inTrash(table, row);
    const before = await find(table, uid);
    const erase = ann.client.from(table).update({ deleted_at: 'epoch' }).eq('uid', uid);
    expect(await erase).toMatchObject(
      refusal(
        limit(table, table === 'categories' ? 'categories_are_not_erased' : 'erased_is_empty'),
      ),
    );
    expect(await find(table, uid)).toEqual(before);
  },
);

test.each(ownTables.filter(({ table }) => table !== 'categories'))(
  'design §3: what was deleted for good in $table never comes back, and nothing is put into it',
  async ({ table, row, change }) => {
    const uid = await inTrash(table, row);
    const gone = await done(ann, { table, uid, erase: true });
    expect(gone).toMatchObject({ deleted_at: ERASED });
    for (const attempt of [{ deleted_at: null }, { deleted_at: 'infinity' }, change]) {
      expect((await ann.client.from(table).update(attempt).eq('uid', uid)).status).toBe(204);
    }
    await done(ann, { table, uid, restore: true });
    await done(ann, { table, uid, create: true, set: row });
    expect(await find(table, uid)).toMatchObject(gone);
  },
);

test('design §3: a task completed once more has its next occurrence, also where that was deleted for good', async () => {
  const first = { table: 'tasks', uid: randomUUID() };
  const [today, tomorrow] = ['2026-11-21', '2026-11-22'];
  const set = { title: 'Run', repeat_type: 'daily', due_date: today };
  await done(ann, { ...first, create: true, set });
  const complete = { ...first, set: { completed: true }, today };
  await done(ann, complete);
  const next = succeeded(await ann.client.from('tasks').select().eq('due_date', tomorrow).single());
  const second = { table: 'tasks', uid: String(next.uid) };
  await push(
    ann,
    { ...second, delete: true, seen: ANY },
    { ...second, erase: true },
    { ...first, set: { completed: false } },
  );
  expect(await find('tasks', second.uid)).toMatchObject({ deleted_at: ERASED });
  await done(ann, complete);
  expect(await find('tasks', second.uid)).toMatchObject({ deleted_at: null, title: 'Run' });
});
