-- What phones and other programs write: objects of a list, and lists.

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
