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
