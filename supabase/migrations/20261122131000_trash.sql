-- What a folder took along comes back with it, whatever became of the folders between.
-- squawk-ignore-file require-concurrent-index-creation, prefer-robust-stmts, require-timeout-settings

create index folders_deleted_with on public.folders (user_id, deleted_with)
where deleted_with is not null;
create index notes_deleted_with on public.notes (user_id, deleted_with)
where deleted_with is not null;

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
  -- From the top down: what is there is in a folder that is there. One whose folder was deleted again
  -- by itself comes to the root (private.leave_deleted_parent).
  loop
    update public.folders as f
    set deleted_at = null, deleted_with = null
    where f.user_id = owner and f.deleted_with = folder and f.deleted_at > 'epoch'
      and not exists (
        select from public.folders as above
        where above.user_id = owner and above.uid = f.parent_uid
          and above.deleted_with = folder and above.deleted_at > 'epoch'
      );
    exit when not found;
  end loop;
  update public.notes as n
  set deleted_at = null, deleted_with = null
  where n.user_id = owner and n.deleted_with = folder and n.deleted_at > 'epoch';
end;
$$;
