import { beforeAll, expect, test } from 'vitest';
import { actor, bearer, nobody, serviceRole, unique, type Actor } from './support/actors.ts';
import { listen } from './support/realtime-listener.ts';
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

const listenTo = (of: Actor) => listen(of.client, `user:${of.id}`);

test.each(ownTables)('design §5 live: $table tell each change once', async (given) => {
  const { table, change } = given;
  const row = 'name' in given.row ? { name: unique('n') } : given.row;
  const renamed = 'name' in change ? { name: unique('m') } : change;
  const [listener, others] = [await listenTo(ann), await listenTo(bob)];
  const mine = ({ table: of }: { table: string }) => of === table;
  const created = succeeded(await ann.client.from(table).insert(row).select().single());
  const updated = succeeded(
    await ann.client.from(table).update(renamed).eq('id', created.id).select().single(),
  );
  const deletion = { deleted_at: new Date().toISOString() };
  const deleted = succeeded(
    await ann.client.from(table).update(deletion).eq('id', created.id).select().single(),
  );
  await listener.waitFor(({ rev }) => rev === deleted.rev);

  // Messages have ids, and notes come without their text.
  const without = (key: string, stored: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(stored).filter(([name]) => name !== key));
  const listed = (stored: Record<string, unknown>) => without('content', stored);
  expect(listener.received.filter(mine).map((message) => without('id', message))).toEqual([
    { table, op: 'INSERT', rev: created.rev, rows: [listed(created)] },
    { table, op: 'UPDATE', rev: updated.rev, rows: [listed(updated)] },
    { table, op: 'UPDATE', rev: deleted.rev, rows: [listed(deleted)] },
  ]);
  expect([updated.rev, deleted.rev]).toEqual([created.rev + 1, created.rev + 2]);
  expect(JSON.stringify(listener.received)).not.toContain('"content"');
  expect(others.received).toEqual([]);
});

test('design §5 live: one’s own profile and the service role’s changes are announced too', async () => {
  const listener = await listenTo(ann);
  succeeded(
    await ann.client.from('profiles').update({ theme: 'dark' }).eq('id', ann.id).select('id'),
  );
  const message = await listener.waitFor(({ table }) => table === 'profiles');
  expect(message).toMatchObject({ op: 'UPDATE', rows: [{ id: ann.id, theme: 'dark' }] });

  const title = unique('by service');
  const service = serviceRole().from('tasks');
  expect((await service.insert({ title, user_id: ann.id })).error).toBeNull();
  await listener.waitFor(({ rows }) => rows?.[0]?.title === title);
});

test('design §5 live: a statement is announced once: with rows while they are small, else by its revision', async () => {
  const carol = await actor('carol');
  const listener = await listenTo(carol);
  const rowsOf = async (total: number, description: string) => {
    const rows = Array.from({ length: total }, () => ({ title: 'T', description }));
    const [first] = succeeded(await carol.client.from('tasks').insert(rows).select('rev'));
    const change = await listener.waitFor(({ rev }) => rev === first?.rev);
    expect(change).toMatchObject({ table: 'tasks', op: 'INSERT' });
    return change.rows;
  };
  expect(await rowsOf(100, '')).toHaveLength(100);
  expect(await rowsOf(10, 'x'.repeat(10_000))).toBeUndefined();
  expect(await rowsOf(101, '')).toBeUndefined();
  expect(await rowsOf(1001, '')).toBeUndefined();
  expect(listener.received).toHaveLength(4);
});

test('design §5 live: one statement over two owners tells each of their own alone', async () => {
  const [mine, theirs] = [await listenTo(ann), await listenTo(bob)];
  const title = unique('both');
  const both = [ann, bob, ann].map(({ id }) => ({ title, user_id: id }));
  expect((await serviceRole().from('tasks').insert(both)).error).toBeNull();
  const received = await Promise.all(
    [mine, theirs].map((listener) => listener.waitFor(({ rows }) => rows?.[0]?.title === title)),
  );
  expect(received.map((change) => change.rows?.map((row) => row.user_id))).toEqual([
    [ann.id, ann.id],
    [bob.id],
  ]);
});

test('design §5 live: what a deletion takes along, and what a rule adds, is announced as well', async () => {
  const listener = await listenTo(ann);
  const folder = succeeded(
    await ann.client
      .from('folders')
      .insert({ name: unique('f') })
      .select('uid, rev')
      .single(),
  );
  const inside = { title: 'Inside', folder_uid: folder.uid };
  const note = succeeded(await ann.client.from('notes').insert(inside).select('uid').single());
  const change = { table: 'folders', uid: folder.uid, delete: true, seen: folder.rev + 1 };
  const pushed = succeeded(await ann.client.rpc('push_changes', { changes: [change] }));
  const gone = (of: string) =>
    listener.waitFor(({ table, op, rev }) => table === of && op === 'UPDATE' && rev === pushed.rev);
  expect((await gone('notes')).rows).toMatchObject([
    { uid: note.uid, deleted_with: folder.uid, deleted_at: expect.any(String) },
  ]);
  expect((await gone('folders')).rows).toMatchObject([{ uid: folder.uid, deleted_with: null }]);

  const title = unique('daily');
  const daily = { title, due_date: '2026-11-21', repeat_type: 'daily' };
  const task = succeeded(await ann.client.from('tasks').insert(daily).select('id').single());
  await ann.client.rpc('toggle_task', { task_id: task.id, today: '2026-11-21' });
  const next = await listener.waitFor(
    ({ op, rows }) => op === 'INSERT' && rows?.[0]?.title === title && rows[0].id !== task.id,
  );
  expect(next.rows).toMatchObject([{ due_date: '2026-11-22', completed: false }]);
});

test('spec §6 live: administrators are notified of another user, and nothing about them', async () => {
  const listener = await listen(admin.client, 'admin');
  const newcomer = await actor('newcomer');
  const message = await listener.waitFor(
    ({ table, op }) => table === 'profiles' && op === 'INSERT',
  );
  expect(message).toEqual({ id: message.id, table: 'profiles', op: 'INSERT' });
  const event = { action: unique('test'), actor_id: admin.id };
  succeeded(await serviceRole().from('admin_events').insert(event).select('id'));
  await listener.waitFor(({ table, op }) => table === 'admin_events' && op === 'INSERT');
  expect(JSON.stringify(listener.received)).not.toContain(newcomer.id);
});

test('spec §6 live: a topic opens to whom it belongs and to nobody else', async () => {
  const refused = (topic: string) =>
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;
  const topic = `user:${bob.id}`;
  await expect(listen(ann.client, topic)).rejects.toThrow(refused(topic));
  await expect(listen(admin.client, topic)).rejects.toThrow(refused(topic));
  await expect(listen(nobody(), topic)).rejects.toThrow(refused(topic));
  await expect(listen(ann.client, 'admin')).rejects.toThrow(refused('admin'));
  await expect(listen(ann.client, 'anything')).rejects.toThrow(refused('anything'));
});

test('spec §6 live: who is no longer administrator is not let in to the administrators’ topic again', async () => {
  const former = await actor('former', { admin: true });
  await listen(former.client, 'admin');
  const profiles = serviceRole().from('profiles');
  expect((await profiles.update({ is_admin: false }).eq('id', former.id)).error).toBeNull();
  await expect(listen(bearer(former.token), 'admin')).rejects.toThrow('Unauthorized');
});

test('design §4 live: a forged token receives nothing', async () => {
  const forged = forge(claimsOf(bob.token));
  await expect(listen(bearer(forged), `user:${bob.id}`)).rejects.toThrow('JwtSignatureError');
});

test('spec §6 live: nobody sends, not even on their own topic', async () => {
  const [listener, twin] = [await listenTo(ann), await listen(bearer(ann.token), `user:${ann.id}`)];
  expect(await listener.send('change', { table: 'tasks', op: 'DELETE', rev: 9 })).not.toBe('ok');
  const title = unique('real');
  succeeded(await ann.client.from('tasks').insert({ title }).select('id'));
  await twin.waitFor(({ rows }) => rows?.[0]?.title === title);
  expect(twin.received.filter(({ op }) => op === 'DELETE')).toEqual([]);
});
