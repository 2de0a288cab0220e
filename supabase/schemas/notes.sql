-- Notes: text in a light markup, at the root or in a folder.

create table public.notes (
  uid uuid primary key default gen_random_uuid(),
  id bigint generated always as identity,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null,
  content text default '',
  folder_uid uuid,
  rev bigint not null default 1,
  edited_rev bigint not null default 1,
  content_rev bigint not null default 1,
  deleted_at timestamptz,
  deleted_with uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  pinned boolean not null default false,
  constraint notes_id_key unique (id),
  constraint title_has_1_to_500_characters check (length(title) <= 500 and btrim(title) <> ''),
  constraint content_has_up_to_1000000_characters check (length(content) <= 1000000),
  constraint folder_is_a_folder_of_the_same_user foreign key (user_id, folder_uid)
    references public.folders (user_id, uid) on delete cascade,
  constraint erased_is_empty check (
    deleted_at is distinct from 'epoch' or title = '-' and content is null
  ),
  constraint created_at_is_between_year_1_and_9999 check (
    created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
  )
);
comment on table public.notes is 'Changes are broadcast without the content.';
comment on column public.notes.id is 'The number that /api shows.';
comment on column public.notes.folder_uid is 'Null at the root.';
comment on column public.notes.content_rev is 'Revision of the content: a new content names the one that it was written over.';
comment on column public.notes.pinned is 'Above the others in its list.';
comment on column public.notes.deleted_with is 'The folder whose deletion took it along, and whose return brings it back.';

create index notes_of_user on public.notes (user_id, id);
create index notes_in_folder on public.notes (user_id, folder_uid);
create index notes_by_rev on public.notes (user_id, rev, uid);
create index notes_deleted on public.notes (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;
create index notes_deleted_with on public.notes (user_id, deleted_with)
where deleted_with is not null;

revoke all on public.notes from anon, authenticated, service_role;
grant select on public.notes to authenticated;
grant insert (uid, user_id, title, content, folder_uid, created_at, pinned) on public.notes to authenticated;
grant update (title, content, folder_uid, deleted_at, deleted_with, pinned) on public.notes to authenticated;
grant select, insert, update, delete on public.notes to service_role;

alter table public.notes enable row level security;

create policy "Users read their own notes"
on public.notes for select to authenticated
using ((select auth.uid()) = user_id);

create policy "Users create notes of their own"
on public.notes for insert to authenticated
with check ((select auth.uid()) = user_id);

create policy "Users update their own notes"
on public.notes for update to authenticated
using ((select auth.uid()) = user_id)
with check ((select auth.uid()) = user_id);

create policy "Users delete their own notes"
on public.notes for delete to authenticated
using ((select auth.uid()) = user_id);

create policy "Programs do what their app password is for"
on public.notes as restrictive for all to authenticated
using ((select private.session_may('api', 'api:read')))
with check ((select private.session_may('api')));

create trigger set_updated_at
before insert or update on public.notes
for each row execute function private.set_updated_at();

create trigger assign_rev before insert or update on public.notes
for each row execute function private.assign_rev();

create trigger mark_edited before update of title, content on public.notes
for each row when ((old.title, old.content) is distinct from (new.title, new.content))
execute function private.mark_edited();

create trigger set_deleted_at before update of deleted_at on public.notes
for each row execute function private.set_deleted_at();

create trigger keep_erased before update on public.notes
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();

select private.bound_account('public.notes');

create trigger broadcast_insert
after insert on public.notes
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_update
after update on public.notes
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_delete
after delete on public.notes
referencing old table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger mark_content_of_new before insert on public.notes
for each row execute function private.mark_content();
create trigger mark_content before update of content on public.notes
for each row when (old.content is distinct from new.content)
execute function private.mark_content();

create trigger forget_deleted_with before update of deleted_at on public.notes
for each row when (new.deleted_at is null)
execute function private.forget_deleted_with();

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
