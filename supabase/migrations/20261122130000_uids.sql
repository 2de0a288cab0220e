-- Rows of people's data are known by a uid that whoever creates them makes: creating twice is
-- creating once, also when a device makes a row offline. Rows refer to one another by uid. The
-- number stays as `id`, for /api alone.
--
-- Tables are rewritten once, at the first start of this version and while nobody is connected.
-- squawk-ignore-file adding-not-nullable-field, ban-drop-column, constraint-missing-not-valid, adding-foreign-key-constraint, disallowed-unique-constraint, require-concurrent-index-creation, require-concurrent-index-deletion, adding-field-with-default, prefer-robust-stmts, require-timeout-settings, prefer-bigint-over-int, adding-serial-primary-key-field

alter table public.tasks add column uid uuid not null default gen_random_uuid();
alter table public.categories add column uid uuid not null default gen_random_uuid();
alter table public.contacts add column uid uuid not null default gen_random_uuid();
alter table public.folders add column uid uuid not null default gen_random_uuid();
alter table public.notes add column uid uuid not null default gen_random_uuid();

create function private.next_occurrence_uid(predecessor uuid)
returns uuid
language sql
immutable
parallel safe
security invoker
set search_path = ''
as $$
  select extensions.uuid_generate_v5(predecessor, 'next occurrence');
$$;
comment on function private.next_occurrence_uid(uuid) is
  'The uid of the next occurrence of a repeating task: two devices that complete it offline make one successor, not two. The web app has the same rule.';
revoke execute on function private.next_occurrence_uid(uuid) from public;

-- Nothing that people changed: updated_at stays, and nobody is told.
alter table public.tasks disable trigger user;
alter table public.folders disable trigger user;
alter table public.notes disable trigger user;

-- A successor that is there already gets the uid that completing its predecessor would give it.
with recursive series as (
  select t.id, t.uid from public.tasks as t where t.spawned_by is null
  union all
  select first.id, private.next_occurrence_uid(s.uid)
  from series as s
  cross join lateral (
    select t.id from public.tasks as t where t.spawned_by = s.id order by t.id limit 1
  ) as first
)
update public.tasks as t
set uid = s.uid
from series as s
where t.id = s.id and t.spawned_by is not null;

alter table public.tasks
  drop constraint tasks_spawned_by_fkey,
  drop column spawned_by,
  drop constraint tasks_pkey,
  add primary key (uid),
  add constraint tasks_id_key unique (id);

alter table public.categories
  drop constraint categories_pkey,
  add primary key (uid),
  add constraint categories_id_key unique (id);

alter table public.contacts
  drop constraint contacts_pkey,
  add primary key (uid),
  add constraint contacts_id_key unique (id);

alter table public.folders add column parent_uid uuid;
update public.folders as f
set parent_uid = above.uid
from public.folders as above
where above.user_id = f.user_id and above.id = f.parent_id;

alter table public.notes add column folder_uid uuid;
update public.notes as n
set folder_uid = f.uid
from public.folders as f
where f.user_id = n.user_id and f.id = n.folder_id;

alter table public.tasks enable trigger user;
alter table public.folders enable trigger user;
alter table public.notes enable trigger user;

alter table public.notes
  drop constraint folder_is_a_folder_of_the_same_user,
  drop column folder_id,
  drop constraint notes_pkey,
  add primary key (uid),
  add constraint notes_id_key unique (id);

drop trigger keep_folders_a_tree on public.folders;
alter table public.folders
  drop constraint parent_is_a_folder_of_the_same_user,
  drop constraint folders_user_id_id_key,
  drop column parent_id,
  drop constraint folders_pkey,
  add primary key (uid),
  add constraint folders_id_key unique (id),
  add constraint folders_user_id_uid_key unique (user_id, uid),
  add constraint parent_is_a_folder_of_the_same_user foreign key (user_id, parent_uid)
    references public.folders (user_id, uid) on delete cascade;

alter table public.notes
  add constraint folder_is_a_folder_of_the_same_user foreign key (user_id, folder_uid)
    references public.folders (user_id, uid) on delete cascade;

create index folders_in_folder on public.folders (user_id, parent_uid);
create index notes_in_folder on public.notes (user_id, folder_uid);

comment on column public.tasks.id is 'The number that /api shows.';
comment on column public.categories.id is 'The number that /api shows.';
comment on column public.contacts.id is 'The number that /api shows.';
comment on column public.folders.id is 'The number that /api shows.';
comment on column public.notes.id is 'The number that /api shows.';
comment on column public.folders.parent_uid is 'Null at the root.';
comment on column public.notes.folder_uid is 'Null at the root.';

grant insert (uid) on public.tasks to authenticated;
grant insert (uid) on public.categories to authenticated;
grant insert (uid) on public.contacts to authenticated;
grant insert (uid, parent_uid), update (parent_uid) on public.folders to authenticated;
grant insert (uid, folder_uid), update (folder_uid) on public.notes to authenticated;

create or replace function private.keep_folders_a_tree()
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

create trigger keep_folders_a_tree
before insert or update of parent_uid on public.folders
for each row when (new.parent_uid is not null)
execute function private.keep_folders_a_tree();
