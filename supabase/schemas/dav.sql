-- What phones and other programs know of a row beyond its columns: the iCalendar or vCard as it was
-- sent, and the name that they gave it (docs/decisions/0063-dav.md). Read and written by the functions
-- below, with the rights of whoever calls.

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

create function public.dav_state(address text default null)
returns jsonb
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  history private.histories;
begin
  perform private.require_session('dav');
  perform private.note_program_use(address);
  history := private.open_own_history();
  return jsonb_build_object(
    'history', history.uid, 'rev', history.rev, 'purged_rev', history.purged_rev,
    'time_zone', (select p.time_zone from public.profiles as p where p.id = auth.uid()),
    'categories', coalesce((
      select jsonb_agg(jsonb_build_object('uid', c.uid, 'name', c.name, 'color', c.color) order by c.id)
      from public.categories as c
      where c.user_id = auth.uid() and c.deleted_at is null
    ), '[]'),
    'lists', private.own_dav_lists()
  );
end;
$$;
comment on function public.dav_state(text) is
  'How far the caller''s history has come, and the categories, which are their task lists. Notes that the program was used, from this address.';
revoke execute on function public.dav_state(text) from public, anon;
grant execute on function public.dav_state(text) to authenticated;

create function private.dav_rows(kind text, list text, uids uuid[])
returns table (
  uid uuid, name text, rev bigint, raw text, data jsonb, is_member boolean, is_there boolean
)
language sql
stable
security invoker
set search_path = ''
as $$
  select t.uid, coalesce(d.name, t.uid::text), greatest(t.rev, d.rev), d.raw,
    to_jsonb(t),
    case list
      when 'due' then not t.completed and t.due_date is not null
      when 'none' then not exists (
        select from public.categories as c
        where c.user_id = (select auth.uid()) and c.name = t.category and c.deleted_at is null
      )
      else exists (
        select from public.categories as c
        where c.user_id = (select auth.uid()) and c.uid::text = list and c.name = t.category
          and c.deleted_at is null
      )
    end,
    t.deleted_at is null
  from public.tasks as t
  left join private.dav_objects as d on d.task_uid = t.uid
  where dav_rows.kind = 'tasks' and t.user_id = (select auth.uid())
    and t.uid = any (uids)
  union all
  select c.uid, coalesce(d.name, c.uid::text), greatest(c.rev, d.rev), d.raw, to_jsonb(c), true,
    c.deleted_at is null
  from public.contacts as c
  left join private.dav_objects as d on d.contact_uid = c.uid
  where dav_rows.kind = 'contacts' and c.user_id = (select auth.uid())
    and c.uid = any (uids);
$$;
comment on function private.dav_rows(text, text, uuid[]) is
  'The caller''s rows of these uids as objects of a list: the uid of a category, "none" or "due" for tasks.';
revoke execute on function private.dav_rows(text, text, uuid[]) from public;
grant execute on function private.dav_rows(text, text, uuid[]) to authenticated;

create function private.dav_uids(kind text, names text[])
returns uuid[]
language sql
stable
security invoker
set search_path = ''
as $$
  select case
    when names is not null then array(
      select coalesce(d.task_uid, d.contact_uid) from private.dav_objects as d
      where d.user_id = (select auth.uid()) and d.name = any (names)
        and (d.task_uid is null) = (kind = 'contacts')
      union
      select n::uuid from unnest(names) as n
      where n ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    )
    when kind = 'contacts' then array(
      select c.uid from public.contacts as c
      where c.user_id = (select auth.uid()) and c.deleted_at is null
    )
    else array(
      select t.uid from public.tasks as t
      where t.user_id = (select auth.uid()) and t.deleted_at is null
    )
  end;
$$;
comment on function private.dav_uids(text, text[]) is
  'The rows that may have these names: given by a program, or the row''s own uid. All that are there for null.';
revoke execute on function private.dav_uids(text, text[]) from public;
grant execute on function private.dav_uids(text, text[]) to authenticated;

create function public.dav_list(
  kind text, list text, names text[] default null, with_data boolean default false
)
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  perform private.require_session('dav');
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('name', r.name, 'rev', r.rev)
      || case
        when with_data then jsonb_build_object('raw', r.raw, 'data', r.data) else '{}'
      end
      order by r.rev, r.name
    ), '[]')
    from private.dav_rows(
      dav_list.kind, dav_list.list, private.dav_uids(dav_list.kind, names)
    ) as r
    where r.is_there and r.is_member and (names is null or r.name = any (names))
  );
end;
$$;
comment on function public.dav_list(text, text, text[], boolean) is
  'The objects of a list, or those of these names: their names and revisions, and with what they are made of.';
revoke execute on function public.dav_list(text, text, text[], boolean) from public, anon;
grant execute on function public.dav_list(text, text, text[], boolean) to authenticated;

create function public.dav_changes(
  kind text, list text, since bigint, after text default '', most integer default 1000
)
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  uids uuid[];
begin
  perform private.require_session('dav');
  uids := array(
    select t.uid from public.tasks as t
    where dav_changes.kind = 'tasks' and t.user_id = owner and t.rev >= since
    union
    select c.uid from public.contacts as c
    where dav_changes.kind = 'contacts' and c.user_id = owner and c.rev >= since
    union
    select coalesce(d.task_uid, d.contact_uid) from private.dav_objects as d
    where d.user_id = owner and d.rev >= since
  );
  return (
    with found as (
      select r.name, r.rev, not (r.is_there and r.is_member) as gone
      from private.dav_rows(dav_changes.kind, dav_changes.list, uids) as r
      where (r.rev, r.name) > (since, after)
      order by r.rev, r.name
      limit least(greatest(most, 1), 10000)
    )
    select coalesce(jsonb_agg(to_jsonb(f) order by f.rev, f.name), '[]') from found as f
  );
end;
$$;
comment on function public.dav_changes(text, text, bigint, text, integer) is
  'What has changed from a revision on, in its order, behind the object of that name. Gone: deleted, or in another list now.';
revoke execute on function public.dav_changes(text, text, bigint, text, integer) from public, anon;
grant execute on function public.dav_changes(text, text, bigint, text, integer) to authenticated;

create function private.dav_check(found_rev bigint, if_match text, if_none_match boolean)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if found_rev is not null and if_none_match then
    raise sqlstate 'PT412' using message = 'It is there already';
  end if;
  if if_match is not null
    and (
      found_rev is null
      or if_match <> '*' and not found_rev::text = any (string_to_array(if_match, ','))
    )
  then
    raise sqlstate 'PT412' using message = 'It has been changed meanwhile';
  end if;
end;
$$;
comment on function private.dav_check(bigint, text, boolean) is
  'PT412 unless a condition of the request holds: it is one of those revisions (with commas between), or it is not there.';
revoke execute on function private.dav_check(bigint, text, boolean) from public;
grant execute on function private.dav_check(bigint, text, boolean) to authenticated;

create function private.rows_with_uid(kind text, said text)
returns uuid[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select coalesce(d.task_uid, d.contact_uid) from private.dav_objects as d
    where d.user_id = (select auth.uid()) and private.uid_in(d.raw) = said
      and (d.task_uid is null) = (kind = 'contacts')
    union
    select own.uid
    from (
      select case
        when said ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then said::uuid
      end
    ) as own (uid)
    where own.uid is not null and not exists (
      select from private.dav_objects as d where d.task_uid = own.uid or d.contact_uid = own.uid
    )
  );
$$;
comment on function private.rows_with_uid(text, text) is
  'The caller''s rows whose object says this UID: a text that a program sent, or the row''s own uid. With its owner''s rights, since policies let no index of an expression be used.';
revoke execute on function private.rows_with_uid(text, text) from public;
grant execute on function private.rows_with_uid(text, text) to authenticated;

create function public.dav_put(
  kind text, list text, name text, raw text, fields jsonb,
  if_match text default null, if_none_match boolean default false
)
returns jsonb
language plpgsql
volatile
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select auth.uid());
  category constant text := (
    select c.name from public.categories as c
    where c.user_id = owner and c.uid::text = dav_put.list and c.deleted_at is null
  );
  found record;
  row_uid uuid;
  holder text;
  wanted jsonb := fields;
begin
  perform private.require_session('dav');
  perform private.lock_account();
  if kind is distinct from 'tasks' and kind is distinct from 'contacts' then
    raise sqlstate 'PT404' using message = 'There is no such list';
  end if;
  if kind = 'tasks' then
    if list <> 'none' and category is null then
      raise sqlstate 'PT404' using message = 'There is no such list';
    end if;
  end if;
  -- In whatever list it is: what comes to another one of the same name is moved there.
  select r.uid, r.rev, r.is_member, private.uid_in(r.raw) as said into found
  from private.dav_rows(
    dav_put.kind, dav_put.list, private.dav_uids(dav_put.kind, array[dav_put.name])
  ) as r
  where r.name = dav_put.name and r.is_there;
  perform private.dav_check(
    case when found.is_member then found.rev end, if_match, if_none_match
  );
  holder := case
    when found.uid is not null and private.uid_in(dav_put.raw) <> coalesce(found.said, found.uid::text)
    then dav_put.name
    else (
      select r.name
      from private.dav_rows(
        dav_put.kind, dav_put.list, private.rows_with_uid(dav_put.kind, private.uid_in(dav_put.raw))
      ) as r
      where r.is_there and r.is_member and r.name <> dav_put.name
      limit 1
    )
  end;
  if holder is not null then
    return jsonb_build_object('holder', holder);
  end if;
  if kind = 'tasks' and (found.uid is null or not found.is_member) then
    wanted := wanted || jsonb_build_object('category', category);
  end if;

  row_uid := found.uid;
  -- Before its columns: a next occurrence takes the text along.
  update private.dav_objects as d set raw = dav_put.raw where d.task_uid = row_uid;
  if row_uid is null then
    row_uid := gen_random_uuid();
    -- The name of a deleted one is free again.
    delete from private.dav_objects as d
    where d.user_id = owner and d.name = dav_put.name
      and (d.task_uid is null) = (dav_put.kind = 'contacts');
  end if;
  perform private.push_change(jsonb_strip_nulls(jsonb_build_object(
    'table', kind, 'uid', row_uid, 'create', case when found.uid is null then true end
  )) || jsonb_build_object('set', wanted));
  insert into private.dav_objects as d (user_id, task_uid, contact_uid, name, raw)
  values (
    owner, case kind when 'tasks' then row_uid end, case kind when 'contacts' then row_uid end,
    dav_put.name, dav_put.raw
  )
  on conflict (user_id, (task_uid is null), name) do update set raw = excluded.raw;
  return (
    select jsonb_build_object('rev', r.rev, 'created', found.uid is null, 'data', r.data)
    from private.dav_rows(dav_put.kind, dav_put.list, array[row_uid]) as r where r.uid = row_uid
  );
end;
$$;
comment on function public.dav_put(text, text, text, text, jsonb, text, boolean) is
  'Writes an object: its row''s columns that differ, and its text as it is. PT412 where a condition does not hold; only the name of the object that has its UID, or has another one, where that stands in the way.';
revoke execute on function public.dav_put(text, text, text, text, jsonb, text, boolean) from public, anon;
grant execute on function public.dav_put(text, text, text, text, jsonb, text, boolean) to authenticated;

create function public.dav_delete(kind text, list text, name text, if_match text default null)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  found record;
begin
  perform private.require_session('dav');
  perform private.lock_account();
  select r.uid, r.rev into found
  from private.dav_rows(
    dav_delete.kind, dav_delete.list, private.dav_uids(dav_delete.kind, array[dav_delete.name])
  ) as r
  where r.name = dav_delete.name and r.is_there and r.is_member;
  if found.uid is null then
    raise sqlstate 'PT404' using message = 'It is no longer there';
  end if;
  perform private.dav_check(found.rev, if_match, false);
  -- It names what it has seen by its revision; without one it means what it names.
  perform private.push_change(jsonb_build_object(
    'table', kind, 'uid', found.uid, 'delete', true, 'seen', 9007199254740991
  ));
end;
$$;
comment on function public.dav_delete(text, text, text, text) is
  'Deletes an object; it stays in the trash for 30 days. PT412 where it is another revision.';
revoke execute on function public.dav_delete(text, text, text, text) from public, anon;
grant execute on function public.dav_delete(text, text, text, text) to authenticated;

create function public.dav_move(
  list text, name text, target text, if_match text default null
)
returns text
language plpgsql
volatile
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  category constant text := (
    select c.name from public.categories as c
    where c.user_id = (select auth.uid()) and c.uid::text = dav_move.target and c.deleted_at is null
  );
  found record;
  holder text;
begin
  perform private.require_session('dav');
  perform private.lock_account();
  if target <> 'none' and category is null then
    raise sqlstate 'PT409' using message = 'There is no such list';
  end if;
  select r.uid, r.rev, coalesce(private.uid_in(r.raw), r.uid::text) as said into found
  from private.dav_rows('tasks', dav_move.list, private.dav_uids('tasks', array[dav_move.name])) as r
  where r.name = dav_move.name and r.is_there and r.is_member;
  if found.uid is null then
    raise sqlstate 'PT404' using message = 'It is no longer there';
  end if;
  perform private.dav_check(found.rev, if_match, false);
  holder := (
    select r.name
    from private.dav_rows(
      'tasks', dav_move.target, private.rows_with_uid('tasks', found.said)
    ) as r
    where r.is_there and r.is_member and r.name <> dav_move.name
    limit 1
  );
  if holder is null then
    perform private.push_change(jsonb_build_object(
      'table', 'tasks', 'uid', found.uid, 'set', jsonb_build_object('category', category)
    ));
  end if;
  return holder;
end;
$$;
comment on function public.dav_move(text, text, text, text) is
  'Moves a task to another list, under the name that it has. PT412 where it is another revision; only the name of the object that has its UID where one stands in the way.';
revoke execute on function public.dav_move(text, text, text, text) from public, anon;
grant execute on function public.dav_move(text, text, text, text) to authenticated;

create function public.dav_set_list(
  list text, sort_order integer default null, color public.category_color default null,
  name text default null
)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  own constant text[] := array['none', 'due'] || array(
    select c.uid::text from public.categories as c
    where c.user_id = auth.uid() and c.deleted_at is null
  );
begin
  perform private.require_session('dav');
  perform private.lock_account();
  if list is null or list <> all (own) then
    raise sqlstate 'PT404' using message = 'There is no such list';
  end if;
  -- Of lists that are gone.
  delete from private.dav_lists as l where l.user_id = auth.uid() and l.list <> all (own);
  insert into private.dav_lists as l (user_id, list, sort_order, color, name)
  values (
    auth.uid(), dav_set_list.list, dav_set_list.sort_order, dav_set_list.color, dav_set_list.name
  )
  on conflict (user_id, list) do update
  set sort_order = coalesce(excluded.sort_order, l.sort_order),
    color = coalesce(excluded.color, l.color),
    name = coalesce(excluded.name, l.name);
end;
$$;
comment on function public.dav_set_list(text, integer, public.category_color, text) is
  'Keeps the order, the colour and the name that a program gives one of the caller''s task lists.';
revoke execute on function public.dav_set_list(text, integer, public.category_color, text) from public, anon;
grant execute on function public.dav_set_list(text, integer, public.category_color, text) to authenticated;

create function public.dav_delete_list(list text)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  gone text;
begin
  perform private.require_session('dav');
  perform private.lock_account();
  update public.categories as c set deleted_at = now()
  where c.user_id = owner and c.uid::text = list and c.deleted_at is null
  returning c.name into gone;
  if gone is null then
    raise sqlstate 'PT404' using message = 'There is no such list';
  end if;
  update public.tasks as t set deleted_at = now()
  where t.user_id = owner and t.category = gone and t.deleted_at is null;
end;
$$;
comment on function public.dav_delete_list(text) is
  'Deletes a category with its tasks, as programs mean it: those stay in the trash for 30 days.';
revoke execute on function public.dav_delete_list(text) from public, anon;
grant execute on function public.dav_delete_list(text) to authenticated;
