-- Deleted rows stay for 30 days: in no list, no count and no unique rule's way, and they come back
-- whole. Queries leave them out by `deleted_at is null`; row-level security does not, since it would
-- also refuse the update that deletes.
-- squawk-ignore-file adding-not-nullable-field, require-concurrent-index-creation, require-concurrent-index-deletion, adding-field-with-default, prefer-robust-stmts, require-timeout-settings, ban-drop-column, constraint-missing-not-valid

alter table public.tasks add column deleted_at timestamptz;
alter table public.categories add column deleted_at timestamptz;
alter table public.contacts add column deleted_at timestamptz;
alter table public.folders add column deleted_at timestamptz, add column deleted_with uuid;
alter table public.notes add column deleted_at timestamptz, add column deleted_with uuid;

comment on column public.tasks.deleted_at is
  'When it was deleted; null while it is there; 1970 where it was deleted for good and only its uid is kept, so that every device hears of it.';
comment on column public.folders.deleted_with is 'The folder whose deletion took it along, and whose return brings it back.';
comment on column public.notes.deleted_with is 'The folder whose deletion took it along, and whose return brings it back.';

create index tasks_deleted on public.tasks (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;
create index categories_deleted on public.categories (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;
create index contacts_deleted on public.contacts (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;
create index folders_deleted on public.folders (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;
create index notes_deleted on public.notes (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;

-- Deleted for good: nothing is left but the uid.
alter table public.tasks add constraint erased_is_empty check (
  deleted_at is distinct from 'epoch' or title = '-' and description is null and category is null
);
alter table public.categories
  add constraint categories_are_not_erased check (deleted_at is distinct from 'epoch');
alter table public.contacts add constraint erased_is_empty check (
  deleted_at is distinct from 'epoch' or coalesce(
    first_name, middle_name, last_name, suffix, display_full_name, title, company, category,
    email_address, mobile_phone, phone, address_one, address_two, city, state, zip_code
  ) is null
);
alter table public.notes add constraint erased_is_empty check (
  deleted_at is distinct from 'epoch' or title = '-' and content is null
);
alter table public.folders add constraint erased_is_empty check (
  deleted_at is distinct from 'epoch' or name = '-' and category = ''
);

drop index public.categories_one_per_name;
alter table public.categories drop constraint categories_user_id_name_key;
create unique index categories_one_per_name on public.categories (user_id, lower(name))
where deleted_at is null;

drop index public.tasks_done;
create index tasks_done on public.tasks (user_id, completed_at)
where completed_at is not null and deleted_at is null;

grant update (deleted_at) on public.tasks to authenticated;
grant update (deleted_at) on public.categories to authenticated;
grant update (deleted_at) on public.contacts to authenticated;
grant update (deleted_at, deleted_with) on public.folders to authenticated;
grant update (deleted_at, deleted_with) on public.notes to authenticated;
-- A row that goes without a trace is one that other devices never hear of.
revoke delete on public.tasks, public.categories, public.contacts, public.folders, public.notes
from authenticated;

create function private.set_deleted_at()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if new.deleted_at is null or old.deleted_at is not null and new.deleted_at = 'epoch' then
    return new;
  end if;
  new.deleted_at := coalesce(old.deleted_at, now());
  return new;
end;
$$;
comment on function private.set_deleted_at() is
  'The time of a deletion is the database''s. What is deleted may be deleted for good (1970).';
revoke execute on function private.set_deleted_at() from public;

create function private.keep_erased()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  return null;
end;
$$;
comment on function private.keep_erased() is
  'What was deleted for good stays as it is: an update does not find it. Only the next occurrence of a repeating task, which a trigger makes, may have the uid of an erased one.';
revoke execute on function private.keep_erased() from public;

create function private.forget_deleted_with()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  new.deleted_with := null;
  return new;
end;
$$;
comment on function private.forget_deleted_with() is
  'What is back, however that came, has nothing to do any more with the folder that took it along.';
revoke execute on function private.forget_deleted_with() from public;

create trigger forget_deleted_with before update of deleted_at on public.folders
for each row when (new.deleted_at is null)
execute function private.forget_deleted_with();
create trigger forget_deleted_with before update of deleted_at on public.notes
for each row when (new.deleted_at is null)
execute function private.forget_deleted_with();

create trigger set_deleted_at before update of deleted_at on public.tasks
for each row execute function private.set_deleted_at();
create trigger set_deleted_at before update of deleted_at on public.categories
for each row execute function private.set_deleted_at();
create trigger set_deleted_at before update of deleted_at on public.contacts
for each row execute function private.set_deleted_at();
create trigger set_deleted_at before update of deleted_at on public.folders
for each row execute function private.set_deleted_at();
create trigger set_deleted_at before update of deleted_at on public.notes
for each row execute function private.set_deleted_at();

create trigger keep_erased before update on public.tasks
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();
create trigger keep_erased before update on public.contacts
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();
create trigger keep_erased before update on public.notes
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();
create trigger keep_erased before update on public.folders
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();

-- What is put into a folder that was deleted meanwhile is not lost with it.
create function private.leave_deleted_folder()
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
    where f.user_id = new.user_id and f.uid = new.folder_uid;
    if above.deleted_at is not null then
      new.folder_uid := null;
    end if;
  end if;
  return new;
end;
$$;
comment on function private.leave_deleted_folder() is
  'A note that is there is in a folder that is there, or at the root.';
revoke execute on function private.leave_deleted_folder() from public;

create trigger leave_deleted_folder before insert or update of folder_uid, deleted_at on public.notes
for each row when (new.folder_uid is not null)
execute function private.leave_deleted_folder();

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
