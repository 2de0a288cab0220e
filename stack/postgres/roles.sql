-- The roles, schemas and default privileges that a Supabase project starts with. Applied at every
-- start as superuser `postgres`; every statement can be repeated. Passwords are set by the caller.

do $$
declare
  role_name text;
begin
  foreach role_name in array array[
    'anon', 'authenticated', 'service_role', 'authenticator',
    'supabase_auth_admin', 'supabase_realtime_admin'
  ]
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
  end loop;
end
$$;

alter role anon noinherit;
alter role authenticated noinherit;
alter role service_role noinherit bypassrls;
alter role authenticator login noinherit;
alter role supabase_auth_admin login noinherit;
alter role supabase_realtime_admin login noinherit;
grant anon, authenticated, service_role to authenticator;

-- As on Supabase: a request may run for eight seconds, and nothing waits for a lock for ever.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
-- The functions may take longer, as they do for deleting a full account; they end after a minute.
alter role service_role set statement_timeout = '60s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_realtime_admin set search_path = 'realtime';

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists realtime;
create schema if not exists supabase_migrations;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema public, extensions to anon, authenticated, service_role;
grant usage on schema auth to anon, authenticated, service_role;
grant all on schema auth to supabase_auth_admin;
grant usage on schema extensions to supabase_auth_admin, supabase_realtime_admin;
alter schema auth owner to supabase_auth_admin;
alter schema realtime owner to supabase_realtime_admin;
revoke create on schema public from public;

-- What migrations create in `public` is open to the API roles until a migration revokes it: so
-- Supabase has it, and migrations must be right on both. Only the first time: what a migration has
-- revoked stays so for the later ones.
do $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    alter default privileges in schema public
      grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public
      grant all on functions to anon, authenticated, service_role;
    alter default privileges in schema public
      grant all on sequences to anon, authenticated, service_role;
  end if;
end
$$;

do $$
begin
  execute format('alter database %I set timezone to ''UTC''', current_database());
  execute format(
    'alter database %I set search_path to "$user", public, extensions', current_database()
  );
end
$$;

create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
