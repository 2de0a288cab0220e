-- What a folder took along comes back with it, whatever became of the folders between, and however
-- deep they lie.
-- squawk-ignore-file require-concurrent-index-creation, prefer-robust-stmts, require-timeout-settings

create index folders_deleted_with on public.folders (user_id, deleted_with)
where deleted_with is not null;
create index notes_deleted_with on public.notes (user_id, deleted_with)
where deleted_with is not null;

create or replace function private.delete_folder(folder uuid, seen bigint)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  own constant bigint := private.revision_of_transaction(owner);
  below uuid[];
begin
  -- What somebody has typed in since is not among them, nor what lies below that.
  with recursive inner_folders as (
    select f.uid from public.folders as f
    where f.user_id = owner and f.uid = folder and f.deleted_at is null
      and private.has_seen(seen, f.uid, f.edited_rev, own)
    union all
    select below.uid
    from inner_folders as above
    -- Each by the index: joined, all folders are read for every level.
    cross join lateral (
      select f.uid from public.folders as f
      where f.user_id = owner and f.parent_uid = above.uid and f.deleted_at is null
        and private.has_seen(seen, f.uid, f.edited_rev, own)
      offset 0
    ) as below
  )
  select array_agg(i.uid) into below from inner_folders as i;
  if below is null then
    return;
  end if;

  update public.notes as n
  set deleted_at = now(), deleted_with = folder
  where n.user_id = owner and n.folder_uid = any (below) and n.deleted_at is null
    and private.has_seen(seen, n.uid, n.edited_rev, own);
  update public.notes as n set folder_uid = null
  where n.user_id = owner and n.folder_uid = any (below) and n.deleted_at is null;
  update public.folders as f set parent_uid = null
  where f.user_id = owner and f.parent_uid = any (below) and f.deleted_at is null
    and not f.uid = any (below);
  update public.folders as f
  set deleted_at = now(), deleted_with = nullif(folder, f.uid)
  where f.user_id = owner and f.uid = any (below);
end;
$$;

create or replace function private.restore_folder(folder uuid)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  update public.folders as f
  set deleted_at = null, deleted_with = null
  where f.user_id = owner and f.uid = folder and f.deleted_at > 'epoch';
  -- In one statement, however deep they lie. One whose folder was deleted again by itself comes to the
  -- root (private.leave_deleted_parent, which reads the setting).
  perform set_config('almanac.restored', folder::text, true);
  update public.folders as f
  set deleted_at = null, deleted_with = null
  where f.user_id = owner and f.deleted_with = folder and f.deleted_at > 'epoch';
  perform set_config('almanac.restored', '', true);
  update public.notes as n
  set deleted_at = null, deleted_with = null
  where n.user_id = owner and n.deleted_with = folder and n.deleted_at > 'epoch';
end;
$$;
