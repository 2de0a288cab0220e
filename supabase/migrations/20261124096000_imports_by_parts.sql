-- Rows of an import are read part by part: all of them in one value took gigabytes of the database, for
-- a hostile file.

create function private.staged_rows(owner uuid, import_uid uuid, table_name text)
returns setof jsonb
language sql
stable
security invoker
set search_path = ''
as $$
  select e.value
  from private.import_parts as p, jsonb_array_elements(p.rows) with ordinality as e (value, place)
  where p.user_id = owner and p.import_uid = staged_rows.import_uid
    and e.value ->> 'table' = table_name
  order by p.part, e.place;
$$;
comment on function private.staged_rows(uuid, uuid, text) is
  'The rows of one table that have arrived of an import. Read part by part: all of them in one value would take gigabytes.';
revoke execute on function private.staged_rows(uuid, uuid, text) from public;

drop function private.add_imported(uuid, jsonb);

create function private.add_imported(owner uuid, import_uid uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  categories bigint;
  folders bigint;
  notes bigint;
  tasks bigint;
  contacts bigint;
begin
  insert into public.categories (uid, user_id, name, color, created_at)
  select r.uid, owner, r.name, r.color, least(coalesce(r.created_at, now()), now())
  from private.staged_rows(owner, import_uid, 'categories') as e (value),
    jsonb_populate_record(null::public.categories, e.value) as r
  on conflict (user_id, lower(name)) where deleted_at is null do nothing;
  get diagnostics categories = row_count;

  insert into public.folders (uid, user_id, name, category, parent_uid, created_at)
  select r.uid, owner, r.name, coalesce(r.category, ''), r.parent_uid,
    least(coalesce(r.created_at, now()), now())
  from private.staged_rows(owner, import_uid, 'folders') as e (value),
    jsonb_populate_record(null::public.folders, e.value) as r;
  get diagnostics folders = row_count;

  insert into public.notes (uid, user_id, title, content, folder_uid, pinned, created_at, updated_at)
  select r.uid, owner, r.title, case when e.value ? 'content' then r.content else '' end,
    r.folder_uid, coalesce(r.pinned, false),
    least(coalesce(r.created_at, now()), now()), coalesce(r.updated_at, now())
  from private.staged_rows(owner, import_uid, 'notes') as e (value),
    jsonb_populate_record(null::public.notes, e.value) as r;
  get diagnostics notes = row_count;

  insert into public.tasks (
    uid, user_id, title, description, priority, category, completed, completed_at, due_date,
    repeat_type, repeat_anchor_day, recurrence, rank, created_at
  )
  select r.uid, owner, r.title, r.description, coalesce(r.priority, 'medium'), r.category,
    coalesce(r.completed, false), r.completed_at, r.due_date, coalesce(r.repeat_type, 'none'),
    r.repeat_anchor_day, r.recurrence, r.rank, least(coalesce(r.created_at, now()), now())
  from private.staged_rows(owner, import_uid, 'tasks') as e (value),
    jsonb_populate_record(null::public.tasks, e.value) as r;
  get diagnostics tasks = row_count;

  insert into public.contacts (
    uid, user_id, first_name, middle_name, last_name, suffix, display_full_name, title, company,
    category, email_address, mobile_phone, phone, address_one, address_two, city, state, zip_code,
    created_at
  )
  select r.uid, owner, r.first_name, r.middle_name, r.last_name, r.suffix, r.display_full_name,
    r.title, r.company, case when e.value ? 'category' then r.category else 'none' end,
    r.email_address, r.mobile_phone, r.phone, r.address_one, r.address_two, r.city, r.state, r.zip_code,
    least(coalesce(r.created_at, now()), now())
  from private.staged_rows(owner, import_uid, 'contacts') as e (value),
    jsonb_populate_record(null::public.contacts, e.value) as r;
  get diagnostics contacts = row_count;

  return jsonb_build_object(
    'categories', categories, 'folders', folders, 'notes', notes, 'tasks', tasks, 'contacts', contacts
  );
end;
$$;
comment on function private.add_imported(uuid, uuid) is
  'Adds the rows that have arrived of an import to an account and answers how many of each table. A category that is there stays as it is. Not with the caller''s rights: programs set neither a series'' day nor when a note was changed.';
revoke execute on function private.add_imported(uuid, uuid) from public;

create or replace function public.commit_import(import_uid uuid, parts integer)
returns table (
  uid uuid, file_name text, counts jsonb, committed_at timestamptz, undone_at timestamptz,
  removed integer, kept integer
)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select auth.uid());
  staged record;
begin
  -- Who sends it twice at once gets one answer.
  perform private.lock_account();
  if not exists (
    select from private.imports as i where i.user_id = owner and i.uid = commit_import.import_uid
  ) then
    select
      count(*) as parts, max(p.part) as last, min(p.file_name) as file_name
    into staged
    from private.import_parts as p
    where p.user_id = owner and p.import_uid = commit_import.import_uid;
    if staged.parts = 0 then
      raise sqlstate 'PT404' using message = 'There is no such import';
    end if;
    if staged.parts <> commit_import.parts or staged.last <> staged.parts then
      raise sqlstate 'PT409' using message = 'Not all parts of the import have arrived';
    end if;

    insert into private.imports as i (user_id, uid, file_name, counts, rev)
    select owner, commit_import.import_uid, staged.file_name, a.counts, private.next_rev(owner)
    from (select private.add_imported(owner, commit_import.import_uid) as counts) as a;
    delete from private.import_parts as p where p.user_id = owner;
    delete from private.imports as i where i.user_id = owner and (
      i.committed_at < now() - interval '30 days'
      or i.uid in (
        select o.uid from private.imports as o where o.user_id = owner
        order by o.committed_at desc, o.uid offset 100
      )
    );
  end if;
  return query select l.* from public.list_imports() as l where l.uid = commit_import.import_uid;
end;
$$;
