-- What /api asks for tasks in one transaction, and the ranks that it is answered by.

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

create function public.reorder_tasks(task_ids bigint[])
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
revoke execute on function public.reorder_tasks(bigint[]) from public, anon;
grant execute on function public.reorder_tasks(bigint[]) to authenticated;

create function public.toggle_task(task_id bigint, today date)
returns public.tasks
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  toggled public.tasks;
begin
  if today is null or not today between '0001-01-01' and '9999-12-31' then
    raise exception 'The date of today is needed';
  end if;
  -- Read by private.today_of(); gone with the transaction.
  perform set_config('almanac.today', today::text, true);
  update public.tasks as t
  set completed = not t.completed
  where t.id = task_id and t.user_id = (select auth.uid()) and t.deleted_at is null
  returning t.* into toggled;
  if not found then
    raise sqlstate 'PT404' using message = 'Task not found';
  end if;
  return toggled;
end;
$$;
comment on function public.toggle_task(bigint, date) is
  'Completes an open task or re-opens a completed one, and answers it as it is then. "today" is the day on the caller''s calendar, which a repeating task must come after. For /api; devices set what they mean.';
revoke execute on function public.toggle_task(bigint, date) from public, anon;
grant execute on function public.toggle_task(bigint, date) to authenticated;

create function public.bulk_update_task_category(old_category text, new_category text)
returns integer
language sql
volatile
security invoker
set search_path = ''
as $$
  with moved as (
    update public.tasks as t
    set category = nullif(btrim(new_category), '')
    where t.user_id = (select auth.uid()) and t.category = old_category and t.deleted_at is null
    returning t.uid
  )
  select count(*)::integer from moved;
$$;
comment on function public.bulk_update_task_category(text, text) is
  'Moves every task of one category to another (null or empty: to none) and answers how many.';
revoke execute on function public.bulk_update_task_category(text, text) from public, anon;
grant execute on function public.bulk_update_task_category(text, text) to authenticated;

create function public.completed_tasks(
  before timestamptz default null, before_uid uuid default null, wanted text default ''
)
returns json
language plpgsql
stable
security invoker
set search_path = ''
-- Always in the order of the index, and so 20,000 at most: never all of them, sorted.
set enable_sort = off
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select auth.uid());
  from_time constant timestamptz := coalesce(before, 'infinity');
  from_uid constant uuid := coalesce(before_uid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  searched constant text := lower(coalesce(wanted, ''));
  found_rows json;
  found_count integer;
  next json;
begin
  with read as (
    select t.* from public.tasks as t
    where t.user_id = owner and t.completed_at is not null and t.deleted_at is null
      and (t.completed_at, t.uid) < (from_time, from_uid)
    order by t.completed_at desc, t.uid desc limit 20000
  ), found as (
    select r.* from read as r
    where searched = '' or strpos(lower(r.title), searched) > 0
    order by r.completed_at desc, r.uid desc limit 100
  )
  select
    coalesce(json_agg(to_json(f) order by f.completed_at desc, f.uid desc), '[]'),
    count(*),
    (json_agg(json_build_object('before', f.completed_at, 'before_uid', f.uid)
      order by f.completed_at, f.uid) -> 0)
  into found_rows, found_count, next
  from found as f;
  if found_count < 100 then
    -- All that may be read at once was read: the next request goes on behind it.
    select json_build_object('before', t.completed_at, 'before_uid', t.uid) into next
    from public.tasks as t
    where t.user_id = owner and t.completed_at is not null and t.deleted_at is null
      and (t.completed_at, t.uid) < (from_time, from_uid)
    order by t.completed_at desc, t.uid desc offset 19999 limit 1;
  end if;
  return json_build_object('rows', found_rows, 'next', next);
end;
$$;
comment on function public.completed_tasks(timestamptz, uuid, text) is
  'The caller''s completed tasks, the last one first, 100 at a time: those after the place that "next" of the answer before names, with this text in their title in whatever case. One call looks at 20,000 at most; "next" is null at the end.';
revoke execute on function public.completed_tasks(timestamptz, uuid, text) from public, anon;
grant execute on function public.completed_tasks(timestamptz, uuid, text) to authenticated;
