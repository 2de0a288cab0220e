import { beforeAll, describe, expect, test } from 'vitest';
import { actor, bearer, serviceRole, unique, type Actor } from '../support/actors.ts';
import { listen } from '../support/realtime-listener.ts';
import { succeeded } from '../support/outcomes.ts';
import { appPassword, programSession, SCOPES, type Scope } from '../support/programs.ts';
import { ownTables, userCalls, views } from '../support/tables.ts';
import { api } from '../functions/support/api.ts';
import { call } from '../functions/support/call.ts';

// By every door, with the very token that a program's requests use inside the functions.

const DAV_TABLES = ['tasks', 'categories', 'contacts'];
const mayRead = (scope: Scope, table: string) => scope !== 'dav' || DAV_TABLES.includes(table);
const mayWrite = (scope: Scope, table: string) =>
  scope === 'api' || (scope === 'dav' && DAV_TABLES.includes(table));

let owner: Actor;
let ids: Map<string, number>;
const programs = new Map<Scope, Awaited<ReturnType<typeof programSession>>>();

const program = (scope: Scope) => {
  const found = programs.get(scope);
  if (!found) throw new Error('not begun');
  return found;
};

beforeAll(async () => {
  owner = await actor('owner');
  ids = new Map();
  for (const { table, row } of ownTables) {
    const made = succeeded(await owner.client.from(table).insert(row).select('id').single());
    ids.set(table, Number(made.id));
  }
  for (const scope of SCOPES) programs.set(scope, await programSession(owner, scope));
});

const doors = SCOPES.flatMap((scope) => ownTables.map((given) => ({ scope, ...given })));

describe('tables', () => {
  test.each(doors)('design §4 $scope: what it reads of $table', async ({ scope, table }) => {
    const { client } = program(scope);
    const expected = mayRead(scope, table) ? [{ id: ids.get(table) }] : [];
    expect(succeeded(await client.from(table).select('id').eq('id', ids.get(table)))).toEqual(
      expected,
    );
    expect(
      succeeded(await client.from(`api_${table}`).select('id').eq('id', ids.get(table))),
    ).toEqual(expected);
  });

  test.each(doors)('design §4 $scope: what it writes of $table', async (given) => {
    const { scope, table, change } = given;
    const { client } = program(scope);
    const row = 'name' in given.row ? { name: unique('made') } : given.row;
    const made = await client.from(table).insert(row).select('id');
    const before = await owner.client.from(table).select().eq('id', ids.get(table)).single();
    const changed = await client.from(table).update(change).eq('id', ids.get(table)).select('id');
    if (mayWrite(scope, table)) {
      expect(made.error).toBeNull();
      expect(changed.data).toEqual([{ id: ids.get(table) }]);
      return;
    }
    expect(made).toMatchObject({ status: 403, data: null });
    expect(changed.data ?? []).toEqual([]);
    const after = await owner.client.from(table).select().eq('id', ids.get(table)).single();
    expect(after.data).toEqual(before.data);
  });

  test.each(SCOPES)(
    'design §4 %s: reads its owner’s profile and changes nothing in it',
    async (scope) => {
      const { client } = program(scope);
      expect(succeeded(await client.from('profiles').select('username'))).toEqual([
        { username: owner.username },
      ]);
      const changed = await client
        .from('profiles')
        .update({ theme: 'dark' })
        .eq('id', owner.id)
        .select();
      expect(changed.data ?? []).toEqual([]);
      const { data } = await serviceRole()
        .from('profiles')
        .select('theme')
        .eq('id', owner.id)
        .single();
      expect(data).toEqual({ theme: 'light' });
    },
  );
});

describe('calls', () => {
  const writes = [
    'push_changes',
    'stage_import',
    'commit_import',
    'cancel_import',
    'undo_import',
    'reorder_tasks',
  ];

  test('design §4 api:read: calls that write are refused', async () => {
    const { client } = program('api:read');
    for (const { name, args } of userCalls.filter((one) => writes.includes(one.name))) {
      expect((await client.rpc(name, args)).status, name).toBe(403);
    }
  });

  test('design §4 dav: imports are not for it', async () => {
    const { client } = program('dav');
    for (const { name, args } of userCalls.filter((one) => one.name.endsWith('_import'))) {
      // What it could not begin is not there to be committed or undone.
      const status = /^(commit|undo)/.test(name) ? 404 : 403;
      expect((await client.rpc(name, args)).status, name).toBe(status);
    }
    const staged = await owner.client.rpc('stage_import', {
      import_uid: crypto.randomUUID(),
      file_name: 'a.csv',
      part: 1,
      rows: [],
    });
    expect(staged.error).toBeNull();
    expect(succeeded(await client.rpc('list_imports'))).toEqual([]);
    expect(succeeded(await client.rpc('list_notes'))).toEqual([]);
  });

  test.each(['api', 'dav'] as const)('design §4 %s: a pushed change is done', async (scope) => {
    const { client } = program(scope);
    const change = {
      table: 'tasks',
      uid: crypto.randomUUID(),
      create: true,
      set: { title: scope },
    };
    expect((await client.rpc('push_changes', { changes: [change] })).error).toBeNull();
    const { data } = await owner.client.from('tasks').select('title').eq('uid', change.uid);
    expect(data).toEqual([{ title: scope }]);
  });

  test('design §4 dav: a pushed change of a note is refused', async () => {
    const uid = crypto.randomUUID();
    const changes = [{ table: 'notes', uid, create: true, set: { title: 'planted' } }];
    await program('dav').client.rpc('push_changes', { changes });
    expect((await owner.client.from('notes').select('uid').eq('uid', uid)).data).toEqual([]);
  });
});

describe('functions, /api and the live channel', () => {
  const forPeople = [
    ['account', 'GET', 'app-passwords'],
    ['account', 'POST', 'app-passwords'],
    ['account', 'POST', 'change-password'],
    ['account', 'POST', 'change-email'],
    ['account', 'POST', 'delete'],
    ['admin', 'GET', 'users'],
    ['api', 'GET', 'app-passwords'],
    ['api', 'POST', 'app-passwords'],
    ['api', 'DELETE', `app-passwords/${crypto.randomUUID()}`],
    ['api', 'PATCH', 'user/theme'],
    ['api', 'PATCH', 'user/email'],
    ['api', 'DELETE', 'user'],
    ['api', 'POST', 'auth/change-password'],
    ['api', 'GET', 'admin/users'],
  ] as const;

  test.each(SCOPES)(
    'design §4 %s: no account, no app passwords, no administration',
    async (scope) => {
      for (const [name, method, path] of forPeople) {
        const options = {
          method,
          token: program(scope).token,
          ...(method !== 'GET' && { body: {} }),
        };
        expect(await call(`${name}/${path}`, options), `${name} ${path}`).toMatchObject({
          status: 403,
          body: { code: 'not_for_programs' },
        });
      }
    },
  );

  test.each(SCOPES)('design §4 %s: receives nothing live', async (scope) => {
    const topic = `user:${owner.id}`;
    await expect(listen(program(scope).client, topic)).rejects.toThrow(/permission/);
    await listen(owner.client, topic);
  });

  test('design §4 /api: reads for api and api:read, writes for api, nothing for dav', async () => {
    const body = { title: 'By a program' };
    for (const scope of SCOPES) {
      const { password: token } = await appPassword(owner, scope);
      const read = await api('GET', '/tasks', { token });
      const written = await api('POST', '/tasks', { token, body });
      const who = await api('GET', '/auth/user', { token });
      const statuses = [read, written, who].map(({ status }) => status);
      const expected = { api: [200, 201, 200], 'api:read': [200, 403, 200], dav: [403, 403, 403] };
      expect(statuses, scope).toEqual(expected[scope]);
      if (scope !== 'dav') expect(who.body).toMatchObject({ username: owner.username });
      for (const [name, method, path] of forPeople.filter(([one]) => one === 'api')) {
        const options = { token, ...(method !== 'GET' && { body: {} }) };
        const answer = await call(`${name}/${path}`, { ...options, method });
        expect(answer.status, path).toBe(403);
      }
    }
  });
});

describe('ended', () => {
  test('design §4: the token of a revoked app password opens nothing, by any door', async () => {
    const { id, token, client } = await programSession(owner, 'api');
    expect(succeeded(await client.from('tasks').select('id')).length).toBeGreaterThan(0);
    const revoked = await call(`account/app-passwords/${id}`, {
      method: 'DELETE',
      token: owner.token,
    });
    expect(revoked.status).toBe(200);
    for (const { table, row } of ownTables) {
      expect(succeeded(await client.from(table).select())).toEqual([]);
      expect((await client.from(table).insert(row)).status).toBe(403);
    }
    for (const view of views) expect(succeeded(await client.from(view).select())).toEqual([]);
    expect(succeeded(await client.from('profiles').select())).toEqual([]);
    expect((await client.rpc('push_changes', { changes: [] })).status).toBe(403);
    expect((await client.rpc('pull_changes', {})).status).toBe(403);
    expect((await api('GET', '/tasks', { token })).status).toBeGreaterThanOrEqual(401);
    await expect(listen(client, `user:${owner.id}`)).rejects.toThrow(/permission|does not exist/);
    // Its session is over too: nothing refreshes it.
    expect((await bearer(token).from('tasks').select()).data).toEqual([]);
  });
});
