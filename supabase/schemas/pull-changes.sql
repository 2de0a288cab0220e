-- What has changed since a device was here last: rows after its cursor in the order of their
-- revisions, a page at a time. What changes meanwhile has a greater revision and comes again.

create function public.pull_changes(
  history uuid default null, since bigint default 0, after uuid default null,
  is_fresh boolean default false, page integer default 2000
)
returns json
language plpgsql
volatile
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select auth.uid());
  own private.histories;
  begins_afresh boolean;
  fresh boolean;
  from_rev bigint;
  from_uid uuid;
  most constant integer := greatest(1, least(page, 2000));
  most_bytes constant integer := 4000000;
  done_since constant timestamptz := now() - interval '60 days';
begin
  perform private.purge_own_deleted();
  own := private.open_own_history();
  -- A cursor beyond the end is of a database that has been set back since.
  begins_afresh := own.uid is distinct from history
    or coalesce(since, -1) not between 0 and own.rev
    or not coalesce(is_fresh, false) and since < own.purged_rev;
  fresh := begins_afresh or coalesce(is_fresh, false);
  from_rev := case when begins_afresh then 0 else since end;
  from_uid := case
    when begins_afresh or after is null then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else after
  end;
  return (
    with tasks_found as (
      select t.* from public.tasks as t
      where not fresh and t.user_id = owner and (t.rev, t.uid) > (from_rev, from_uid)
      order by t.rev, t.uid limit most
    ), fresh_tasks as (
      select t.* from (
        select t.* from public.tasks as t
        where fresh and t.user_id = owner and not t.completed and t.deleted_at is null
        union all
        select t.* from public.tasks as t
        where fresh and t.user_id = owner and t.completed_at > done_since and t.deleted_at is null
        union all
        select t.* from public.tasks as t
        where fresh and t.user_id = owner and t.deleted_at is not null
          and t.updated_at > now() - interval '31 days'
      ) as t
      where (t.rev, t.uid) > (from_rev, from_uid)
      order by t.rev, t.uid limit most
    ), found as (
      select 'tasks' as name, t.rev, t.uid, to_json(t) as row from tasks_found as t
      union all
      select 'tasks', t.rev, t.uid, to_json(t) from fresh_tasks as t
      union all
      select 'categories', c.rev, c.uid, to_json(c) from (
        select c.* from public.categories as c
        where c.user_id = owner and (c.rev, c.uid) > (from_rev, from_uid)
        order by c.rev, c.uid limit most
      ) as c
      union all
      select 'contacts', c.rev, c.uid, to_json(c) from (
        select c.* from public.contacts as c
        where c.user_id = owner and (c.rev, c.uid) > (from_rev, from_uid)
        order by c.rev, c.uid limit most
      ) as c
      union all
      select 'folders', f.rev, f.uid, to_json(f) from (
        select f.* from public.folders as f
        where f.user_id = owner and (f.rev, f.uid) > (from_rev, from_uid)
        order by f.rev, f.uid limit most
      ) as f
      union all
      select 'notes', n.rev, n.uid, to_json(n) from (
        select n.uid, n.id, n.user_id, n.title, n.folder_uid, n.rev, n.edited_rev, n.content_rev,
          n.deleted_at, n.deleted_with, n.created_at, n.updated_at, n.pinned
        from public.notes as n
        where n.user_id = owner and (n.rev, n.uid) > (from_rev, from_uid)
        order by n.rev, n.uid limit most
      ) as n
    ), sized as (
      select f.*, octet_length(f.row::text) as bytes
      from found as f order by f.rev, f.uid limit most
    ), summed as (
      select s.*, sum(s.bytes) over (order by s.rev, s.uid) as bytes_until from sized as s
    ), paged as (
      -- One row at least, however long it is.
      select s.* from summed as s where s.bytes_until <= most_bytes or s.bytes_until = s.bytes
    )
    select json_build_object(
      'history', own.uid,
      'rev', own.rev,
      'fresh', fresh,
      'begins', begins_afresh,
      'more', count(*) = most or count(*) < (select count(*) from sized),
      'rows', coalesce(
        json_agg(json_build_object('table', p.name, 'row', p.row) order by p.rev, p.uid), '[]'
      )
    )
    from paged as p
  );
end;
$$;
comment on function public.pull_changes(uuid, bigint, uuid, boolean, integer) is
  'The caller''s rows after a cursor (revision and uid), notes without content. "begins": the device has another history, or has been away longer than deleted rows are kept, and has to forget what it has. "fresh": a first reading, without what was completed more than 60 days ago. "more": ask again from the last row.';
revoke execute on function public.pull_changes(uuid, bigint, uuid, boolean, integer) from public, anon;
grant execute on function public.pull_changes(uuid, bigint, uuid, boolean, integer) to authenticated;
