-- What every table stands on: the enumerations, the schema for functions that nobody may call
-- through the API, and the two triggers that every table has (time of change, live change).

-- Supabase grants everything new in public to the API roles. Here a table says itself what it grants.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create type public.task_priority as enum ('low', 'medium', 'high');
create type public.repeat_type as enum
  ('none', 'daily', 'daily-weekday', 'weekly', 'biweekly', 'monthly', 'quarterly', 'yearly');
create type public.theme as enum ('light', 'dark');
create type public.header_color as enum ('blue', 'green', 'purple', 'red', 'orange', 'gray');
create type public.contact_view_mode as enum ('tile', 'list');
create type public.email_service as enum ('gmail', 'outlook', 'yahoo', 'custom');
create type public.email_security as enum ('tls', 'starttls', 'none');

create schema private;
comment on schema private is
  'Functions behind triggers, policies and RPCs. Not exposed by the API.';
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create function private.set_updated_at()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.updated_at := clock_timestamp();
  else
    -- Strictly later than before even if the clock stands still or goes back: clients drop rows
    -- that are not newer, and save notes only if updated_at is still what they loaded.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end;
$$;
comment on function private.set_updated_at() is
  'Sets updated_at; whole milliseconds, strictly increasing for each row.';
revoke execute on function private.set_updated_at() from public;

create function private.broadcast_changes()
returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  max_rows constant integer := 100;
  max_ids constant integer := 1000;
  max_bytes constant integer := 64 * 1024;
  to_admins constant boolean := tg_argv[0] = 'admin';
  owner_of constant text := case when to_admins then 'null::uuid' else format('c.%I', tg_argv[0]) end;
  audience record;
  change jsonb;
  changed_rows jsonb;
  changed_ids jsonb;
begin
  for audience in execute format(
    'select %1$s as owner, count(*) as total from changed as c group by %1$s', owner_of
  )
  loop
    change := jsonb_build_object('table', tg_table_name, 'op', tg_op);
    changed_rows := null;

    if audience.total > max_ids then
      change := change || '{"reload": true}';
    else
      if tg_op <> 'DELETE' and audience.total <= max_rows and not to_admins then
        -- A note is listed without its text; whoever has it open fetches it.
        execute format(
          $query$select jsonb_agg(to_jsonb(c) - 'content' order by c.id) from changed as c where %s = $1$query$,
          owner_of
        ) into changed_rows using audience.owner;
      end if;

      if octet_length(changed_rows::text) < max_bytes then
        change := change || jsonb_build_object('rows', changed_rows);
      else
        execute format(
          'select jsonb_agg(c.id order by c.id) from changed as c where %s is not distinct from $1',
          owner_of
        ) into changed_ids using audience.owner;
        change := change || jsonb_build_object('ids', changed_ids);
      end if;
    end if;

    perform realtime.send(
      change, 'change', case when to_admins then 'admin' else 'user:' || audience.owner end, true
    );
  end loop;
  return null;
end;
$$;
comment on function private.broadcast_changes() is
  'Statement trigger over the transition table "changed". Tells the owners in the column named by its argument, or with the argument "admin" the administrators, once a statement what changed: rows while small, then ids, then "reload".';
revoke execute on function private.broadcast_changes() from public;
