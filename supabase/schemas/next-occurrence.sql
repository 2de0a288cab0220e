-- The next occurrence of a repeating task, made when it is completed.

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
    where now_so.completed <> was.completed
      and (now_so.repeat_type <> 'none' or now_so.recurrence is not null)
  ) then
    return null;
  end if;

  insert into public.tasks as t (
    uid, user_id, title, description, priority, category, due_date, repeat_type,
    repeat_anchor_day, recurrence, rank, spawned_untouched
  )
  select
    private.next_occurrence_uid(done.uid), done.user_id, done.title, done.description,
    done.priority, done.category, next.due_date, done.repeat_type, done.repeat_anchor_day,
    next.recurrence, done.rank, true
  from after_update as done
  join before_update as open on open.uid = done.uid
  cross join lateral (
    select private.next_occurrence(
      done.repeat_type, done.due_date, private.today_of(done.user_id), done.repeat_anchor_day
    ), null
    where done.recurrence is null
    union all
    select f.next_due_date, f.next_recurrence
    from private.next_by_recurrence(
      done.recurrence, done.due_date, private.today_of(done.user_id)
    ) as f
    where done.recurrence is not null
  ) as next (due_date, recurrence)
  where done.completed and not open.completed and done.deleted_at is null
    and (done.repeat_type <> 'none' or done.recurrence is not null)
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
    recurrence = excluded.recurrence,
    rank = excluded.rank,
    spawned_untouched = true
  where t.user_id = excluded.user_id and t.deleted_at is not null;

  -- Alarms and whatever else a program knows of the one go on with the next.
  insert into private.dav_objects (user_id, task_uid, name, raw)
  select next.user_id, next.uid, next.uid::text, private.with_uid(d.raw, next.uid)
  from after_update as done
  join before_update as open on open.uid = done.uid
  join private.dav_objects as d on d.task_uid = done.uid
  join public.tasks as next
    on next.uid = private.next_occurrence_uid(done.uid) and next.user_id = done.user_id
  where done.completed and not open.completed and done.deleted_at is null
    and next.deleted_at is null and private.with_uid(d.raw, next.uid) is not null
  on conflict do nothing;

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
