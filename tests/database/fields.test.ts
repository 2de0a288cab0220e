import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { actor, type Actor } from '../support/actors.ts';
import { ANY, done, push } from '../support/changes.ts';
import { connect } from '../support/database.ts';
import { limit, refusal, succeeded } from '../support/outcomes.ts';
import { ownTables } from '../support/tables.ts';

let database: Client;
let ann: Actor;

beforeAll(async () => {
  database = await connect();
});

beforeEach(async () => {
  ann = await actor('ann');
});

type Column = { name: string; isChangeable: boolean | null; isTyped: boolean | null };

/** The columns of a table that hold a person's words, with what changes may do with them. */
async function textsOf(table: string): Promise<Column[]> {
  const { rows } = await database.query<Column>(
    `select a.attname as name, a.attname = any (private.columns_of($1)) as "isChangeable",
       private.is_typed($1, array[a.attname::text]) as "isTyped"
     from pg_attribute as a
     where a.attrelid = format('public.%I', $1::text)::regclass and a.attnum > 0
       and a.atttypid = 'text'::regtype and a.attname <> 'rank'`,
    [table],
  );
  return rows;
}

/** Words as a column takes them. */
const written = (column: string, text: string) =>
  column === 'recurrence' ? `RRULE:${text.replaceAll(' ', '-')}` : text;

test.each(ownTables)(
  'design §3: every text of $table is changed by devices and programs, and counts as typed in one way',
  async ({ table, row }) => {
    const columns = await textsOf(table);
    expect(columns).not.toEqual([]);
    const uid = randomUUID();
    await done(ann, { table, uid, create: true, set: row });
    for (const { name, isChangeable, isTyped } of columns) {
      expect(isChangeable, `${name} in private.columns_of`).toBe(true);
      const said = (text: string) => written(name, text);
      await done(ann, { table, uid, set: { [name]: said('From a device') } });
      const one = ann.client.from(table).select().eq('uid', uid).single();
      expect(succeeded(await one)[name]).toBe(said('From a device'));
      const changed = succeeded(
        await ann.client
          .from(table)
          .update({ [name]: said('Written') })
          .eq('uid', uid)
          .select()
          .single(),
      );
      expect(changed[name]).toBe(said('Written'));
      expect(changed.edited_rev === changed.rev, `${name} in mark_edited`).toBe(isTyped);
    }
  },
);

const erasable = ownTables.filter(({ table }) => table !== 'categories');

test.each(erasable)(
  'design §3: deleting a row of $table for good empties every text of it, and less is refused',
  async ({ table }) => {
    const columns = await textsOf(table);
    const full = Object.fromEntries(columns.map(({ name }) => [name, written(name, 'Private')]));
    const inTrash = async () => {
      const uid = randomUUID();
      await push(
        ann,
        { table, uid, create: true, set: full },
        { table, uid, delete: true, seen: ANY },
      );
      return uid;
    };
    const emptied = await done(ann, { table, uid: await inTrash(), erase: true });
    expect(columns.filter(({ name }) => String(emptied[name]).includes('Private'))).toEqual([]);
    const uid = await inTrash();
    const empty = Object.fromEntries(columns.map(({ name }) => [name, emptied[name]]));
    for (const { name } of columns) {
      const change = { ...empty, [name]: written(name, 'Private'), deleted_at: 'epoch' };
      expect(await ann.client.from(table).update(change).eq('uid', uid), name).toMatchObject(
        refusal(limit(table, 'erased_is_empty')),
      );
    }
  },
);

test.each(ownTables)(
  'design §7 an import: every text of $table arrives as it was staged',
  async ({ table, row }) => {
    const columns = await textsOf(table);
    const texts = Object.fromEntries(columns.map(({ name }) => [name, written(name, 'Staged')]));
    // Two columns hold one of a few words.
    const set = {
      ...row,
      ...texts,
      ...(table === 'tasks' && { priority: 'high', repeat_type: 'none' }),
    };
    const [import_uid, uid] = [randomUUID(), randomUUID()];
    const part = { import_uid, file_name: 'all.zip', part: 1, rows: [{ table, uid, ...set }] };
    expect((await ann.client.rpc('stage_import', part)).error).toBeNull();
    succeeded(await ann.client.rpc('commit_import', { import_uid, parts: 1 }));
    const stored = await ann.client.from(table).select().eq('uid', uid).single();
    expect(succeeded(stored)).toMatchObject(set);
  },
);
