-- A UID is one object's of a list (RFC 4791, 5.3.2.1; RFC 6352, 6.3.2.1).

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

create index dav_objects_by_uid on private.dav_objects (user_id, private.uid_in(raw));

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

create or replace function public.dav_put(
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
