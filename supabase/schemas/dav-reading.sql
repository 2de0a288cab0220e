-- What phones and other programs read: that something has changed, lists, objects, and changes since.

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
