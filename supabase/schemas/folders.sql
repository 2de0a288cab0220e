-- Folders: the tree in which notes lie.

create table public.folders (
  uid uuid primary key default gen_random_uuid(),
  id bigint generated always as identity,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  category text not null default '',
  parent_uid uuid,
  rev bigint not null default 1,
  edited_rev bigint not null default 1,
  deleted_at timestamptz,
  deleted_with uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint folders_id_key unique (id),
  constraint name_has_1_to_200_characters check (length(name) <= 200 and btrim(name) <> ''),
  constraint category_has_up_to_200_characters check (length(category) <= 200),
  constraint folders_user_id_uid_key unique (user_id, uid),
  constraint parent_is_a_folder_of_the_same_user foreign key (user_id, parent_uid)
    references public.folders (user_id, uid) on delete cascade,
  constraint erased_is_empty check (
    deleted_at is distinct from 'epoch' or name = '-' and category = ''
  ),
  constraint created_at_is_between_year_1_and_9999 check (
    created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
  )
);
comment on table public.folders is 'A tree for each user. Deleting a folder deletes all that is in it.';
comment on column public.folders.id is 'The number that /api shows.';
comment on column public.folders.category is 'The name of a category, or empty.';
comment on column public.folders.parent_uid is 'Null at the root.';
comment on column public.folders.deleted_with is 'The folder whose deletion took it along, and whose return brings it back.';

create index folders_in_folder on public.folders (user_id, parent_uid);
create index folders_by_rev on public.folders (user_id, rev, uid);
create index folders_deleted on public.folders (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;
create index folders_deleted_with on public.folders (user_id, deleted_with)
where deleted_with is not null;

revoke all on public.folders from anon, authenticated, service_role;
grant select on public.folders to authenticated;
grant insert (uid, user_id, name, category, parent_uid, created_at) on public.folders to authenticated;
grant update (name, category, parent_uid, deleted_at, deleted_with) on public.folders to authenticated;
grant select, insert, update, delete on public.folders to service_role;

alter table public.folders enable row level security;

create policy "Users read their own folders"
on public.folders for select to authenticated
using ((select auth.uid()) = user_id);

create policy "Users create folders of their own"
on public.folders for insert to authenticated
with check ((select auth.uid()) = user_id);

create policy "Users update their own folders"
on public.folders for update to authenticated
using ((select auth.uid()) = user_id)
with check ((select auth.uid()) = user_id);

create policy "Users delete their own folders"
on public.folders for delete to authenticated
using ((select auth.uid()) = user_id);

create policy "Programs do what their app password is for"
on public.folders as restrictive for all to authenticated
using ((select private.session_may('api', 'api:read')))
with check ((select private.session_may('api')));

create trigger set_updated_at
before insert or update on public.folders
for each row execute function private.set_updated_at();

create trigger assign_rev before insert or update on public.folders
for each row execute function private.assign_rev();

create trigger mark_edited before update of name on public.folders
for each row when (old.name is distinct from new.name)
execute function private.mark_edited();

create trigger set_deleted_at before update of deleted_at on public.folders
for each row execute function private.set_deleted_at();

create trigger keep_erased before update on public.folders
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();

select private.bound_account('public.folders');

create trigger broadcast_insert
after insert on public.folders
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_update
after update on public.folders
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_delete
after delete on public.folders
referencing old table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger use_current_category before insert or update of category on public.folders
for each row when (new.category <> '')
execute function private.use_current_category();

create function private.keep_folders_a_tree()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
declare
  -- Far more than people make, and what reads a branch level by level comes to an end. Folders that
  -- were deeper before there was a bound stay, and may be moved up.
  most constant integer := 100;
  above uuid := new.parent_uid;
  -- The folder itself and what is below it. New ones have something there, too, where one statement
  -- brings folders from the lowest up.
  levels integer := (
    with recursive branch as (
      select new.uid as uid, 1 as level
      union all
      select below.uid, b.level + 1
      from branch as b
      -- Each by the index: joined, all folders are read for every level.
      cross join lateral (
        select f.uid from public.folders as f
        where f.user_id = new.user_id and f.parent_uid = b.uid
        offset 0
      ) as below
      where b.level <= most
    )
    select max(b.level) from branch as b
  );
begin
  -- Two moves at once, each harmless alone, could close a circle together: the account is locked.
  while above is not null loop
    if above = new.uid then
      raise exception 'A folder cannot be moved into itself or into a folder below it';
    end if;
    levels := levels + 1;
    if levels > most then
      raise exception 'Folders can be nested % levels deep at most', most;
    end if;
    above := (
      select f.parent_uid from public.folders as f where f.user_id = new.user_id and f.uid = above
    );
  end loop;
  return new;
end;
$$;
comment on function private.keep_folders_a_tree() is
  'Refuses a parent that is the folder itself or lies below it, or a hundred levels down. New folders too: one statement could insert two of them around each other by guessing their ids.';
revoke execute on function private.keep_folders_a_tree() from public;

create trigger keep_folders_a_tree
before insert or update of parent_uid on public.folders
for each row when (new.parent_uid is not null)
execute function private.keep_folders_a_tree();

create trigger forget_deleted_with before update of deleted_at on public.folders
for each row when (new.deleted_at is null)
execute function private.forget_deleted_with();

-- What is put into a folder that was deleted meanwhile is not lost with it.
create function private.leave_deleted_parent()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
declare
  above public.folders;
begin
  if new.deleted_at is null then
    -- By its key: a plan that looks among the deleted ones is right while those are few.
    select f.* into above from public.folders as f
    where f.user_id = new.user_id and f.uid = new.parent_uid;
    -- Nor does it come back in this statement (private.restore_folder).
    if above.deleted_at is not null and coalesce(
      above.deleted_at = 'epoch' or above.deleted_with::text <> current_setting('almanac.restored', true),
      true
    ) then
      new.parent_uid := null;
    end if;
  end if;
  return new;
end;
$$;
comment on function private.leave_deleted_parent() is
  'A folder that is there is in a folder that is there, or at the root.';
revoke execute on function private.leave_deleted_parent() from public;

create trigger leave_deleted_parent before insert or update of parent_uid, deleted_at on public.folders
for each row when (new.parent_uid is not null)
execute function private.leave_deleted_parent();
