-- Tasks. Their order is a rank that lies between those of the neighbours: a drag changes one row.

create type public.task_priority as enum ('low', 'medium', 'high');

create table public.tasks (
  uid uuid primary key default gen_random_uuid(),
  id bigint generated always as identity,
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
  spawned_untouched boolean not null default false,
  rank text collate "C",
  recurrence text,
  rev bigint not null default 1,
  edited_rev bigint not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint tasks_id_key unique (id),
  constraint title_has_1_to_500_characters check (length(title) <= 500 and btrim(title) <> ''),
  constraint description_has_up_to_20000_characters check (length(description) <= 20000),
  constraint category_has_up_to_200_characters check (length(category) <= 200),
  constraint due_date_is_between_year_1_and_9999 check (due_date between '0001-01-01' and '9999-12-31'),
  constraint completed_has_a_time check (completed = (completed_at is not null)),
  constraint repeat_anchor_day_is_a_day_of_the_month check (repeat_anchor_day between 1 and 31),
  constraint rank_is_a_fractional_index check (
    rank ~ ('^([aZ][0-9A-Za-z]|[bY][0-9A-Za-z]{2}|[cX][0-9A-Za-z]{3}|[dW][0-9A-Za-z]{4}|[eV][0-9A-Za-z]{5})'
      '([0-9A-Za-z]{0,200}[1-9A-Za-z])?$')
  ),
  constraint erased_is_empty check (
    deleted_at is distinct from 'epoch'
    or title = '-' and description is null and category is null and recurrence is null
  ),
  constraint recurrence_is_lines_of_icalendar check (
    length(recurrence) <= 2500
    and recurrence ~ '^RRULE:[!-~]+(\nEXDATE:\d{8}(,\d{8})*)?(\nDURATION:P\d{1,3}D)?$'
  ),
  constraint created_at_is_between_year_1_and_9999 check (
    created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
  ),
  constraint completed_at_is_between_year_1_and_9999 check (
    completed_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
  )
);
comment on table public.tasks is 'To do, and done. The done ones are the history: screens must not read it all.';
comment on column public.tasks.id is 'The number that /api shows.';
comment on column public.tasks.category is 'The name of a category, or free text, or none (null or empty).';
comment on column public.tasks.completed_at is 'Follows completed.';
comment on column public.tasks.repeat_anchor_day is 'The day of the month that a monthly, quarterly or yearly task comes back to after a shorter month.';
comment on column public.tasks.spawned_untouched is 'Nobody has edited this occurrence yet: un-completing its predecessor may remove it.';
comment on column public.tasks.rank is
  'Where it was dragged to: a key of the npm package fractional-indexing. Null: never dragged, behind all that were.';
comment on column public.tasks.recurrence is
  'A rule of another program that repeat_type cannot say: RRULE, then EXDATE, then DURATION for the days from the start, which the rule is about, to the due date. Null where repeat_type is not none.';
comment on column public.tasks.rev is 'Revision of the last change, see private.histories.';
comment on column public.tasks.edited_rev is 'Revision in which somebody typed last. A deletion that has not seen it does not take the row.';
comment on column public.tasks.deleted_at is
  'When it was deleted; null while it is there; 1970 where it was deleted for good and only its uid is kept, so that every device learns of it.';

create index tasks_of_user on public.tasks (user_id, id);
create index tasks_open on public.tasks (user_id, rank, due_date, id)
where not completed and deleted_at is null;
create index tasks_done on public.tasks (user_id, completed_at, uid)
where completed_at is not null and deleted_at is null;
create index tasks_by_rev on public.tasks (user_id, rev, uid);
create index tasks_deleted on public.tasks (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;

revoke all on public.tasks from anon, authenticated, service_role;
grant select on public.tasks to authenticated;
grant insert (
  uid, user_id, title, description, priority, category, completed, completed_at, due_date,
  repeat_type, recurrence, rank, created_at
) on public.tasks to authenticated;
grant update (
  title, description, priority, category, completed, completed_at, due_date, repeat_type,
  recurrence, rank, deleted_at
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

create policy "Programs do what their app password is for"
on public.tasks as restrictive for all to authenticated
using ((select private.session_may('api', 'api:read', 'dav')))
with check ((select private.session_may('api', 'dav')));

create trigger set_updated_at
before insert or update on public.tasks
for each row execute function private.set_updated_at();

create trigger assign_rev before insert or update on public.tasks
for each row execute function private.assign_rev();

create trigger mark_edited before update of title, description on public.tasks
for each row when ((old.title, old.description) is distinct from (new.title, new.description))
execute function private.mark_edited();

create trigger set_deleted_at before update of deleted_at on public.tasks
for each row execute function private.set_deleted_at();

create trigger keep_erased before update on public.tasks
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();

select private.bound_account('public.tasks');

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

create trigger use_current_category before insert or update of category on public.tasks
for each row when (new.category <> '')
execute function private.use_current_category();

create function private.normalize_task()
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

  if new.repeat_type <> 'none' then
    new.recurrence := null;
  end if;

  -- Not the category: renaming one touches both, so it is compared when it matters.
  if tg_op = 'UPDATE' and not is_made_again
    and (new.title, new.description, new.priority, new.due_date, new.repeat_type, new.recurrence)
      is distinct from
      (old.title, old.description, old.priority, old.due_date, old.repeat_type, old.recurrence)
  then
    new.spawned_untouched := false;
  end if;
  return new;
end;
$$;
comment on function private.normalize_task() is
  'completed_at follows completed; a new date or rule starts a new series; an edited occurrence is no longer untouched.';
revoke execute on function private.normalize_task() from public;

create trigger normalize_task
before insert or update on public.tasks
for each row execute function private.normalize_task();
