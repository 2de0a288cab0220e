import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor } from '../support/actors.ts';
import { done } from '../support/changes.ts';
import { connect, readSoFar, rolledBack } from '../support/database.ts';
import { succeeded } from '../support/outcomes.ts';

const PARTS = 10;
const ROWS = 1000;

let database: Client;

beforeAll(async () => {
  database = await connect();
});

test('design §7 undo: of an import of 10,000 of which 3 were edited, 9,997 go and 3 stay, and it is said', async () => {
  const ann = await actor('ann');
  const rows = Array.from({ length: PARTS * ROWS }, (_, at) => {
    const category = `Category ${at % 20}`;
    return at % 2 === 0
      ? { table: 'tasks', uid: randomUUID(), title: `Task ${at}`, category }
      : { table: 'contacts', uid: randomUUID(), first_name: `Contact ${at}`, category };
  });
  const [task, contact, ticked] = [rows[0], rows[5001], rows[9998]].map((row) => row?.uid ?? '');
  const [own] = succeeded(await ann.client.from('tasks').insert({ title: 'Mine' }).select('uid'));
  const uid = randomUUID();
  for (let part = 1; part <= PARTS; part += 1) {
    const { error } = await ann.client.rpc('stage_import', {
      import_uid: uid,
      file_name: 'everything.json',
      part,
      rows: rows.slice((part - 1) * ROWS, part * ROWS),
    });
    expect(error).toBeNull();
  }
  expect(
    succeeded(await ann.client.rpc('commit_import', { import_uid: uid, parts: PARTS })),
  ).toMatchObject([{ counts: { tasks: 5000, contacts: 5000 } }]);

  await done(ann, { table: 'tasks', uid: task, set: { title: 'Edited' } });
  await done(ann, { table: 'contacts', uid: contact, set: { city: 'Lyon' } });
  await done(ann, { table: 'tasks', uid: ticked, set: { completed: true }, today: '2026-11-23' });
  const said = { removed: 9997, kept: 3, undone_at: expect.any(String) };
  for (const call of ['undo_import', 'undo_import'])
    expect(succeeded(await ann.client.rpc(call, { import_uid: uid })), call).toMatchObject([said]);
  expect(succeeded(await ann.client.rpc('list_imports'))).toMatchObject([said]);

  const { rows: all } = await database.query<{ uid: string; is_there: boolean }>(
    `select uid, deleted_at is null as is_there from public.tasks where user_id = $1
     union all
     select uid, deleted_at is null from public.contacts where user_id = $1`,
    [ann.id],
  );
  expect(all).toHaveLength(10_001);
  expect(new Set(all.flatMap((row) => (row.is_there ? [row.uid] : [])))).toEqual(
    new Set([task, contact, ticked, own?.uid]),
  );
});

/** Rows of every table; the folders are three levels deep. */
function fileOf(count: number): { table: string; uid: string }[] {
  const folders = Array.from({ length: count / 100 }, () => randomUUID());
  return Array.from({ length: count }, (_, at) => {
    const category = `Category ${at % (count / 50)}`;
    const folder = Math.floor(at / 100);
    const uid = randomUUID();
    if (at % 100 === 0) {
      const parent = folder % 3 === 0 ? null : folders[folder - 1];
      return { table: 'folders', uid: folders[folder] ?? uid, name: `F${at}`, parent_uid: parent };
    }
    if (at % 50 === 7) return { table: 'categories', uid, name: `Category ${Math.floor(at / 50)}` };
    if (at % 10 === 1)
      return { table: 'notes', uid, title: `N${at}`, folder_uid: folders[folder], content: 'Text' };
    return at % 2 === 0
      ? { table: 'tasks', uid, title: `T${at}`, category, repeat_type: 'daily' }
      : { table: 'contacts', uid, first_name: `C${at}`, category };
  });
}

/** Rows that the database reads for each of an import and of its undoing. */
async function readForEach(count: number): Promise<Record<string, number>> {
  const { id } = await actor('ann');
  const file = fileOf(count);
  const uid = randomUUID();
  return rolledBack(database, async () => {
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: id, role: 'authenticated' }),
    ]);
    // As at home in the first minutes: PostgreSQL has counted that there is next to nothing.
    const bert = await actor('bert');
    await database.query(
      `insert into public.notes (user_id, title) select $1, 'N' from generate_series(1, 3)`,
      [bert.id],
    );
    await database.query('analyze public.tasks, public.contacts, public.folders, public.notes');
    await database.query('discard plans');
    // Tables of one page it may read whole: whether it does depends on what other tests left there.
    await database.query('set local enable_seqscan = off');
    await database.query('set local role authenticated');
    for (let part = 1; part <= count / ROWS; part += 1) {
      const rows = JSON.stringify(file.slice((part - 1) * ROWS, part * ROWS));
      await database.query('select public.stage_import($1, $2, $3, $4)', [uid, 'a', part, rows]);
    }
    const before = await readSoFar(database);
    const committed = await database.query('select * from public.commit_import($1, $2)', [
      uid,
      count / ROWS,
    ]);
    const imported = await readSoFar(database);
    const undone = await database.query('select * from public.undo_import($1)', [uid]);
    expect([committed.rowCount, undone.rows]).toMatchObject([1, [{ removed: count, kept: 0 }]]);
    return {
      import: (imported - before) / count,
      undo: ((await readSoFar(database)) - imported) / count,
    };
  });
}

test('design §7 an import and its undoing: of 10,000 rows each costs the reading of a few', async () => {
  // Not one: PostgreSQL may read all of the hundred folders for each of the thousand notes.
  const { import: imported, undo } = await readForEach(10_000);
  expect(imported).toBeLessThan(20);
  expect(undo).toBeLessThan(20);
});
