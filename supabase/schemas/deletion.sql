-- Deleted rows stay for 30 days: in no list, no count and no unique rule's way, and they come back
-- whole. Queries leave them out by `deleted_at is null`; row-level security does not, since it would
-- also refuse the update that deletes.

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

create function private.purge_deleted(
  owner uuid, before timestamptz default now() - interval '30 days', only_erased boolean default false
)
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- So many of a table at a time, since somebody waits for the answer. Folders are never removed
  -- with anything in them, which would go along whatever there is of it.
  most constant integer := 1000;
  gone bigint;
  name text;
  removed integer;
  total integer := 0;
begin
  -- Found before the lock, which most calls can do without; what is old does not get younger, and
  -- what comes back meanwhile is asked for again below.
  -- The sum keeps the planner from the index of revisions, which it would read to the end to find
  -- that nothing is deleted.
  select max(d.rev + 0) into gone
  from (
    select t.user_id, t.rev, t.deleted_at, t.updated_at from public.tasks as t
    union all
    select c.user_id, c.rev, c.deleted_at, c.updated_at from public.categories as c
    union all
    select c.user_id, c.rev, c.deleted_at, c.updated_at from public.contacts as c
    union all
    select n.user_id, n.rev, n.deleted_at, n.updated_at from public.notes as n
    union all
    select f.user_id, f.rev, f.deleted_at, f.updated_at from public.folders as f
  ) as d
  where d.user_id = owner and d.deleted_at is not null
    and coalesce(nullif(d.deleted_at, 'epoch'), d.updated_at) < before
    and (not only_erased or d.deleted_at = 'epoch');
  if gone is null then
    return 0;
  end if;

  perform private.lock_history(owner);
  update private.histories as h set purged_rev = greatest(h.purged_rev, gone) where h.user_id = owner;
  foreach name in array array['tasks', 'categories', 'contacts', 'notes'] loop
    execute format(
      'delete from public.%1$I where uid in (
        select uid from public.%1$I
        where user_id = $1 and deleted_at is not null
          and coalesce(nullif(deleted_at, ''epoch''), updated_at) < $2
          and (not $3 or deleted_at = ''epoch'')
        limit $4
      )',
      name
    ) using owner, before, only_erased, most;
    get diagnostics removed = row_count;
    total := total + removed;
  end loop;
  if removed < most then
    total := total + private.purge_folders(owner, before, only_erased, most);
  end if;
  return total;
end;
$$;
comment on function private.purge_deleted(uuid, timestamptz, boolean) is
  'Removes some of what somebody deleted before that, or of what was deleted for good before that, remembers up to which revision it was, and answers how many rows; several calls finish it. Their requests call it: there is no job, since whoever stays away has no device to learn of it.';
revoke execute on function private.purge_deleted(uuid, timestamptz, boolean) from public;

create function private.purge_folders(
  owner uuid, before timestamptz, only_erased boolean, most integer
)
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  removed integer;
  total integer := 0;
begin
  -- What is younger than its folder stays, at the root.
  update public.notes as n set folder_uid = null
  where n.uid in (
    select inside.uid
    from public.folders as f
    join public.notes as inside on inside.user_id = owner and inside.folder_uid = f.uid
    where f.user_id = owner and f.deleted_at is not null
      and coalesce(nullif(f.deleted_at, 'epoch'), f.updated_at) < before
      and (not only_erased or f.deleted_at = 'epoch')
    limit most
  );
  update public.folders as g set parent_uid = null
  where g.uid in (
    select below.uid
    from public.folders as f
    join public.folders as below on below.user_id = owner and below.parent_uid = f.uid
    where f.user_id = owner and f.deleted_at is not null
      and coalesce(nullif(f.deleted_at, 'epoch'), f.updated_at) < before
      and (not only_erased or f.deleted_at = 'epoch')
      and not (
        below.deleted_at is not null
        and coalesce(nullif(below.deleted_at, 'epoch'), below.updated_at) < before
        and (not only_erased or below.deleted_at = 'epoch')
      )
    limit most
  );
  -- From below, level by level.
  for _ in 1..100 loop
    delete from public.folders as g
    where g.uid in (
      select f.uid from public.folders as f
      where f.user_id = owner and f.deleted_at is not null
        and coalesce(nullif(f.deleted_at, 'epoch'), f.updated_at) < before
        and (not only_erased or f.deleted_at = 'epoch')
        and not exists (
          select from public.folders as below where below.user_id = owner and below.parent_uid = f.uid
        )
        and not exists (
          select from public.notes as n where n.user_id = owner and n.folder_uid = f.uid
        )
      limit most - total
    );
    get diagnostics removed = row_count;
    exit when removed = 0;
    total := total + removed;
  end loop;
  return total;
end;
$$;
comment on function private.purge_folders(uuid, timestamptz, boolean, integer) is
  'Removes folders that were deleted before that, after all their notes that were. For private.purge_deleted().';
revoke execute on function private.purge_folders(uuid, timestamptz, boolean, integer) from public;

create function private.purge_own_deleted()
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.purge_deleted(auth.uid());
exception when sqlstate 'PT429' then
  -- The share of live messages is used up: what is to go can wait, and reading cannot.
  return;
end;
$$;
comment on function private.purge_own_deleted() is 'Removes what the caller deleted more than 30 days ago.';
revoke execute on function private.purge_own_deleted() from public;
grant execute on function private.purge_own_deleted() to authenticated;
