-- Objects are found by the uids of their rows alone: "all or these" made each request read all rows
-- of the account, whatever it asked for.

drop function private.dav_rows(text, text, uuid[]);

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

create or replace function private.dav_uids(kind text, names text[])
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
