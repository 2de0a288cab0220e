-- Tasks: what is to be done, in the order the user dragged it into, again and again if it repeats.

create table public.tasks (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null,
  description text,
  priority public.task_priority not null default 'medium',
  category text,
  completed boolean not null default false,
  completed_at timestamptz,
  due_date date,
  repeat_type public.repeat_type not null default 'none',
  repeat_anchor_day smallint,
  spawned_by bigint references public.tasks (id) on delete set null,
  spawned_untouched boolean not null default false,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint title_has_1_to_500_characters check (length(title) <= 500 and btrim(title) <> ''),
  constraint description_has_up_to_20000_characters check (length(description) <= 20000),
  constraint category_has_up_to_200_characters check (length(category) <= 200),
  constraint due_date_is_between_year_1_and_9999 check (due_date between '0001-01-01' and '9999-12-31'),
  constraint completed_has_a_time check (completed = (completed_at is not null)),
  constraint repeat_anchor_day_is_a_day_of_the_month check (repeat_anchor_day between 1 and 31)
);
comment on table public.tasks is 'To do, and done. The done ones are the history: screens must not read it all.';
comment on column public.tasks.category is 'The name of a category, or free text, or none (null or empty).';
comment on column public.tasks.completed_at is 'Follows completed.';
comment on column public.tasks.repeat_anchor_day is 'The day of the month that a monthly, quarterly or yearly task comes back to after a shorter month.';
comment on column public.tasks.spawned_by is 'The completed task of which this is the next occurrence.';
comment on column public.tasks.spawned_untouched is 'Nobody has edited this occurrence yet: un-completing its predecessor may remove it.';
comment on column public.tasks.sort_order is 'Dragged tasks are negative and come first; 0 was never dragged.';

create index tasks_of_user on public.tasks (user_id, id);
create index tasks_open on public.tasks (user_id, sort_order, due_date, id) where not completed;
create index tasks_done on public.tasks (user_id, completed_at) where completed_at is not null;
create index tasks_spawned_by on public.tasks (spawned_by) where spawned_by is not null;

revoke all on public.tasks from anon, authenticated, service_role;
grant select, delete on public.tasks to authenticated;
grant insert (
  user_id, title, description, priority, category, completed, completed_at, due_date, repeat_type,
  sort_order, created_at
) on public.tasks to authenticated;
grant update (
  title, description, priority, category, completed, due_date, repeat_type, sort_order
) on public.tasks to authenticated;
grant select, insert, update, delete on public.tasks to service_role;

alter table public.tasks enable row level security;

create policy "Users read their own tasks"
on public.tasks for select to authenticated
using ((select auth.uid()) = user_id);

create policy "Users create tasks of their own"
on public.tasks for insert to authenticated
with check ((select auth.uid()) = user_id);

create policy "Users update their own tasks"
on public.tasks for update to authenticated
using ((select auth.uid()) = user_id)
with check ((select auth.uid()) = user_id);

create policy "Users delete their own tasks"
on public.tasks for delete to authenticated
using ((select auth.uid()) = user_id);

create trigger set_updated_at
before insert or update on public.tasks
for each row execute function private.set_updated_at();

create trigger broadcast_insert
after insert on public.tasks
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_update
after update on public.tasks
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_delete
after delete on public.tasks
referencing old table as changed
for each statement execute function private.broadcast_changes('user_id');

create function private.keep_task_consistent()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if not new.completed then
    new.completed_at := null;
  elsif tg_op = 'INSERT' then
    -- An import, or the undoing of a deletion, knows when the task was done.
    new.completed_at := coalesce(new.completed_at, now());
  elsif not old.completed then
    new.completed_at := now();
  else
    new.completed_at := coalesce(new.completed_at, old.completed_at);
  end if;

  if new.repeat_type not in ('monthly', 'quarterly', 'yearly') or new.due_date is null then
    new.repeat_anchor_day := null;
  elsif tg_op = 'INSERT' then
    new.repeat_anchor_day := coalesce(new.repeat_anchor_day, extract(day from new.due_date));
  elsif new.due_date is distinct from old.due_date or new.repeat_type <> old.repeat_type then
    new.repeat_anchor_day := extract(day from new.due_date);
  end if;

  -- Not the category: renaming one touches both, so it is compared when it matters.
  if tg_op = 'UPDATE'
    and (new.title, new.description, new.priority, new.due_date, new.repeat_type)
      is distinct from (old.title, old.description, old.priority, old.due_date, old.repeat_type)
  then
    new.spawned_untouched := false;
  end if;
  return new;
end;
$$;
comment on function private.keep_task_consistent() is
  'completed_at follows completed; a new date or rule starts a new series; an edited occurrence is no longer untouched.';
revoke execute on function private.keep_task_consistent() from public;

create trigger keep_task_consistent
before insert or update on public.tasks
for each row execute function private.keep_task_consistent();

-- Security definer: it writes the columns about series, which users may not.
create function private.continue_series()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A task completed a second time has its successor already, unless that was deleted.
  insert into public.tasks (
    user_id, title, description, priority, category, due_date, repeat_type, repeat_anchor_day,
    sort_order, spawned_by, spawned_untouched
  )
  select
    done.user_id, done.title, done.description, done.priority, done.category, next.due_date,
    done.repeat_type, done.repeat_anchor_day, done.sort_order, done.id, true
  from after_update as done
  join before_update as open on open.id = done.id
  cross join lateral private.next_occurrence(
    done.repeat_type, done.due_date, private.today_of(done.user_id), done.repeat_anchor_day
  ) as next (due_date)
  where done.completed and not open.completed
    and done.repeat_type <> 'none'
    and next.due_date is not null
    and not exists (select from public.tasks as t where t.spawned_by = done.id)
  order by done.id;

  delete from public.tasks as t
  using after_update as reopened
  join before_update as done on done.id = reopened.id
  where done.completed and not reopened.completed
    and t.spawned_by = reopened.id
    and t.spawned_untouched
    and not t.completed
    and t.category is not distinct from reopened.category;
  return null;
end;
$$;
comment on function private.continue_series() is
  'Completing a repeating task creates its next open occurrence; un-completing removes that again while it is untouched.';
revoke execute on function private.continue_series() from public;

create trigger continue_series
after update on public.tasks
referencing old table as before_update new table as after_update
for each statement execute function private.continue_series();

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
  where t.id = task_id and t.user_id = (select auth.uid())
  returning t.* into toggled;

  if not found then
    raise sqlstate 'PT404' using message = 'Task not found';
  end if;
  return toggled;
end;
$$;
comment on function public.toggle_task(bigint, date) is
  'Completes an open task or re-opens a completed one, and answers it as it is then. "today" is the day on the caller''s calendar, which a repeating task must come after.';
revoke execute on function public.toggle_task(bigint, date) from public, anon;
grant execute on function public.toggle_task(bigint, date) to authenticated;

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
begin
  select count(distinct id) into distinct_total from unnest(task_ids) as id;
  if distinct_total <> total then
    raise exception 'Every task must be listed once';
  end if;

  -- Locked in one order, so that two tabs that drag at once cannot wait for each other.
  select count(*) into own_total
  from (
    select t.id
    from public.tasks as t
    where t.id = any (task_ids) and t.user_id = (select auth.uid())
    order by t.id
    for update
  ) as own;
  if own_total <> total then
    raise sqlstate 'PT404' using message = 'Task not found', detail = 'Nothing was reordered.';
  end if;

  update public.tasks as t
  set sort_order = wanted.sort_order
  from (
    select listed.id, listed.place::integer - total - 1 as sort_order
    from unnest(task_ids) with ordinality as listed (id, place)
  ) as wanted
  where t.id = wanted.id and t.sort_order <> wanted.sort_order;
end;
$$;
comment on function public.reorder_tasks(bigint[]) is
  'Puts these tasks in this order: n tasks get -n to -1, before all that were never dragged. An unknown task refuses the whole.';
revoke execute on function public.reorder_tasks(bigint[]) from public, anon;
grant execute on function public.reorder_tasks(bigint[]) to authenticated;

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
    where t.user_id = (select auth.uid()) and t.category = old_category
    returning t.id
  )
  select count(*)::integer from moved;
$$;
comment on function public.bulk_update_task_category(text, text) is
  'Moves every task of one category to another (null or empty: to none) and answers how many.';
revoke execute on function public.bulk_update_task_category(text, text) from public, anon;
grant execute on function public.bulk_update_task_category(text, text) to authenticated;
