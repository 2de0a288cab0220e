-- What is deleted and comes back with all that went with it, or goes for good.

create function private.delete_folder(folder uuid, seen bigint)
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
comment on function private.delete_folder(uuid, bigint) is
  'Deletes a folder with its contents. What somebody has typed in since revision "seen" stays, at the root.';
revoke execute on function private.delete_folder(uuid, bigint) from public;
grant execute on function private.delete_folder(uuid, bigint) to authenticated;

create function private.restore_folder(folder uuid)
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
comment on function private.restore_folder(uuid) is 'Brings a folder back, with all that its deletion took along.';
revoke execute on function private.restore_folder(uuid) from public;
grant execute on function private.restore_folder(uuid) to authenticated;

create function private.erase(table_name text, row_uid uuid)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  case table_name
    when 'tasks' then
      update public.tasks as t
      set deleted_at = 'epoch', title = '-', description = null, category = null, recurrence = null
      where t.user_id = owner and t.uid = row_uid and t.deleted_at > 'epoch';
    when 'contacts' then
      update public.contacts as c
      set deleted_at = 'epoch', first_name = null, middle_name = null, last_name = null,
        suffix = null, display_full_name = null, title = null, company = null, category = null,
        email_address = null, mobile_phone = null, phone = null, address_one = null,
        address_two = null, city = null, state = null, zip_code = null
      where c.user_id = owner and c.uid = row_uid and c.deleted_at > 'epoch';
    when 'notes' then
      update public.notes as n
      set deleted_at = 'epoch', title = '-', content = null
      where n.user_id = owner and n.uid = row_uid and n.deleted_at > 'epoch';
    when 'folders' then
      if exists (
        select from public.folders as f
        where f.user_id = owner and f.uid = row_uid and f.deleted_at > 'epoch'
      ) then
        update public.notes as n
        set deleted_at = 'epoch', title = '-', content = null
        where n.user_id = owner and n.deleted_with = row_uid and n.deleted_at > 'epoch';
        update public.folders as f
        set deleted_at = 'epoch', name = '-', category = ''
        where f.user_id = owner and (f.uid = row_uid or f.deleted_with = row_uid)
          and f.deleted_at > 'epoch';
      end if;
    else
      raise exception 'Categories are not in the trash';
  end case;
end;
$$;
comment on function private.erase(text, uuid) is
  'Empties a row in the trash, a folder with what went with it. Its uid stays, so that every device learns of it.';
revoke execute on function private.erase(text, uuid) from public;
grant execute on function private.erase(text, uuid) to authenticated;
