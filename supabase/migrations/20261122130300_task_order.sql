-- The order of tasks is a rank that lies between those of the neighbours: a drag changes one row, and
-- two drags at once do not undo each other. Null until somebody drags. Then: rank (none last), due
-- date (none last), id.
-- squawk-ignore-file adding-not-nullable-field, require-concurrent-index-creation, require-concurrent-index-deletion, prefer-robust-stmts, require-timeout-settings, ban-drop-column, constraint-missing-not-valid

create function private.rank_at(place bigint)
returns text
language plpgsql
immutable
parallel safe
security invoker
set search_path = ''
as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  -- One digit behind 'a' and 'Z', two behind 'b' and 'Y', and so on.
  count integer := 1;
  span bigint := 62;
  rest bigint := case when place < 0 then -place - 1 else place end;
  body text := '';
  head text;
begin
  while rest >= span loop
    rest := rest - span;
    span := span * 62;
    count := count + 1;
  end loop;
  head := chr(case when place < 0 then ascii('Z') - count + 1 else ascii('a') + count - 1 end);
  if place < 0 then
    rest := span - 1 - rest;
  end if;
  for _ in 1..count loop
    body := substr(digits, (rest % 62)::integer + 1, 1) || body;
    rest := rest / 62;
  end loop;
  return head || body;
end;
$$;
comment on function private.rank_at(bigint) is
  'The whole number among the keys of the npm package fractional-indexing: 0 is a0, -1 is Zz.';
revoke execute on function private.rank_at(bigint) from public;
grant execute on function private.rank_at(bigint) to authenticated;

create function private.place_of(rank text)
returns bigint
language plpgsql
immutable
strict
parallel safe
security invoker
set search_path = ''
as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  head constant integer := ascii(rank);
  is_negative constant boolean := head <= ascii('Z');
  count constant integer := case when is_negative then ascii('Z') - head else head - ascii('a') end + 1;
  number bigint := 0;
  before bigint := 0;
  span bigint := 62;
begin
  for i in 1..count loop
    number := number * 62 + position(substr(rank, i + 1, 1) in digits) - 1;
  end loop;
  for _ in 2..count loop
    before := before + span;
    span := span * 62;
  end loop;
  return case when is_negative then number - span - before else before + number end;
end;
$$;
comment on function private.place_of(text) is
  'The whole number of a rank, see private.rank_at(); what stands behind it is left out.';
revoke execute on function private.place_of(text) from public;
grant execute on function private.place_of(text) to authenticated;

alter table public.tasks add column rank text collate "C";
comment on column public.tasks.rank is
  'Where it was dragged to: a key of the npm package fractional-indexing. Null: never dragged, behind all that were.';
alter table public.tasks
  add constraint rank_is_a_fractional_index check (
    rank ~ ('^([aZ][0-9A-Za-z]|[bY][0-9A-Za-z]{2}|[cX][0-9A-Za-z]{3}|[dW][0-9A-Za-z]{4}|[eV][0-9A-Za-z]{5})'
      '([0-9A-Za-z]{0,200}[1-9A-Za-z])?$')
  );

alter table public.tasks disable trigger user;
-- Whoever has tasks behind those never dragged (by /api) keeps their order with a rank for all.
update public.tasks as t
set rank = private.rank_at(o.place - 1)
from (
  select s.id, row_number() over (
    partition by s.user_id order by s.sort_order, s.due_date nulls last, s.id
  ) as place
  from public.tasks as s
  where s.sort_order <> 0 or exists (
    select from public.tasks as p where p.user_id = s.user_id and p.sort_order > 0
  )
) as o
where o.id = t.id;
alter table public.tasks enable trigger user;

drop index public.tasks_open;
alter table public.tasks drop column sort_order;
create index tasks_open on public.tasks (user_id, rank, due_date, id)
where not completed and deleted_at is null;
grant insert (rank), update (rank) on public.tasks to authenticated;

create or replace function private.text_bytes(counted regclass)
returns text
language sql
stable
security invoker
set search_path = ''
as $$
  select string_agg(format('coalesce(octet_length(%I), 0)', a.attname), ' + ' order by a.attnum)
  from pg_catalog.pg_attribute as a
  where a.attrelid = counted and a.attnum > 0 and not a.attisdropped
    and a.atttypid = 'pg_catalog.text'::pg_catalog.regtype
    -- Made by a drag and short: whoever's account is full still puts it in order.
    and a.attname <> 'rank';
$$;

create or replace function public.reorder_tasks(task_ids bigint[])
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  total constant integer := coalesce(cardinality(task_ids), 0);
  distinct_total integer;
  own_total integer;
  first_place bigint;
begin
  -- Two that reorder at once: the second puts its tasks before those of the first.
  perform private.lock_account();
  select count(distinct id) into distinct_total from unnest(task_ids) as id;
  if distinct_total <> total then
    raise exception 'Every task must be listed once';
  end if;
  select count(*) into own_total
  from public.tasks as t
  where t.id = any (task_ids) and t.user_id = (select auth.uid()) and t.deleted_at is null;
  if own_total <> total then
    raise sqlstate 'PT404' using message = 'Task not found', detail = 'Nothing was reordered.';
  end if;
  select coalesce(private.place_of(min(t.rank)), 0) into first_place
  from public.tasks as t
  where t.user_id = (select auth.uid()) and t.rank is not null and not t.id = any (task_ids);
  update public.tasks as t
  set rank = private.rank_at(first_place - total + listed.place - 1)
  from unnest(task_ids) with ordinality as listed (id, place)
  where t.id = listed.id and t.user_id = (select auth.uid());
end;
$$;
comment on function public.reorder_tasks(bigint[]) is
  'Puts these tasks before all others, in this order. An unknown task refuses the whole. For /api.';
