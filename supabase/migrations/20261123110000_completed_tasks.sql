-- What was completed long ago is read from the server page by page (docs/decisions/0049).

-- What runs in a transaction can do neither concurrently (.squawk.toml).
-- squawk-ignore require-concurrent-index-deletion
drop index public.tasks_done;
create index tasks_done on public.tasks (user_id, completed_at, uid)
where completed_at is not null and deleted_at is null;

create function public.completed_tasks(
  before timestamptz default null, before_uid uuid default null, wanted text default ''
)
returns json
language plpgsql
stable
security invoker
set search_path = ''
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
