import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { actor, bearer, type Actor } from '../support/actors.ts';
import { connect } from '../support/database.ts';
import { succeeded } from '../support/outcomes.ts';
import { appPassword, programSession, SCOPES } from '../support/programs.ts';
import { enrol } from '../support/second-step.ts';
import { ownTables, userCalls } from '../support/tables.ts';
import { api } from '../functions/support/api.ts';

// Which doors there are is read from the catalogue, from `/api`'s own description and from the code:
// a new one is tried, or named here, from its first day.

let database: Client;

beforeAll(async () => {
  database = await connect();
});

const rowSchema = z.array(z.object({ name: z.string() }));

/** All that the database has of somebody, but for what notes that they were there. */
async function everythingOf({ id }: Actor): Promise<Record<string, unknown>> {
  const tables = rowSchema.parse(
    (
      await database.query(`
        select format('%I.%I', n.nspname, c.relname) as name
        from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
        where n.nspname in ('public', 'private', 'auth') and c.relkind = 'r'
          and c.relname not in ('mfa_challenges', 'mfa_amr_claims', 'sessions', 'refresh_tokens',
            'one_time_tokens', 'histories', 'program_sessions')
          and exists (
            select from pg_attribute as a where a.attrelid = c.oid and a.attname = 'user_id'
          )
        union all select 'public.profiles'`)
    ).rows,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const owner = name === 'public.profiles' ? 'id' : 'user_id';
    const { rows } = await database.query(
      `select to_jsonb(t) - array['last_used_at', 'last_used_from', 'updated_at'] as row from ${name} as t
       where t.${owner} = $1 order by to_jsonb(t)::text`,
      [id],
    );
    found[name] = rows;
  }
  return found;
}

/** Somebody with a row in each table, and what would change each of them by any door of the database. */
async function withRows(name: string) {
  const owner = await actor(name);
  const rows = await Promise.all(
    ownTables.map(async ({ table, row, change }) => ({
      table,
      change,
      row: succeeded(await owner.client.from(table).insert(row).select('id, uid').single()),
    })),
  );
  const task = rows.find(({ table }) => table === 'tasks')?.row;
  const args: Record<string, object> = {
    toggle_task: { task_id: task?.id },
    reorder_tasks: { task_ids: [task?.id] },
    dav_put: { name: task?.uid, raw: 'x' },
    dav_delete: { name: task?.uid },
    dav_move: {
      name: task?.uid,
      target: rows.find(({ table }) => table === 'categories')?.row.uid,
    },
    push_changes: {
      changes: rows.flatMap(({ table, row, change }) => [
        { table, uid: row.uid, set: change },
        { table, uid: row.uid, delete: true, seen: 1e15 },
        { table, uid: crypto.randomUUID(), create: true, set: change },
      ]),
    },
    stage_import: { rows: [{ table: 'tasks', uid: crypto.randomUUID(), set: { title: 'x' } }] },
    dav_delete_list: { list: rows.find(({ table }) => table === 'categories')?.row.uid },
  };
  const { data: sessions } = await owner.client.rpc('list_sessions');
  args['end_session'] = { session: sessions[0].id };
  const tryAll = async (client: SupabaseClient) => {
    for (const { name: call, args: usual } of userCalls)
      await client.rpc(call, { ...usual, ...args[call] });
    for (const { table, row, change } of rows) {
      await client.from(table).insert(change);
      await client.from(table).update(change).eq('id', row.id);
      await client.from(table).update({ deleted_at: '2026-01-01' }).eq('id', row.id);
      await client.from(table).delete().eq('id', row.id);
    }
    await client.from('profiles').update({ theme: 'dark' }).eq('id', owner.id);
  };
  return { owner, tryAll };
}

describe('what may not write changes nothing by any table or call that there is', () => {
  test('design §4 second step: the password alone', async () => {
    const { owner, tryAll } = await withRows('anna');
    await enrol(owner);
    const before = await everythingOf(owner);
    await tryAll(bearer(owner.token));
    expect(await everythingOf(owner)).toEqual(before);
  });

  test.each(['api:read', 'calendar'] as const)('design §4 %s', async (scope) => {
    const { owner, tryAll } = await withRows('anna');
    const { client } = await programSession(owner, scope);
    const before = await everythingOf(owner);
    await tryAll(client);
    expect(await everythingOf(owner)).toEqual(before);
  });

  test('design §4: a revoked app password, whatever it was for', async () => {
    for (const scope of SCOPES) {
      const { owner, tryAll } = await withRows('anna');
      const { client, id } = await programSession(owner, scope);
      await database.query('delete from public.app_passwords where id = $1', [id]);
      const before = await everythingOf(owner);
      await tryAll(client);
      expect(await everythingOf(owner), scope).toEqual(before);
    }
  });

  test('design §4 dav: nothing but what DAV shows', async () => {
    const { owner, tryAll } = await withRows('anna');
    const { client } = await programSession(owner, 'dav');
    const before = await everythingOf(owner);
    await tryAll(client);
    const after = await everythingOf(owner);
    const changed = Object.keys(after).filter(
      (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
    );
    const shown = ['tasks', 'categories', 'contacts'].map((table) => `public.${table}`);
    // Beside them the books that are kept of each change.
    const books = [
      'allowances',
      'broadcast_spending',
      'category_renames',
      'dav_lists',
      'dav_objects',
      'devices',
      'search_documents',
    ];
    const allowed = [...shown, ...books.map((table) => `private.${table}`)];
    expect(changed.filter((table) => !allowed.includes(table))).toEqual([]);
    expect(changed).toEqual(expect.arrayContaining(shown));
  });

  test('the same tries do change what their owner may change', async () => {
    const { owner, tryAll } = await withRows('anna');
    const before = await everythingOf(owner);
    await tryAll(owner.client);
    const after = await everythingOf(owner);
    for (const table of [...ownTables.map((one) => one.table), 'profiles'])
      expect(after[`public.${table}`], table).not.toEqual(before[`public.${table}`]);
  });
});

const methods = ['get', 'post', 'patch', 'delete'] as const;
const descriptionSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.unknown())) })),
  ),
});

/** The routes of `/api`, which are those of the account and of administration, too. */
async function routesOfApi() {
  const { paths } = descriptionSchema.parse((await api('GET', '/openapi.json')).body);
  return Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const security = operations[method]?.security;
      if (!security || security.some((one) => Object.keys(one).length === 0)) return [];
      return [
        {
          method: method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE',
          path: path.replaceAll(/\{\w+\}/g, '1'),
          isForPrograms: security.some((one) => 'appPassword' in one),
        },
      ];
    }),
  );
}

describe('routes', () => {
  test('design §4 second step: the password alone is refused by each route of /api', async () => {
    const anna = await actor('anna', { admin: true });
    const { token } = anna;
    await enrol(anna);
    // Its session ended; one that is begun by the password now is of the first step.
    const signedIn = await anna.client.auth.signInWithPassword({
      email: (await anna.client.auth.getUser()).data.user?.email ?? '',
      password: anna.password,
    });
    const now = signedIn.data.session?.access_token ?? '';
    const routes = await routesOfApi();
    expect(routes.length).toBeGreaterThan(40);
    for (const { method, path } of routes) {
      const body = method === 'GET' ? {} : { body: {} };
      expect(await api(method, path, { token: now, ...body }), path).toMatchObject({
        status: 403,
        body: { code: 'second_step_required' },
      });
      expect([401, 403], path).toContain((await api(method, path, { token, ...body })).status);
    }
  });

  test('design §4 app passwords: each route of /api is for their scopes, or for people alone', async () => {
    const anna = await actor('anna', { admin: true });
    const routes = await routesOfApi();
    for (const scope of SCOPES) {
      const { password: token } = await appPassword(anna, scope);
      for (const { method, path, isForPrograms } of routes) {
        if (scope === 'api' && isForPrograms) continue;
        if (scope === 'api:read' && isForPrograms && method === 'GET') continue;
        const body = method === 'GET' ? {} : { body: {} };
        expect((await api(method, path, { token, ...body })).status, `${scope} ${path}`).toBe(403);
      }
    }
  });

  test('design §4: these are all the routes that anybody may call', async () => {
    const folder = join(import.meta.dirname, '../../supabase/functions');
    const files = await readdir(folder, { recursive: true });
    const open: string[] = [];
    let said = 0;
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.includes('.test.'))) {
      const text = await readFile(join(folder, file), 'utf8');
      said += text.match(/access: 'anyone'/g)?.length ?? 0;
      for (const [, method, path] of text.matchAll(
        /method: '(\w+)',\s+path: '([^']+)',\s+access: 'anyone'/g,
      ))
        open.push(`${method} ${path}`);
    }
    expect(open.toSorted()).toEqual([
      'GET /openapi.json',
      'GET /registration',
      'POST /auth/login',
      'POST /check-invitation',
      'POST /login',
      'POST /recover-second-step',
      'POST /register',
      'POST /reset-password',
    ]);
    // And that of logging out, which has two paths.
    expect(said).toBe(open.length + 1);
  });
});
