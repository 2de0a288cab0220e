-- Tasks: completed is set, never flipped, and a device that was offline says when that was. The next
-- occurrence of a repeating task has a uid of its own making (private.next_occurrence_uid).

create or replace function private.keep_task_consistent()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
declare
  -- By create_next_occurrence() below, and not by somebody who typed in a deleted task.
  is_made_again constant boolean :=
    tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null and pg_trigger_depth() > 1;
begin
  if not new.completed then
    new.completed_at := null;
  else
    -- A device knows when it was, also hours later; nobody completes anything in the future. Where
    -- nobody says when it was, it is now.
    new.completed_at := least(
      case
        when tg_op = 'INSERT' or not old.completed then new.completed_at
        else coalesce(new.completed_at, old.completed_at)
      end,
      now()
    );
  end if;

  if new.repeat_type not in ('monthly', 'quarterly', 'yearly') or new.due_date is null then
    new.repeat_anchor_day := null;
  elsif tg_op = 'INSERT' then
    new.repeat_anchor_day := coalesce(new.repeat_anchor_day, extract(day from new.due_date));
  elsif new.due_date is distinct from old.due_date or new.repeat_type <> old.repeat_type then
    new.repeat_anchor_day := coalesce(
      -- The next occurrence that comes back from its deletion brings its anchor along.
      case when is_made_again then new.repeat_anchor_day end,
      extract(day from new.due_date)
    );
  end if;

  -- Not the category: renaming one touches both, so it is compared when it matters.
  if tg_op = 'UPDATE' and not is_made_again
    and (new.title, new.description, new.priority, new.due_date, new.repeat_type)
      is distinct from (old.title, old.description, old.priority, old.due_date, old.repeat_type)
  then
    new.spawned_untouched := false;
  end if;
  return new;
end;
$$;
alter function private.keep_task_consistent() rename to normalize_task;
alter trigger keep_task_consistent on public.tasks rename to normalize_task;

drop trigger continue_series on public.tasks;
drop function private.continue_series();

-- Security definer: it writes the columns about series, which users may not.
create function private.create_next_occurrence()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The statements below are updates of tasks, too, and would come here again without an end.
  if not exists (
    select from after_update as now_so
    join before_update as was on was.uid = now_so.uid
    where now_so.completed <> was.completed and now_so.repeat_type <> 'none'
  ) then
    return null;
  end if;

  insert into public.tasks as t (
    uid, user_id, title, description, priority, category, due_date, repeat_type,
    repeat_anchor_day, rank, spawned_untouched
  )
  select
    private.next_occurrence_uid(done.uid), done.user_id, done.title, done.description,
    done.priority, done.category, next.due_date, done.repeat_type, done.repeat_anchor_day,
    done.rank, true
  from after_update as done
  join before_update as open on open.uid = done.uid
  cross join lateral private.next_occurrence(
    done.repeat_type, done.due_date, private.today_of(done.user_id), done.repeat_anchor_day
  ) as next (due_date)
  where done.completed and not open.completed and done.deleted_at is null
    and done.repeat_type <> 'none'
    and next.due_date is not null
  order by done.id
  -- A task completed a second time has its successor already, unless that was deleted.
  on conflict (uid) do update
  set deleted_at = null,
    completed = false,
    title = excluded.title,
    description = excluded.description,
    priority = excluded.priority,
    category = excluded.category,
    due_date = excluded.due_date,
    repeat_type = excluded.repeat_type,
    repeat_anchor_day = excluded.repeat_anchor_day,
    rank = excluded.rank,
    spawned_untouched = true
  where t.user_id = excluded.user_id and t.deleted_at is not null;

  update public.tasks as t
  set deleted_at = now()
  from after_update as reopened
  join before_update as done on done.uid = reopened.uid
  where done.completed and not reopened.completed and reopened.deleted_at is null
    and t.uid = private.next_occurrence_uid(reopened.uid)
    and t.user_id = reopened.user_id
    and t.deleted_at is null
    and t.spawned_untouched
    and not t.completed
    and t.category is not distinct from reopened.category;
  return null;
end;
$$;
comment on function private.create_next_occurrence() is
  'Completing a repeating task creates its next open occurrence; un-completing removes that again while it is untouched.';
revoke execute on function private.create_next_occurrence() from public;

create trigger create_next_occurrence
after update on public.tasks
referencing old table as before_update new table as after_update
for each statement execute function private.create_next_occurrence();

create or replace function public.toggle_task(task_id bigint, today date)
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

create or replace function public.bulk_update_task_category(old_category text, new_category text)
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

grant insert (completed_at), update (completed_at) on public.tasks to authenticated;
