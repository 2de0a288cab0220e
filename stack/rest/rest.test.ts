import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSchema } from './test-schema.ts';
import { startTestRest, type TestRest } from './testing.ts';

let stack: TestRest;
beforeAll(async () => {
  stack = await startTestRest(testSchema, '[api]\nmax_rows = 5\n');
});
afterAll(async () => stack.close());

/** A client of somebody who was not there before, so that tests share nothing. */
function newcomer() {
  const id = randomUUID();
  const bearer = stack.token(id);
  return { id, bearer, db: stack.client(bearer) };
}

test('design §1: supabase-js creates, reads, changes and deletes rows in the formats of PostgREST', async () => {
  const { db, id } = newcomer();
  const row = {
    title: 'A "title", with {all} (of) it\\ O\'Neil',
    price: 12.5,
    at: '2026-11-21T03:12:14.15Z',
    due: '2026-11-21',
    tags: ['a b', 'c,"d"'],
    moods: ['calm', 'busy'],
    body: [1, { deep: 'x' }, null],
  };
  const created = await db.from('things').insert(row).select().single();
  expect(created.error).toBeNull();
  expect(created.data).toMatchObject({
    ...row,
    at: '2026-11-21T03:12:14.15+00:00',
    user_id: id,
    done: false,
  });
  const thing = Number(created.data?.id);
  const changed = await db.from('things').update({ done: true }).eq('id', thing).select('id,done');
  expect(changed.data).toEqual([{ id: thing, done: true }]);
  expect((await db.from('things').delete().eq('id', thing)).status).toBe(204);
  expect((await db.from('things').select()).data).toEqual([]);
});

test('design §1: json columns keep every kind of JSON', async () => {
  const { db } = newcomer();
  const bodies = [true, 1.5, 'text', '"quoted"', '{"not": "an object"}', [], {}, [[1], ['x']]];
  const rows = bodies.map((body, index) => ({ title: String(index), body }));
  const { data, error } = await db.from('things').insert(rows.slice(0, 5)).select('body');
  const more = await db.from('things').insert(rows.slice(5)).select('body');
  expect(error ?? more.error).toBeNull();
  expect([...(data ?? []), ...(more.data ?? [])].map(({ body }): unknown => body)).toEqual(bodies);
});

test('design §1: the JSON that a function gives is answered as the database wrote it', async () => {
  const text = '{"n": 12345678901234567890, "d": 1.10, "t": "$& é", "t":  2}';
  const ask = (path: string, body?: object, headers = {}) =>
    stack.call(`/rest/v1/rpc/${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  // Often enough to be prepared.
  for (let time = 0; time < 4; time += 1) {
    const answer = await ask('document', {});
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('content-length')).toBeNull();
    expect(await answer.text()).toBe(text);
  }
  expect(await (await ask('document')).text()).toBe(text);
  const object = { accept: 'application/vnd.pgrst.object+json' };
  expect(await (await ask('document', {}, object)).json()).toMatchObject({ d: 1.1, t: 2 });
  expect(await (await ask('no_document', {})).text()).toBe('null');
  for (const total of [0, 1, 2]) {
    const documents = Array.from({ length: total }, () => ({ d: 1.1 }));
    expect(await (await ask('documents', { total })).json()).toEqual(documents);
    expect(await (await ask(`documents?total=${total}`)).json()).toEqual(documents);
  }
  expect(await (await ask('beside', {})).json()).toEqual([{ document: { d: 1.1 }, n: 2 }]);
});

test('design §1: filters mean their text whatever it looks like', async () => {
  const { db } = newcomer();
  const titles = ['1e5', 'null', '0x10', ' padded ', '"quoted"', 'TRUE', '{"a":1}', '1.0', 'a,b'];
  for (const title of titles) {
    expect((await db.from('things').insert({ title })).error).toBeNull();
    const one = await db.from('things').select('title').eq('title', title);
    expect(one.data).toEqual([{ title }]);
    // supabase-js leaves quotes alone, and quotes around an item of a list are syntax.
    const item = title.startsWith('"') ? JSON.stringify(title) : title;
    const listed = await db.from('things').select('title').in('title', [item, 'other']);
    expect(listed.data).toEqual([{ title }]);
    const others = await db.from('things').select('title').neq('title', title);
    expect(others.data).not.toContainEqual({ title });
  }
});

test('design §1: filters, order, ranges, counts and max_rows', async () => {
  const { db } = newcomer();
  await db.from('things').insert(
    Array.from({ length: 7 }, (_, n) => ({
      title: `t${n}`,
      due: n % 2 ? '2026-01-01' : null,
      tags: n === 3 ? ['x'] : null,
    })),
  );
  type Rows = PromiseLike<{ data: { title: string }[] | null }>;
  const titles = async (build: (query: ReturnType<typeof select>) => { order(by: string): Rows }) =>
    (await build(select()).order('id')).data?.map(({ title }) => title);
  const select = () => db.from('things').select('title');
  expect(await titles((query) => query)).toEqual(['t0', 't1', 't2', 't3', 't4']);
  expect(await titles((query) => query.range(5, 9))).toEqual(['t5', 't6']);
  expect(await titles((query) => query.not('due', 'is', null))).toEqual(['t1', 't3', 't5']);
  expect(await titles((query) => query.or('title.eq.t1,and(due.is.null,title.gte.t6)'))).toEqual([
    't1',
    't6',
  ]);
  expect(await titles((query) => query.like('title', 't%').in('title', ['t1', 't2']))).toEqual([
    't1',
    't2',
  ]);
  expect(await titles((query) => query.contains('tags', ['x']))).toEqual(['t3']);
  const counted = await db.from('things').select('id', { count: 'exact' }).range(1, 2);
  expect(counted).toMatchObject({ status: 206, count: 7 });
  const head = await db.from('things').select('*', { count: 'exact', head: true });
  expect(head).toMatchObject({ count: 7, data: null });
});

test('design §1: embedding and upsert', async () => {
  const { db } = newcomer();
  const folder = await db.from('folders').insert({ name: 'Home' }).select('id').single();
  await db.from('things').insert({ title: 'inside', folder_id: Number(folder.data?.id) });
  const embedded = await db.from('folders').select('name, things(title)');
  expect(embedded.data).toEqual([{ name: 'Home', things: [{ title: 'inside' }] }]);
  const parent = await db.from('things').select('title, folders!inner(name)');
  expect(parent.data).toEqual([{ title: 'inside', folders: { name: 'Home' } }]);
  const again = await db
    .from('folders')
    .upsert({ name: 'Home' }, { onConflict: 'user_id,name', ignoreDuplicates: true });
  expect(again.error).toBeNull();
  const merged = await db
    .from('folders')
    .upsert([{ name: 'Home' }, { name: 'Work' }], { onConflict: 'user_id,name' })
    .select('name');
  expect(merged.data?.map(({ name }): unknown => name).toSorted()).toEqual(['Home', 'Work']);
});

test('design §1: functions take defaults and arrays and answer scalars, rows and nothing', async () => {
  const { db } = newcomer();
  expect(await db.rpc('add', { a: 4 })).toMatchObject({ data: 5, status: 200 });
  expect((await db.rpc('add', { a: 4, b: 5 }, { get: true })).data).toBe(9);
  expect((await db.rpc('total', { ids: [1, 2, 3] })).data).toBe(6);
  const thing = await db.from('things').insert({ title: 'x' }).select('id').single();
  expect((await db.rpc('finish', { thing_id: thing.data?.id })).data).toMatchObject({ done: true });
  expect(await db.rpc('slow', { seconds: 0 })).toMatchObject({ status: 204, error: null });
  expect(await db.rpc('nothing_such')).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
});

test('design §1: an answer that is an error keeps nothing of what led to it', async () => {
  const { db } = newcomer();
  await db.from('things').insert([{ title: 'a' }, { title: 'b' }]);
  const both = await db.from('things').update({ title: 'c' }).gt('id', 0).select().single();
  expect(both).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
  const { data } = await db.from('things').select('title').order('title');
  expect(data).toEqual([{ title: 'a' }, { title: 'b' }]);
});

test('design §1: the database knows the request, and time limits of the role hold', async () => {
  const { id, bearer } = newcomer();
  const response = await stack.call('/rest/v1/rpc/request', {
    method: 'POST',
    body: '{}',
    bearer,
    headers: { 'x-test': `it's "here" \\ ; rollback;` },
  });
  expect(await response.json()).toMatchObject({
    method: 'POST',
    path: '/rpc/request',
    header: `it's "here" \\ ; rollback;`,
    claims: { sub: id, role: 'authenticated' },
    uid: id,
    role: 'authenticated',
    login: 'authenticator',
    timeout: '8s',
  });
  const anonymous = await stack.client().rpc('request');
  expect(anonymous.data).toMatchObject({ uid: null, role: 'anon', timeout: '3s' });
  // The functions, which may be at work for longer.
  const service = await stack.client(undefined, stack.context.secretKey).rpc('request');
  expect(service.data).toMatchObject({ role: 'service_role', timeout: '1min' });
});

test('design §1: tables made later are found after clearSchemaCache, changed ones at once', async () => {
  const { db } = newcomer();
  for (let round = 0; round < 4; round += 1) await db.from('folders').select('*');
  await stack.owner.query('alter table public.folders add column note text');
  expect((await db.from('folders').select('*')).error).toBeNull();
  await stack.owner.query('create table public.later (id int)');
  expect(await db.from('later').select()).toMatchObject({
    status: 404,
    error: { code: 'PGRST205' },
  });
  await stack.rest.clearSchemaCache();
  expect(await db.from('later').select()).toMatchObject({ status: 200, data: [] });
});

test('design §1: writes answer columns under other names, also when a filter no longer holds', async () => {
  const { db } = newcomer();
  const things = db.from('things');
  const created = await things.insert({ title: 'old' }).select('no:id,label:title,done').single();
  expect(created.error).toBeNull();
  expect(created.data).toEqual({ no: expect.any(Number), label: 'old', done: false });
  const columns = 'label:title,same:title';
  const changed = things.update({ title: 'new' }).eq('title', 'old').select(columns);
  expect((await changed).data).toEqual([{ label: 'new', same: 'new' }]);
  const two = await db
    .from('things')
    .insert([{ title: 'a' }, { title: 'b' }])
    .select('label:title');
  expect([two.status, two.data]).toEqual([201, [{ label: 'a' }, { label: 'b' }]]);
  const single = db
    .from('things')
    .insert([{ title: 'a' }, { title: 'b' }])
    .select('label:title');
  expect((await single.single()).error?.code).toBe('PGRST116');
  const gone = await db.from('things').delete().eq('title', 'new').select('label:title').single();
  expect(gone.data).toEqual({ label: 'new' });
});

test('design §1: an upsert is 201 if it created a row, and 200 if it only changed some', async () => {
  const { db, id } = newcomer();
  const folder = { user_id: id, name: 'one' };
  const onConflict = 'user_id,name';
  const minimal = async (...rows: object[]) =>
    (await db.from('folders').upsert(rows, { onConflict })).status;
  expect(await minimal(folder)).toBe(201);
  expect(await minimal(folder)).toBe(200);
  expect(await minimal(folder, { user_id: id, name: 'two' })).toBe(201);
  const again = await db.from('folders').upsert(folder, { onConflict }).select('name').single();
  expect([again.status, again.data]).toEqual([200, { name: 'one' }]);
  const named = await db.from('folders').upsert(folder, { onConflict }).select('label:name');
  expect([named.status, named.data]).toEqual([200, [{ label: 'one' }]]);
  const options = { onConflict, ignoreDuplicates: true };
  const ignored = await db.from('folders').upsert(folder, options).select();
  expect([ignored.status, ignored.data]).toEqual([201, []]);
});
