-- Folders: the tree in which notes lie.

create table public.folders (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  category text not null default '',
  parent_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint name_has_1_to_200_characters check (length(name) <= 200 and btrim(name) <> ''),
  constraint category_has_up_to_200_characters check (length(category) <= 200),
  constraint folders_user_id_id_key unique (user_id, id),
  constraint parent_is_a_folder_of_the_same_user foreign key (user_id, parent_id)
    references public.folders (user_id, id) on delete cascade
);
comment on table public.folders is 'A tree for each user. Deleting a folder deletes all that is in it.';
comment on column public.folders.category is 'The name of a category, or empty.';
comment on column public.folders.parent_id is 'Null at the root.';

create index folders_in_folder on public.folders (user_id, parent_id);

revoke all on public.folders from anon, authenticated, service_role;
grant select, delete on public.folders to authenticated;
grant insert (user_id, name, category, parent_id, created_at) on public.folders to authenticated;
grant update (name, category, parent_id) on public.folders to authenticated;
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

create trigger set_updated_at
before insert or update on public.folders
for each row execute function private.set_updated_at();

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

create function private.keep_folders_a_tree()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
declare
  above bigint := new.parent_id;
begin
  -- Two moves at once, each harmless alone, can close a circle together: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('almanac: folders of ' || new.user_id, 0));
  while above is not null loop
    if above = new.id then
      raise exception 'A folder cannot be moved into itself or into a folder below it';
    end if;
    above := (
      select f.parent_id from public.folders as f where f.user_id = new.user_id and f.id = above
    );
  end loop;
  return new;
end;
$$;
comment on function private.keep_folders_a_tree() is
  'Refuses a parent that is the folder itself or lies below it. New folders too: one statement could insert two of them around each other by guessing their ids.';
revoke execute on function private.keep_folders_a_tree() from public;

create trigger keep_folders_a_tree
before insert or update of parent_id on public.folders
for each row when (new.parent_id is not null)
execute function private.keep_folders_a_tree();
