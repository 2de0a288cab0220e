-- What phones and other programs know of a row beyond its columns: the iCalendar or vCard as it was
-- sent, and the name that they gave it (docs/decisions/0063-dav.md). Read by the functions of
-- dav-reading.sql and written by those of dav-writing.sql, with the rights of whoever calls.

create function private.uid_in(raw text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(regexp_replace(btrim(
    substring(regexp_replace(raw, '\r?\n[ \t]', '', 'g') from '(?in)^UID(?:;[^:\n]*)?:([^\r\n]*)')
  ), '^urn:uuid:', '', 'i'), 500);
$$;
comment on function private.uid_in(text) is
  'The UID that an iCalendar or a vCard says, as far as an index takes it.';
revoke execute on function private.uid_in(text) from public;
grant execute on function private.uid_in(text) to authenticated;

create function private.with_uid(raw text, uid uuid)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when private.uid_in(made.raw) = uid::text then made.raw end
  from (
    select regexp_replace(
      raw,
      '((?:^|\n)UID(?:;[^:\n]*)?:)[ \t]*(?:urn:uuid:)?'
        || regexp_replace(private.uid_in(raw), '[^[:alnum:]_-]', '\\\&', 'g') || '[ \t]*(?=\r?\n)',
      '\1' || uid::text, 'gi'
    )
  ) as made (raw);
$$;
comment on function private.with_uid(text, uuid) is
  'The text of an object as that of another row; null where its UID is folded or too long to be found.';
revoke execute on function private.with_uid(text, uuid) from public;

create table private.dav_objects (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  task_uid uuid unique references public.tasks (uid) on delete cascade,
  contact_uid uuid unique references public.contacts (uid) on delete cascade,
  name text not null,
  raw text not null,
  rev bigint not null default 1,
  constraint is_of_one_row check (num_nonnulls(task_uid, contact_uid) = 1),
  constraint name_has_up_to_255_characters check (length(name) between 1 and 255),
  constraint raw_has_up_to_1000000_characters check (length(raw) <= 1000000)
);
comment on table private.dav_objects is 'One for each task and contact that a program has written.';
comment on column private.dav_objects.name is 'The last part of its address.';
comment on column private.dav_objects.rev is 'Revision of the raw text: what only it says is news to other programs, too.';
create unique index dav_objects_by_name on private.dav_objects (user_id, (task_uid is null), name);
create index dav_objects_by_rev on private.dav_objects (user_id, rev);
create index dav_objects_by_uid on private.dav_objects (user_id, private.uid_in(raw));

alter table private.dav_objects enable row level security;
grant select, delete on private.dav_objects to authenticated;
grant insert (user_id, task_uid, contact_uid, name, raw) on private.dav_objects to authenticated;
grant update (name, raw) on private.dav_objects to authenticated;

create policy "People and their programs keep their own objects"
on private.dav_objects for all to authenticated
using ((select auth.uid()) = user_id)
with check ((select auth.uid()) = user_id);

create policy "Programs do what their app password is for"
on private.dav_objects as restrictive for all to authenticated
using ((select private.session_may('dav')))
with check ((select private.session_may('dav')));

create function private.assign_object_rev()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.user_id = auth.uid() then
    new.rev := private.next_rev(new.user_id);
  end if;
  return new;
end;
$$;
comment on function private.assign_object_rev() is 'As private.assign_rev(), for raw texts.';
revoke execute on function private.assign_object_rev() from public;

create trigger assign_object_rev before insert or update on private.dav_objects
for each row execute function private.assign_object_rev();

select private.bound_account('private.dav_objects');

create function private.drop_dav_object()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.dav_objects as d where d.task_uid = new.uid or d.contact_uid = new.uid;
  return null;
end;
$$;
comment on function private.drop_dav_object() is
  'What is deleted for good leaves nothing of what a program wrote.';
revoke execute on function private.drop_dav_object() from public;

create trigger drop_dav_object after update of deleted_at on public.tasks
for each row when (new.deleted_at = 'epoch') execute function private.drop_dav_object();
create trigger drop_dav_object after update of deleted_at on public.contacts
for each row when (new.deleted_at = 'epoch') execute function private.drop_dav_object();

create function private.note_program_use(address text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.app_passwords as a
  set last_used_at = now(), last_used_from = left(note_program_use.address, 64)
  from private.program_sessions as p
  where p.session_id = (auth.jwt() ->> 'session_id')::uuid and a.id = p.app_password_id
    and (a.last_used_at is null or a.last_used_at < now() - interval '1 minute');
  if exists (
    select from auth.users as u
    where u.id = auth.uid() and (u.banned_until > now() or u.deleted_at is not null)
  ) then
    raise sqlstate 'PT403' using message = 'This account may not sign in';
  end if;
end;
$$;
comment on function private.note_program_use(text) is
  'As public.use_app_password(), for the program whose session this is. PT403: its owner may not sign in.';
revoke execute on function private.note_program_use(text) from public;
grant execute on function private.note_program_use(text) to authenticated;

create table private.dav_lists (
  user_id uuid not null references auth.users (id) on delete cascade,
  list text not null,
  sort_order integer,
  color public.category_color,
  name text,
  primary key (user_id, list),
  constraint list_has_up_to_36_characters check (length(list) between 1 and 36),
  constraint name_has_up_to_255_characters check (length(name) between 1 and 255)
);
comment on table private.dav_lists is
  'What programs say of task lists beyond what a category has: their order, the colour of the list of tasks without one, and by which name one was made.';
comment on column private.dav_lists.list is 'The uid of a category, none or due.';
comment on column private.dav_lists.name is 'The last part of its address, where that is not the uid.';
alter table private.dav_lists enable row level security;

create function private.own_dav_lists()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'list', l.list, 'order', l.sort_order, 'color', l.color, 'name', l.name
    )), '[]'
  )
  from private.dav_lists as l where l.user_id = (select auth.uid());
$$;
comment on function private.own_dav_lists() is 'What programs have said of the caller''s task lists.';
revoke execute on function private.own_dav_lists() from public;
grant execute on function private.own_dav_lists() to authenticated;
