-- Deleted rows stay for 30 days: in no list, no count and no unique rule's way, and they come back
-- whole. Queries leave them out by `deleted_at is null`; row-level security does not, since it would
-- also refuse the update that deletes.
-- squawk-ignore-file adding-not-nullable-field, require-concurrent-index-creation, require-concurrent-index-deletion, adding-field-with-default, prefer-robust-stmts, require-timeout-settings, ban-drop-column

alter table public.tasks add column deleted_at timestamptz;
alter table public.categories add column deleted_at timestamptz;
alter table public.contacts add column deleted_at timestamptz;
alter table public.folders add column deleted_at timestamptz, add column deleted_with uuid;
alter table public.notes add column deleted_at timestamptz, add column deleted_with uuid;

comment on column public.tasks.deleted_at is
  'When it was deleted; null while it is there; 1970 where it was deleted for good and only its uid is kept, so that every device hears of it.';
comment on column public.folders.deleted_with is 'The folder whose deletion took it along, and whose return brings it back.';
comment on column public.notes.deleted_with is 'The folder whose deletion took it along, and whose return brings it back.';

create index tasks_deleted on public.tasks (user_id, updated_at) where deleted_at is not null;
create index categories_deleted on public.categories (user_id, updated_at) where deleted_at is not null;
create index contacts_deleted on public.contacts (user_id, updated_at) where deleted_at is not null;
create index folders_deleted on public.folders (user_id, updated_at) where deleted_at is not null;
create index notes_deleted on public.notes (user_id, updated_at) where deleted_at is not null;

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

-- What is put into a folder that was deleted meanwhile is not lost with it.
create function private.leave_deleted_folder()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if new.deleted_at is null and exists (
    select from public.folders as f
    where f.user_id = new.user_id and f.uid = new.folder_uid and f.deleted_at is not null
  ) then
    new.folder_uid := null;
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
begin
  if new.deleted_at is null and exists (
    select from public.folders as f
    where f.user_id = new.user_id and f.uid = new.parent_uid and f.deleted_at is not null
  ) then
    new.parent_uid := null;
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

create function private.purge_deleted(owner uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- So many of a table at a time, since somebody waits for the answer.
  most constant integer := 1000;
  too_old constant timestamptz := now() - interval '30 days';
  gone bigint;
  name text;
begin
  -- Found before the lock, which most calls can do without; what is old does not get younger, and
  -- what comes back meanwhile is asked for again below.
  select greatest(
    (select max(t.rev) from public.tasks as t
      where t.user_id = owner and t.deleted_at is not null and t.updated_at < too_old),
    (select max(c.rev) from public.categories as c
      where c.user_id = owner and c.deleted_at is not null and c.updated_at < too_old),
    (select max(c.rev) from public.contacts as c
      where c.user_id = owner and c.deleted_at is not null and c.updated_at < too_old),
    (select max(n.rev) from public.notes as n
      where n.user_id = owner and n.deleted_at is not null and n.updated_at < too_old),
    (select max(f.rev) from public.folders as f
      where f.user_id = owner and f.deleted_at is not null and f.updated_at < too_old)
  ) into gone;
  if gone is null then
    return;
  end if;

  perform private.lock_history(owner);
  update private.histories as h set purged_rev = greatest(h.purged_rev, gone) where h.user_id = owner;
  -- What is younger than its folder stays.
  update public.notes as n set folder_uid = null
  from public.folders as f
  where f.user_id = owner and f.deleted_at is not null and f.updated_at < too_old
    and n.user_id = owner and n.folder_uid = f.uid
    and not (n.deleted_at is not null and n.updated_at < too_old);
  update public.folders as g set parent_uid = null
  from public.folders as f
  where f.user_id = owner and f.deleted_at is not null and f.updated_at < too_old
    and g.user_id = owner and g.parent_uid = f.uid
    and not (g.deleted_at is not null and g.updated_at < too_old);
  foreach name in array array['tasks', 'categories', 'contacts', 'notes', 'folders'] loop
    execute format(
      'delete from public.%1$I where uid in (
        select uid from public.%1$I
        where user_id = $1 and deleted_at is not null and updated_at < $2 limit $3
      )',
      name
    ) using owner, too_old, most;
  end loop;
end;
$$;
comment on function private.purge_deleted(uuid) is
  'Removes what somebody deleted more than 30 days ago, and remembers up to which revision that was.';
revoke execute on function private.purge_deleted(uuid) from public;

-- What was deleted for good is kept for the devices that have not heard of it. In a full account it
-- makes room instead: a device that has not come so far starts afresh.
create function private.purge_erased(owner uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  gone constant bigint := greatest(
    (select max(t.rev) from public.tasks as t where t.user_id = owner and t.deleted_at = 'epoch'),
    (select max(c.rev) from public.contacts as c where c.user_id = owner and c.deleted_at = 'epoch'),
    (select max(n.rev) from public.notes as n where n.user_id = owner and n.deleted_at = 'epoch'),
    (select max(f.rev) from public.folders as f where f.user_id = owner and f.deleted_at = 'epoch')
  );
begin
  if gone is null then
    return;
  end if;
  perform private.lock_history(owner);
  update private.histories as h set purged_rev = greatest(h.purged_rev, gone) where h.user_id = owner;
  -- What was in an erased folder and is still in the trash stays there.
  update public.notes as n set folder_uid = null
  from public.folders as f
  where f.user_id = owner and f.deleted_at = 'epoch' and n.user_id = owner and n.folder_uid = f.uid
    and n.deleted_at is distinct from 'epoch';
  update public.folders as g set parent_uid = null
  from public.folders as f
  where f.user_id = owner and f.deleted_at = 'epoch' and g.user_id = owner and g.parent_uid = f.uid
    and g.deleted_at is distinct from 'epoch';
  delete from public.tasks as t where t.user_id = owner and t.deleted_at = 'epoch';
  delete from public.contacts as c where c.user_id = owner and c.deleted_at = 'epoch';
  delete from public.notes as n where n.user_id = owner and n.deleted_at = 'epoch';
  delete from public.folders as f where f.user_id = owner and f.deleted_at = 'epoch';
end;
$$;
comment on function private.purge_erased(uuid) is
  'Removes what somebody deleted for good, and remembers up to which revision that was.';
revoke execute on function private.purge_erased(uuid) from public;

create or replace function private.spend_allowance(owner uuid, more_rows bigint, more_bytes bigint)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  remaining record;
  stored record;
  bound record;
  advice constant text :=
    'Delete what is no longer needed, for good, or ask whoever runs this installation.';
begin
  update private.allowances as a
  set rows = a.rows - more_rows, bytes = a.bytes - more_bytes
  where a.user_id = owner
  returning a.rows, a.bytes into remaining;
  if remaining.rows >= 0 and remaining.bytes >= 0 then
    return;
  end if;

  -- From here on nobody else adds anything to the account before this transaction ends: the row is
  -- locked, or it is made and others wait for it.
  insert into private.allowances as a (user_id, rows, bytes) values (owner, 0, 0)
  on conflict (user_id) do update set rows = a.rows;
  stored := private.stored_by(owner);
  select l.max_rows, l.max_bytes into bound
  from private.account_limits as l
  where l.user_id = owner or l.user_id is null
  order by l.user_id nulls last
  limit 1;
  if more_rows > 0 and stored.rows > bound.max_rows then
    perform private.purge_erased(owner);
    stored := private.stored_by(owner);
  end if;

  if more_rows > 0 and stored.rows > bound.max_rows then
    raise sqlstate 'PT507' using hint = advice, message = format(
      'Your account is full: %s entries are the most.',
      to_char(bound.max_rows, 'FM999,999,999,999,990')
    );
  end if;
  if more_bytes > 0 and stored.bytes > bound.max_bytes then
    raise sqlstate 'PT507' using hint = advice, message = format(
      'Your account is full: %s MB of text are the most.',
      rtrim(to_char(bound.max_bytes / 1e6, 'FM999,999,999,990.999999'), '.')
    );
  end if;
  update private.allowances as a
  set rows = bound.max_rows - stored.rows, bytes = bound.max_bytes - stored.bytes
  where a.user_id = owner;
end;
$$;
