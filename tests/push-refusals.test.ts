import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { ANY, done, pull, push, refused } from './support/changes.ts';
import { refusal, succeeded } from './support/outcomes.ts';

let ann: Actor;
let bob: Actor;

beforeAll(async () => {
  [ann, bob] = await Promise.all([actor('ann'), actor('bob')]);
});

const create = (table: string, set: object) => ({ table, uid: randomUUID(), create: true, set });

test('design §3: every change is answered for itself, and the others are done', async () => {
  const [first, last] = [create('tasks', { title: 'one' }), create('tasks', { title: 'two' })];
  const answers = await push(
    ann,
    first,
    create('tasks', { title: '  ' }),
    create('tasks', { title: 'x', priority: 'urgent' }),
    { table: 'tasks', uid: randomUUID(), set: { title: 'Nobody’s' } },
    create('notes', { title: 'N', folder_uid: randomUUID() }),
    last,
  );
  expect(answers).toMatchObject([
    { uid: first.uid, row: { title: 'one' } },
    { error: { code: '23514', message: expect.stringContaining('title_has_1_to_500_characters') } },
    { error: { code: '22P02' } },
    { error: { code: 'PT404', message: 'It is no longer there' } },
    { error: { code: '23503' } },
    { uid: last.uid, row: { title: 'two' } },
  ]);
  const stored = await ann.client.from('tasks').select('uid').in('uid', [first.uid, last.uid]);
  expect(succeeded(stored)).toHaveLength(2);
});

test('design §3: a change that is refused leaves nothing of itself behind', async () => {
  const { rev } = await done(ann, create('categories', { name: 'Work' }));
  expect(await refused(ann, create('categories', { name: 'WORK' }))).toMatchObject({
    code: '23505',
  });
  expect((await pull(ann)).rev).toBe(rev);
});

test('design §3: a category deleted once may be made again', async () => {
  const [old, young] = [
    create('categories', { name: 'Attic' }),
    create('categories', { name: 'attic' }),
  ];
  await done(ann, old);
  await done(ann, { table: 'categories', uid: old.uid, delete: true, seen: ANY });
  await done(ann, young);
  const restored = await refused(ann, { table: 'categories', uid: old.uid, restore: true });
  expect(restored).toMatchObject({ code: '23505' });
});

test.each([
  { user_id: '00000000-0000-4000-8000-000000000000' },
  { uid: '00000000-0000-4000-8000-000000000000' },
  { id: 1 },
  { rev: 1 },
  { edited_rev: 1 },
  { deleted_at: null },
  { updated_at: '2001-01-01' },
  { repeat_anchor_day: 1 },
  { spawned_untouched: true },
  { 'title = title, user_id': 'x' },
  { '"; drop table public.tasks; --': 'x' },
])('design §3: nobody sets %o', async (set) => {
  const { uid } = await done(ann, create('tasks', { title: 'T' }));
  const nobodySets = { code: '42703', message: 'A change sets a column that nobody sets' };
  expect(await refused(ann, { table: 'tasks', uid, set })).toMatchObject(nobodySets);
  expect(await refused(ann, create('tasks', { title: 'T', ...set }))).toMatchObject(nobodySets);
});

test.each([
  'profiles',
  'admin_events',
  'auth.users',
  'api_tasks',
  'histories',
  'tasks; drop table public.tasks',
  '',
  null,
  7,
])('design §3: %o is no table of changes', async (table) => {
  const change = { table, uid: randomUUID(), create: true, set: { title: 'T' } };
  expect(await refused(ann, change)).toMatchObject({ code: '22023' });
});

test.each([
  null,
  7,
  'x',
  [],
  {},
  { table: 'tasks' },
  { table: 'tasks', uid: 'x' },
  { table: 'tasks', uid: null, create: true, set: { title: 'T' } },
  { table: 'tasks', uid: '00000000-0000-4000-8000-000000000001', create: true, set: 7 },
  { table: 'tasks', uid: '00000000-0000-4000-8000-000000000001', create: true, set: null },
])('design §3: %o is no change', async (change) => {
  const { answers } = succeeded(await ann.client.rpc('push_changes', { changes: [change] }));
  expect(answers).toMatchObject([{ error: { code: expect.stringMatching(/^22(023|P02)$/) } }]);
});

test('design §3: a deletion says what was seen', async () => {
  const { uid } = await done(ann, create('tasks', { title: 'T' }));
  for (const seen of [undefined, null]) {
    expect(await refused(ann, { table: 'tasks', uid, delete: true, seen })).toMatchObject({
      code: '22023',
      message: 'A deletion says which revision was seen',
    });
  }
});

test('design §3: 1000 changes at most in one request, and an array', async () => {
  const many = (total: number) => Array.from({ length: total }, () => ({}));
  const tooMany = { status: 400, code: '22023', message: 'Changes are an array of at most 1000' };
  for (const changes of [many(1001), {}, null]) {
    expect(await ann.client.rpc('push_changes', { changes })).toMatchObject(refusal(tooMany));
  }
  expect(await push(ann, ...many(1000))).toHaveLength(1000);
});

test.each(['tasks', 'categories', 'contacts', 'folders', 'notes'])(
  'design §3: another user’s uid in %s: nothing of it is shown or changed',
  async (table) => {
    const name = { tasks: 'title', notes: 'title', contacts: 'first_name' }[table] ?? 'name';
    const mine = create(table, { [name]: `of Ann ${table}` });
    const before = await done(ann, mine);
    const head = (await pull(ann)).rev;
    const { uid } = mine;
    for (const change of [
      { set: { [name]: 'of Bob' } },
      { delete: true, seen: ANY },
      { restore: true },
      { erase: true },
    ]) {
      expect(await refused(bob, { table, uid, ...change })).toEqual({
        code: 'PT404',
        message: 'It is no longer there',
        hint: '',
      });
    }
    const taken = await refused(bob, { ...mine, set: { [name]: 'of Bob' } });
    expect(taken).toMatchObject({ code: '23505' });
    expect(JSON.stringify(taken)).not.toContain('of Ann');
    const stored = await ann.client.from(table).select().eq('uid', uid).single();
    expect(succeeded(stored)).toMatchObject(before);
    expect((await pull(ann)).rev).toBe(head);
    expect((await pull(bob)).rows.map(({ row }) => row.uid)).not.toContain(uid);
  },
);

test('design §3: nobody puts a note into another’s folder', async () => {
  const folder = await done(ann, create('folders', { name: 'Of Ann' }));
  const note = create('notes', { title: 'N', folder_uid: folder.uid });
  expect(await refused(bob, note)).toMatchObject({ code: '23503' });
  const below = create('folders', { name: 'F', parent_uid: folder.uid });
  expect(await refused(bob, below)).toMatchObject({ code: '23503' });
});
