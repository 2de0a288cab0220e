-- Undoes an import: removes the rows of its revision that nobody has changed since.

create function private.remove_imported(owner uuid, imported_rev bigint)
returns bigint
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  gone uuid[];
  removed bigint;
  total bigint;
begin
  update public.tasks as t set deleted_at = now()
  where t.user_id = owner and t.rev = imported_rev and t.deleted_at is null;
  get diagnostics total = row_count;
  update public.contacts as c set deleted_at = now()
  where c.user_id = owner and c.rev = imported_rev and c.deleted_at is null;
  get diagnostics removed = row_count;
  total := total + removed;

  -- A folder in which anything stays, stays with all above it.
  with recursive occupied as (
    select n.folder_uid as uid from public.notes as n
    where n.user_id = owner and n.deleted_at is null and n.rev <> imported_rev
    union
    select f.uid from public.folders as f
    where f.user_id = owner and f.deleted_at is null and f.rev <> imported_rev
    union
    select f.parent_uid
    from occupied as o
    join public.folders as f on f.user_id = owner and f.uid = o.uid
  )
  select array_agg(f.uid) into gone from public.folders as f
  where f.user_id = owner and f.rev = imported_rev and f.deleted_at is null
    and f.uid not in (select o.uid from occupied as o where o.uid is not null);

  -- Each with the highest folder that goes, so that it comes back with it.
  with recursive branches as (
    select f.uid, f.uid as top from public.folders as f
    where f.uid = any (gone) and (f.parent_uid = any (gone)) is not true
    union all
    select f.uid, b.top
    from branches as b
    cross join lateral (
      select i.uid from public.folders as i
      where i.user_id = owner and i.parent_uid = b.uid and i.deleted_at is null
      offset 0
    ) as f
  )
  update public.folders as f
  set deleted_at = now(), deleted_with = nullif(b.top, f.uid)
  from branches as b
  where f.uid = b.uid;
  get diagnostics removed = row_count;
  total := total + removed;

  update public.notes as n
  set deleted_at = now(), deleted_with = (
    select coalesce(f.deleted_with, f.uid) from public.folders as f
    where f.uid = n.folder_uid and f.uid = any (gone)
  )
  where n.user_id = owner and n.rev = imported_rev and n.deleted_at is null;
  get diagnostics removed = row_count;
  total := total + removed;

  -- Each table is read once, however many categories there are.
  with used as materialized (
    select t.category from public.tasks as t where t.user_id = owner and t.deleted_at is null
    union
    select o.category from public.contacts as o where o.user_id = owner and o.deleted_at is null
    union
    select f.category from public.folders as f where f.user_id = owner and f.deleted_at is null
  )
  update public.categories as c set deleted_at = now()
  where c.user_id = owner and c.rev = imported_rev and c.deleted_at is null
    and not exists (select from used as u where u.category = c.name);
  get diagnostics removed = row_count;
  return total + removed;
end;
$$;
comment on function private.remove_imported(uuid, bigint) is
  'Deletes the rows of this revision, which nobody has changed since, and answers how many. What was changed stays, with the folders that it lies in and the categories that it names.';
revoke execute on function private.remove_imported(uuid, bigint) from public;

create function public.undo_import(import_uid uuid)
returns table (
  uid uuid, file_name text, counts jsonb, committed_at timestamptz, undone_at timestamptz,
  removed integer, kept integer
)
language plpgsql
volatile
security definer
set search_path = ''
set statement_timeout = '60s'
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select auth.uid());
  undone private.imports;
  gone integer;
begin
  perform private.lock_account();
  select i.* into undone from private.imports as i
  where i.user_id = owner and i.uid = undo_import.import_uid
    and i.committed_at > now() - interval '30 days';
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such import';
  end if;
  if undone.undone_at is null then
    gone := private.remove_imported(owner, undone.rev);
    update private.imports as i
    set undone_at = now(), removed = gone,
      kept = (select sum(c.value::integer) from jsonb_each_text(undone.counts) as c) - gone
    where i.user_id = owner and i.uid = undone.uid;
  end if;
  return query select l.* from public.list_imports() as l where l.uid = undo_import.import_uid;
end;
$$;
comment on function public.undo_import(uuid) is
  'Deletes what an import has added and nobody has changed since.';
revoke execute on function public.undo_import(uuid) from public, anon;
grant execute on function public.undo_import(uuid) to authenticated;
