-- What every table stands on: rights, the schema for functions that nobody may call through the API,
-- and the time of change.

-- Supabase grants everything new in public to the API roles. Here a table says itself what it grants.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

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
    new.updated_at := least(new.updated_at, clock_timestamp());
  else
    -- Strictly later than before even if the clock stands still or goes back: clients drop rows
    -- that are not newer, and save notes only if updated_at is still what they loaded.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  end if;
  return new;
end;
$$;
comment on function private.set_updated_at() is
  'Sets updated_at; whole milliseconds, strictly increasing for each row. A new row may come with an earlier one.';
revoke execute on function private.set_updated_at() from public;
