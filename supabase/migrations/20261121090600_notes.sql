-- Notes: text in a light markup, at the root or in a folder.

create table public.notes (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null,
  content text default '',
  folder_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint title_has_1_to_500_characters check (length(title) <= 500 and btrim(title) <> ''),
  constraint content_has_up_to_1000000_characters check (length(content) <= 1000000),
  constraint folder_is_a_folder_of_the_same_user foreign key (user_id, folder_id)
    references public.folders (user_id, id) on delete cascade
);
comment on table public.notes is 'Changes are broadcast without the content.';
comment on column public.notes.folder_id is 'Null at the root.';

create index notes_of_user on public.notes (user_id, id);
create index notes_in_folder on public.notes (user_id, folder_id);

revoke all on public.notes from anon, authenticated, service_role;
grant select, delete on public.notes to authenticated;
grant insert (user_id, title, content, folder_id, created_at) on public.notes to authenticated;
grant update (title, content, folder_id) on public.notes to authenticated;
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

create trigger set_updated_at
before insert or update on public.notes
for each row execute function private.set_updated_at();

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
