import { beforeAll, expect, test } from 'vitest';
import { actor, bearer, nobody, serviceRole, unique, type Actor } from './support/actors.ts';
import { listen } from './support/ears.ts';
import { succeeded } from './support/outcomes.ts';
import { ownTables } from './support/tables.ts';
import { claimsOf, forge } from './support/tokens.ts';

let ann: Actor;
let bob: Actor;
let admin: Actor;

beforeAll(async () => {
  [ann, bob, admin] = await Promise.all([
    actor('ann'),
    actor('bob'),
    actor('admin', { admin: true }),
  ]);
});

const hear = (of: Actor) => listen(of.client, `user:${of.id}`);

test.each(ownTables)('design §5 live: $table tell each change once', async (given) => {
  const { table, change } = given;
  const row = 'name' in given.row ? { name: unique('n') } : given.row;
  const renamed = 'name' in change ? { name: unique('m') } : change;
  const [ears, others] = [await hear(ann), await hear(bob)];
  const mine = ({ table: of }: { table: string }) => of === table;
  const created = succeeded(await ann.client.from(table).insert(row).select().single());
  const updated = succeeded(
    await ann.client.from(table).update(renamed).eq('id', created.id).select().single(),
  );
  succeeded(await ann.client.from(table).delete().eq('id', created.id).select('id'));
  await ears.hear(({ table: of, op }) => of === table && op === 'DELETE');

  const { content: _, ...listed } = created;
  const { content: __, ...relisted } = updated;
  expect(ears.heard.filter(mine)).toMatchObject([
    { table, op: 'INSERT', rows: [listed] },
    { table, op: 'UPDATE', rows: [relisted] },
    { table, op: 'DELETE', ids: [created.id] },
  ]);
  expect(JSON.stringify(ears.heard)).not.toContain('"content"');
  expect(others.heard).toEqual([]);
});

test('design §5 live: one’s own profile and the service role’s changes are told too', async () => {
  const ears = await hear(ann);
  succeeded(
    await ann.client.from('profiles').update({ theme: 'dark' }).eq('id', ann.id).select('id'),
  );
  const told = await ears.hear(({ table }) => table === 'profiles');
  expect(told).toMatchObject({ op: 'UPDATE', rows: [{ id: ann.id, theme: 'dark' }] });

  const title = unique('by service');
  const service = serviceRole().from('tasks');
  expect((await service.insert({ title, user_id: ann.id })).error).toBeNull();
  await ears.hear(({ rows }) => rows?.[0]?.title === title);
});

test('design §5 live: a statement is told once: as rows, then as ids, then as reload', async () => {
  const carol = await actor('carol');
  const ears = await hear(carol);
  const insert = async (total: number, description: string) => {
    const rows = Array.from({ length: total }, () => ({ title: 'T', description }));
    expect((await carol.client.from('tasks').insert(rows)).error).toBeNull();
    return ears
      .hear(() => ears.heard.length > 0 && ears.heard.at(-1)?.op === 'INSERT')
      .then(() => {
        const change = ears.heard.splice(0).at(-1);
        if (!change) throw new Error('Nothing was heard.');
        return change;
      });
  };
  expect((await insert(100, '')).rows).toHaveLength(100);
  const wide = await insert(10, 'x'.repeat(10_000));
  expect(wide.rows).toBeUndefined();
  expect(wide.ids).toHaveLength(10);
  expect((await insert(101, '')).ids).toHaveLength(101);
  expect((await insert(1000, '')).ids).toHaveLength(1000);
  expect(await insert(1001, '')).toMatchObject({ table: 'tasks', op: 'INSERT', reload: true });

  expect((await carol.client.from('tasks').delete().eq('user_id', carol.id)).error).toBeNull();
  const cleared = await ears.hear(({ op }) => op === 'DELETE');
  expect(cleared).toMatchObject({ table: 'tasks', reload: true });
  expect(ears.heard).toHaveLength(1);
});

test('design §5 live: one statement over two owners tells each of their own alone', async () => {
  const [mine, theirs] = [await hear(ann), await hear(bob)];
  const title = unique('both');
  const both = [ann, bob, ann].map(({ id }) => ({ title, user_id: id }));
  expect((await serviceRole().from('tasks').insert(both)).error).toBeNull();
  const heard = await Promise.all(
    [mine, theirs].map((ears) => ears.hear(({ rows }) => rows?.[0]?.title === title)),
  );
  expect(heard.map((change) => change.rows?.map((row) => row.user_id))).toEqual([
    [ann.id, ann.id],
    [bob.id],
  ]);
});

test('design §5 live: what a deletion takes along, and what a rule adds, is told as well', async () => {
  const ears = await hear(ann);
  const folder = succeeded(
    await ann.client
      .from('folders')
      .insert({ name: unique('f') })
      .select('id')
      .single(),
  );
  const inside = { title: 'Inside', folder_id: folder.id };
  const note = succeeded(await ann.client.from('notes').insert(inside).select('id').single());
  succeeded(await ann.client.from('folders').delete().eq('id', folder.id).select('id'));
  const noteGone = await ears.hear(({ table, op }) => table === 'notes' && op === 'DELETE');
  const folderGone = await ears.hear(({ table, op }) => table === 'folders' && op === 'DELETE');
  expect([noteGone.ids, folderGone.ids]).toEqual([[note.id], [folder.id]]);

  const title = unique('daily');
  const daily = { title, due_date: '2026-11-21', repeat_type: 'daily' };
  const task = succeeded(await ann.client.from('tasks').insert(daily).select('id').single());
  await ann.client.rpc('toggle_task', { task_id: task.id, today: '2026-11-21' });
  const next = await ears.hear(
    ({ op, rows }) => op === 'INSERT' && rows?.[0]?.title === title && rows[0].id !== task.id,
  );
  expect(next.rows).toMatchObject([{ due_date: '2026-11-22', completed: false }]);
});

test('§6 live: administrators hear of users, by id', async () => {
  const ears = await listen(admin.client, 'admin');
  const newcomer = await actor('newcomer');
  const told = await ears.hear(({ ids }) => ids?.[0] === newcomer.id);
  expect(told).toMatchObject({ table: 'profiles', op: 'INSERT', ids: [newcomer.id] });
  expect(told.rows).toBeUndefined();
  const event = { action: unique('test'), actor_id: admin.id };
  succeeded(await serviceRole().from('admin_events').insert(event).select('id'));
  await ears.hear(({ table, op }) => table === 'admin_events' && op === 'INSERT');
});

test('§6 live: a topic opens to whom it belongs and to nobody else', async () => {
  const refused = (topic: string) =>
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;
  const topic = `user:${bob.id}`;
  await expect(listen(ann.client, topic)).rejects.toThrow(refused(topic));
  await expect(listen(admin.client, topic)).rejects.toThrow(refused(topic));
  await expect(listen(nobody(), topic)).rejects.toThrow(refused(topic));
  await expect(listen(ann.client, 'admin')).rejects.toThrow(refused('admin'));
  await expect(listen(ann.client, 'anything')).rejects.toThrow(refused('anything'));
});

test('§6 live: who is no longer administrator is not let in to the administrators’ topic again', async () => {
  const former = await actor('former', { admin: true });
  await listen(former.client, 'admin');
  const profiles = serviceRole().from('profiles');
  expect((await profiles.update({ is_admin: false }).eq('id', former.id)).error).toBeNull();
  await expect(listen(bearer(former.token), 'admin')).rejects.toThrow('Unauthorized');
});

test('design §4 live: a forged token hears nothing', async () => {
  const forged = forge(claimsOf(bob.token));
  await expect(listen(bearer(forged), `user:${bob.id}`)).rejects.toThrow('JwtSignatureError');
});

test('§6 live: nobody sends, not even on their own topic', async () => {
  const [ears, twin] = [await hear(ann), await listen(bearer(ann.token), `user:${ann.id}`)];
  expect(await ears.send('change', { table: 'tasks', op: 'DELETE', ids: [1] })).not.toBe('ok');
  const title = unique('real');
  succeeded(await ann.client.from('tasks').insert({ title }).select('id'));
  await twin.hear(({ rows }) => rows?.[0]?.title === title);
  expect(twin.heard.filter(({ op }) => op === 'DELETE')).toEqual([]);
});
