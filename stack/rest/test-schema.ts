/** What the tests of this folder run on: two owners' tables, functions that fail in each way, traps. */
export const testSchema = `
create type public.mood as enum ('calm', 'busy');
create table public.folders (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid(),
  name text not null,
  unique (user_id, name)
);
create table public.things (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid(),
  folder_id bigint references public.folders (id),
  title text not null check (title <> 'forbidden'),
  done boolean not null default false,
  due date,
  price numeric(12, 2),
  at timestamptz,
  tags text[],
  moods public.mood[],
  body jsonb
);
alter table public.folders enable row level security;
alter table public.things enable row level security;
create policy "Own folders" on public.folders to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "Own things" on public.things to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
revoke all on public.things, public.folders from anon;

create table public.vault (secret text);
insert into public.vault values ('the secret');
revoke all on public.vault from anon, authenticated, service_role;

create function public.add(a bigint, b bigint default 1) returns bigint
  language sql immutable as 'select a + b';
create function public.long_text(megabytes integer) returns text
  language sql immutable as $$ select repeat('x', megabytes * 1048576) $$;
create function public.total(ids bigint[]) returns bigint
  language sql immutable as 'select sum(id)::bigint from unnest(ids) id';
create function public.finish(thing_id bigint) returns public.things language sql as
  'update public.things set done = true where id = thing_id returning *';
create function public.fail(state text) returns void language plpgsql as
  $$ begin raise exception 'it failed' using errcode = state, detail = 'why', hint = 'try again'; end $$;
create function public.answer() returns void language plpgsql as $$ begin
  raise sqlstate 'PGRST' using message = '{"code":"teapot","message":"short and stout"}',
    detail = '{"status":418,"headers":{"X-Pot":"yes"}}';
end $$;
create function public.slow(seconds float) returns void language sql as 'select pg_sleep(seconds)';
create function public.escape(target text) returns text language plpgsql as $$ begin
  perform set_config('role', target, true);
  return (select string_agg(secret, ',') from public.vault);
end $$;
create function public.leave(session boolean) returns void language sql as
  $$ select set_config('request.jwt.claim.sub', '22222222-2222-4222-8222-222222222222', not session),
            set_config('request.jwt.claims', '{"sub":"22222222-2222-4222-8222-222222222222"}', not session) $$;
create function public.request() returns jsonb language sql stable as $$
  select jsonb_build_object('method', current_setting('request.method'), 'path', current_setting('request.path'),
    'header', current_setting('request.headers')::jsonb ->> 'x-test', 'claims', auth.jwt(), 'uid', auth.uid(),
    'role', current_user, 'login', session_user, 'timeout', current_setting('statement_timeout')) $$;
create function public.document() returns json language sql stable as
  $$ select '{"n": 12345678901234567890, "d": 1.10, "t": "$& é", "t":  2}'::json $$;
create function public.documents(total int) returns setof json language sql stable as
  $$ select '{"d": 1.10}'::json from generate_series(1, total) $$;
create function public.no_document() returns json language sql stable as 'select null::json';
create function public.beside() returns table (document jsonb, n bigint) language sql stable as
  $$ select '{"d": 1.10}'::jsonb, 2 $$;
create function public.write_by_get() returns void language sql stable as $$ select 1 $$;
create view public.writing with (security_invoker) as select public.add(1) as n;
`;
