-- Imports: rows of a file arrive part by part, and come to be in one transaction. So they all have one
-- revision, and "Undo import" finds what nobody has changed since by it, without a list of rows
-- (docs/decisions/0059-imports.md).

create table private.imports (
  user_id uuid not null references auth.users (id) on delete cascade,
  uid uuid not null,
  file_name text not null,
  counts jsonb not null,
  rev bigint not null,
  committed_at timestamptz not null default now(),
  undone_at timestamptz,
  removed integer,
  kept integer,
  primary key (user_id, uid),
  constraint file_name_has_up_to_200_characters check (length(file_name) <= 200)
);
comment on table private.imports is 'What was imported in the last 30 days, at most 100 of an account.';
comment on column private.imports.counts is 'How many rows it has added, by table.';
comment on column private.imports.rev is 'The revision of all that it has added.';
alter table private.imports enable row level security;

create trigger refuse_limited_sessions before insert or update or delete on private.imports
for each statement execute function private.refuse_limited_sessions('api');

create table private.import_parts (
  user_id uuid not null references auth.users (id) on delete cascade,
  import_uid uuid not null,
  part integer not null,
  file_name text not null,
  rows jsonb not null,
  bytes integer not null,
  staged_at timestamptz not null default now(),
  primary key (user_id, part),
  constraint part_is_between_1_and_50 check (part between 1 and 50),
  constraint file_name_has_up_to_200_characters check (length(file_name) <= 200),
  constraint rows_are_up_to_1000 check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) <= 1000),
  constraint part_has_up_to_9000000_bytes check (bytes <= 9000000)
);
comment on table private.import_parts is
  'What has arrived of the one import that an account has under way, for a day.';
create index import_parts_by_time on private.import_parts (staged_at);
alter table private.import_parts enable row level security;

create trigger refuse_limited_sessions before insert or update or delete on private.import_parts
for each statement execute function private.refuse_limited_sessions('api');

create function public.stage_import(import_uid uuid, file_name text, part integer, rows jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  most_bytes constant bigint := 100000000;
begin
  perform private.lock_history(owner);
  delete from private.import_parts as p where p.user_id = owner and p.import_uid <> stage_import.import_uid;
  -- Of people who went away and have not come back.
  delete from private.import_parts as p where (p.user_id, p.part) in (
    select o.user_id, o.part from private.import_parts as o
    where o.staged_at < now() - interval '1 day'
    order by o.staged_at
    limit 50
    for update skip locked
  );
  insert into private.import_parts as p (user_id, import_uid, part, file_name, rows, bytes)
  values (
    owner, stage_import.import_uid, stage_import.part, stage_import.file_name, stage_import.rows,
    octet_length(stage_import.rows::text)
  )
  on conflict on constraint import_parts_pkey do update
  set file_name = excluded.file_name, rows = excluded.rows, bytes = excluded.bytes, staged_at = now();
  if (select sum(p.bytes) from private.import_parts as p where p.user_id = owner) > most_bytes then
    raise sqlstate 'PT413' using
      message = 'An import is too large: 100 MB are the most.',
      hint = 'Import part of it at a time.';
  end if;
end;
$$;
comment on function public.stage_import(uuid, text, integer, jsonb) is
  'Keeps a part of an import until it is committed: [{table, uid, and its columns}]. The same part again takes its place; another import begins afresh.';
revoke execute on function public.stage_import(uuid, text, integer, jsonb) from public, anon;
grant execute on function public.stage_import(uuid, text, integer, jsonb) to authenticated;

create function public.cancel_import(import_uid uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  delete from private.import_parts as p
  where p.user_id = (select auth.uid()) and p.import_uid = cancel_import.import_uid;
$$;
comment on function public.cancel_import(uuid) is 'Forgets what has arrived of an import.';
revoke execute on function public.cancel_import(uuid) from public, anon;
grant execute on function public.cancel_import(uuid) to authenticated;

create function public.list_imports()
returns table (
  uid uuid, file_name text, counts jsonb, committed_at timestamptz, undone_at timestamptz,
  removed integer, kept integer
)
language sql
stable
security definer
set search_path = ''
as $$
  select i.uid, i.file_name, i.counts, i.committed_at, i.undone_at, i.removed, i.kept
  from private.imports as i
  where i.user_id = (select auth.uid()) and i.committed_at > now() - interval '30 days'
    and (select private.session_may('api', 'api:read'))
  order by i.committed_at desc, i.uid;
$$;
comment on function public.list_imports() is 'The caller''s imports that can be undone, or have been.';
revoke execute on function public.list_imports() from public, anon;
grant execute on function public.list_imports() to authenticated;

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

create function public.commit_import(import_uid uuid, parts integer)
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
comment on function public.commit_import(uuid, integer) is
  'Adds all rows of an import at once, or none. "parts": how many were sent.';
revoke execute on function public.commit_import(uuid, integer) from public, anon;
grant execute on function public.commit_import(uuid, integer) to authenticated;
