import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { connect } from '../support/database.ts';
import { ownTables, serviceTables, userCalls, views } from '../support/tables.ts';

let database: Client;

beforeAll(async () => {
  database = await connect();
});

async function rows<T extends object>(sql: string): Promise<T[]> {
  return (await database.query<T>(sql)).rows;
}

test('design §3: every table has RLS and four policies, or is for the service role alone', async () => {
  const found = await rows<{ table: string; rls: boolean; policies: string[] }>(`
    select c.relname as table, c.relrowsecurity as rls,
      array(
        select p.polcmd::text from pg_policy as p
        where p.polrelid = c.oid and p.polpermissive order by 1
      ) as policies
    from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm', 'f')
    order by 1`);
  const four = ['a', 'd', 'r', 'w'];
  const expected = [
    ...[...ownTables.map(({ table }) => table), 'profiles'].map((table) => ({
      table,
      rls: true,
      policies: four,
    })),
    ...serviceTables.map((table) => ({ table, rls: true, policies: [] })),
  ];
  expect(found).toEqual(expected.toSorted((a, b) => a.table.localeCompare(b.table)));
});

test('design §4: whatever people read and write asks what their session may do', async () => {
  const found = await rows<{ table: string; command: string; using: string; check: string }>(`
    select p.polrelid::regclass::text as table, p.polcmd::text as command,
      coalesce(pg_get_expr(p.polqual, p.polrelid), '') as using,
      coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') as check
    from pg_policy as p where not p.polpermissive order by 1`);
  const tables = [...ownTables.map(({ table }) => table), 'profiles'].toSorted();
  expect(Object.fromEntries(found.map(({ table, command }) => [table, command]))).toEqual({
    ...Object.fromEntries(tables.map((table) => [table, '*'])),
    'private.dav_objects': '*',
    'realtime.messages': 'r',
  });
  for (const { table, using, check } of found) {
    expect(using, table).toMatch(/SELECT private\.session_may/);
    if (table !== 'realtime.messages') expect(check, table).toMatch(/SELECT private\.session_may/);
  }
});

test('design §3: views show what their reader may see, to users alone and for reading', async () => {
  const found = await rows<{ name: string; options: string[]; rights: string[] }>(`
    select c.relname as name, c.reloptions as options,
      array(
        select a.grantee::regrole::text || ' ' || a.privilege_type
        from aclexplode(c.relacl) as a where a.grantee <> c.relowner order by 1
      ) as rights
    from pg_class as c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'v'
    order by 1`);
  expect(found).toEqual(
    views.toSorted().map((name) => ({
      name,
      options: ['security_invoker=true'],
      rights: ['authenticated SELECT'],
    })),
  );
});

test('design §3: tables that nobody may see have RLS and no grants', async () => {
  const open = await rows(`
    select c.relname as name from pg_class as c
    where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
      -- Written by its owner, through functions with the caller's own rights.
      and c.relname <> 'dav_objects'
      and (not c.relrowsecurity
        or exists (select from pg_policy as p where p.polrelid = c.oid)
        or has_table_privilege('authenticated', c.oid, 'select, insert, update, delete')
        or has_any_column_privilege('authenticated', c.oid, 'select, insert, update'))`);
  expect(open).toEqual([]);
});

test('design §3: users call of private what takes no owner: the caller is the owner', async () => {
  const callable = await rows<{ call: string }>(`
    select p.oid::regprocedure::text as call from pg_proc as p
    where p.pronamespace = 'private'::regnamespace and p.prosecdef
      and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`);
  expect(callable.map(({ call }) => call)).toEqual([
    'private.changes_done(uuid)',
    'private.is_admin()',
    'private.lock_account()',
    'private.note_program_use(text)',
    'private.open_own_history()',
    'private.own_dav_lists()',
    'private.purge_own_deleted()',
    'private.remember_done(uuid,bigint[])',
    'private.require_session(text[])',
    'private.rows_with_uid(text,text)',
    'private.session_may(text[])',
  ]);
});

test('design §3: what of private runs with the caller’s own rights is what push, reorder and DAV are made of', async () => {
  const callable = await rows<{ role: string; name: string }>(`
    select r.rolname as role, p.proname as name
    from pg_proc as p cross join pg_roles as r
    where p.pronamespace = 'private'::regnamespace and not p.prosecdef
      and r.rolname in ('anon', 'authenticated', 'service_role')
      and has_function_privilege(r.oid, p.oid, 'execute')
    order by 1, 2`);
  const names = (of: string) => callable.filter(({ role }) => role === of).map(({ name }) => name);
  expect(names('anon')).toEqual([]);
  expect(names('service_role')).toEqual(['next_occurrence']);
  expect(names('authenticated')).toEqual([
    'columns_of',
    'dav_check',
    'dav_rows',
    'dav_uids',
    'delete_folder',
    'erase',
    'has_seen',
    'is_typed',
    'place_of',
    'push_change',
    'rank_at',
    'read_row',
    'restore_folder',
    'revision_of_transaction',
    'set_columns',
    'uid_in',
  ]);
});

test('design §3: nobody but the database removes rows of people’s data', async () => {
  const removable = await rows(`
    select c.relname as name from pg_class as c
    where c.oid = any (array[${ownTables.map(({ table }) => `'public.${table}'::regclass`).join(', ')}])
      and has_table_privilege('authenticated', c.oid, 'delete, truncate')`);
  expect(removable).toEqual([]);
});

test('design §3: people’s tables have uids, revisions, deletions, and what keeps them', async () => {
  const triggers = [
    'assign_rev',
    'bound_insert',
    'bound_update',
    'broadcast_delete',
    'broadcast_insert',
    'broadcast_update',
    'lock_account_first',
    'mark_edited',
    'set_deleted_at',
    'set_updated_at',
  ];
  const found = await rows<{ table: string; key: string; triggers: string[]; by_rev: boolean }>(`
    select c.relname as table, pg_get_constraintdef(k.oid) as key,
      array(
        select t.tgname::text from pg_trigger as t
        where t.tgrelid = c.oid and t.tgname = any (array[${triggers.map((name) => `'${name}'`).join(', ')}]) and t.tgenabled = 'O'
        order by t.tgname
      ) as triggers,
      exists (
        select from pg_index as i
        where i.indrelid = c.oid and pg_get_indexdef(i.indexrelid) like '%(user_id, rev, uid)'
      ) as by_rev
    from pg_class as c
    join pg_constraint as k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace
      and exists (
        select from pg_attribute as a where a.attrelid = c.oid and a.attname = 'deleted_at'
      )
    order by 1`);
  expect(found).toEqual(
    ownTables
      .map(({ table }) => ({ table, key: 'PRIMARY KEY (uid)', triggers, by_rev: true }))
      .toSorted((a, b) => a.table.localeCompare(b.table)),
  );
});

test('design §3: policies are for signed-in users, and look the caller up once a statement', async () => {
  const policies = await rows<{ name: string; roles: string[]; using: string; check: string }>(`
    select policyname as name, roles::text[], coalesce(qual, '') as using, coalesce(with_check, '') as check
    from pg_policies where schemaname = 'public'`);
  for (const { name, roles, using, check } of policies) {
    expect(roles, name).toEqual(['authenticated']);
    const rule = using + check;
    expect(rule.match(/auth\.uid\(\)/g)?.length ?? 0, name).toBe(
      rule.match(/SELECT auth\.uid\(\)/gi)?.length ?? 0,
    );
    expect(rule, name).not.toBe('true');
  }
});

test('design §3: anon is granted nothing at all', async () => {
  const granted = await rows(`
    select c.relname as name from pg_class as c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_table_privilege('anon', c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege('anon', c.oid, 'select, insert, update, references'))
    union all
    select c.relname from pg_class as c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and case when c.relkind = 'S' then has_sequence_privilege('anon', c.oid, 'usage, select, update') end
    union all
    select p.proname from pg_proc as p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and has_function_privilege('anon', p.oid, 'execute')
    union all
    select 'schema private' where has_schema_privilege('anon', 'private', 'usage, create')`);
  expect(granted).toEqual([]);
});

test('design §3: users may call what is made for them, and nothing else', async () => {
  const callable = await rows<{ name: string }>(`
    select p.proname as name from pg_proc as p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`);
  expect(callable.map(({ name }) => name)).toEqual(userCalls.map(({ name }) => name).toSorted());
});

test('design §3: every function has an empty search path', async () => {
  const open = await rows(`
    select p.oid::regprocedure::text as name from pg_proc as p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(p.proconfig, '{}') && array['search_path=""', 'search_path=']`);
  expect(open).toEqual([]);
});

test('design §3: users cannot write what the database decides', async () => {
  const writable = await rows<{ name: string }>(`
    select distinct c.relname || '.' || a.attname as name
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'update')
        and (a.attname in ('id', 'uid', 'user_id', 'created_at', 'updated_at')
          or a.attname in ('repeat_anchor_day', 'spawned_untouched')
          or a.attname in ('rev', 'edited_rev', 'content_rev'))
      or has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
        and (a.attname in ('id', 'updated_at', 'repeat_anchor_day', 'spawned_untouched')
          or a.attname in ('rev', 'edited_rev', 'content_rev', 'deleted_at', 'deleted_with'))
      or c.relname = 'profiles' and has_column_privilege('authenticated', c.oid, a.attnum, 'update')
        and a.attname not in ('theme', 'header_color', 'contact_view_mode', 'time_zone', 'week_start',
          'keyboard_shortcuts'))`);
  expect(writable).toEqual([]);
});

test('design §3: every table keeps the time of its last change', async () => {
  const without = await rows(`
    select c.relname as name from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (
        select from pg_trigger as t where t.tgrelid = c.oid and t.tgname = 'set_updated_at'
      )`);
  expect(without).toEqual([]);
});

test('design §3: every foreign key has an index that begins with its columns', async () => {
  const without = await rows(`
    select k.conrelid::regclass::text || ': ' || k.conname as name
    from pg_constraint as k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index as i
        where i.indrelid = k.conrelid
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )`);
  expect(without).toEqual([]);
});
