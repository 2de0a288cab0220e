-- Search over all that somebody has: what every row is found by, folded, in one table with one index
-- (docs/decisions/0054-search-on-the-server.md). Each word begins with its owner's mark, so that a
-- search reads its owner's part of the index, however much others have.

create extension if not exists unaccent with schema extensions;

create table private.search_documents (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  uid uuid not null,
  title text not null,
  changed_at timestamptz not null,
  words tsvector not null,
  primary key (user_id, kind, uid)
);
comment on table private.search_documents is
  'What the rows that are not deleted are found by. Made of the rows: whoever adds some without triggers calls private.fill_search().';
comment on column private.search_documents.title is 'Folded, with one space between words.';
comment on column private.search_documents.words is
  'The words of the title and of all, see private.search_words().';
-- What is still to be sorted in is read by every search, and kept short: 256 kB.
create index search_documents_by_word on private.search_documents using gin (words)
with (gin_pending_list_limit = 256);
alter table private.search_documents enable row level security;

create function private.search_text(value text)
returns text
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  return btrim(regexp_replace(
    -- What folding makes longer ends at the same place: a document has to fit into a tsvector.
    left(lower(extensions.unaccent('extensions.unaccent', left(value, 100000))), 100000),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'
  ));
end;
$$;
comment on function private.search_text(text) is
  'The words of the first 100,000 characters, in lower case, without accents, with one space between them.';
revoke execute on function private.search_text(text) from public;

create function private.search_words(owner uuid, folded_title text, folded_body text)
returns tsvector
language plpgsql
immutable
security invoker
set search_path = ''
as $$
declare
  mark constant text := left(owner::text, 8);
begin
  return array_to_tsvector(array(
    select mark || '=' || left(t.word, 40) from unnest(string_to_array(folded_title, ' ')) as t (word)
    union
    select mark || '+' || left(b.word, 40) from unnest(string_to_array(folded_body, ' ')) as b (word)
  ));
end;
$$;
comment on function private.search_words(uuid, text, text) is
  'Each word once with its owner''s mark: after = those of the title, after + those of the rest.';
revoke execute on function private.search_words(uuid, text, text) from public;

create function private.contact_name(display text, first text, middle text, last text)
returns text
language plpgsql
immutable
security invoker
set search_path = ''
as $$
begin
  return coalesce(
    nullif(btrim(display), ''),
    nullif(concat_ws(' ', nullif(btrim(first), ''), nullif(btrim(middle), ''), nullif(btrim(last), '')), ''),
    'Unnamed Contact'
  );
end;
$$;
comment on function private.contact_name(text, text, text, text) is 'As rowName() of the domain has it.';
revoke execute on function private.contact_name(text, text, text, text) from public;

create function private.search_kind(searched text)
returns text
language sql
immutable
security invoker
set search_path = ''
as $$
  select case searched
    when 'tasks' then 'task'
    when 'contacts' then 'contact'
    when 'notes' then 'note'
    when 'folders' then 'folder'
    when 'categories' then 'category'
  end;
$$;
comment on function private.search_kind(text) is 'What a row of this table is called in results.';
revoke execute on function private.search_kind(text) from public;

create function private.search_columns(searched text)
returns text
language sql
immutable
security invoker
set search_path = ''
as $$
  select 'user_id, uid, ' || case searched
    when 'tasks' then 'title, description as body'
    when 'notes' then 'title, content as body'
    when 'contacts' then
      $columns$private.contact_name(display_full_name, first_name, middle_name, last_name) as title,
      concat_ws(
        ', ', company, title, email_address, mobile_phone, phone, city, address_one, address_two, zip_code,
        state, first_name, middle_name, last_name
      ) as body$columns$
    else 'name as title, null::text as body'
  end;
$$;
comment on function private.search_columns(text) is 'What the rows of a table are found by, as title and body.';
revoke execute on function private.search_columns(text) from public;

create function private.search_entries(searched text, source text, changed_at text)
returns text
language plpgsql
immutable
security invoker
set search_path = ''
as $$
begin
  return format(
    $template$
    insert into private.search_documents as d (user_id, kind, uid, title, changed_at, words)
    select r.user_id, %L, r.uid, r.folded, r.changed_at,
      private.search_words(r.user_id, r.folded, private.search_text(r.body))
    from (
      select s.user_id, s.uid, private.search_text(s.title) as folded, s.body, %s as changed_at
      from (%s) as s
      offset 0
    ) as r
    on conflict (user_id, kind, uid) do update
    set title = excluded.title, changed_at = excluded.changed_at, words = excluded.words;
    $template$,
    private.search_kind(searched), changed_at, source
  );
end;
$$;
comment on function private.search_entries(text, text, text) is
  'The statement that writes the documents of the rows of a source, which has the columns of private.search_columns() and that of the time.';
revoke execute on function private.search_entries(text, text, text) from public;

create function private.search_through(searched regclass)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  name constant text := (select c.relname from pg_catalog.pg_class as c where c.oid = searched);
  columns constant text := private.search_columns(name);
begin
  execute format(
    $template$
    create or replace function private.%1$I() returns trigger
    language plpgsql security definer set search_path = '' as $body$
    begin
      %4$s
      return null;
    end;
    $body$;
    create or replace function private.%2$I() returns trigger
    language plpgsql security definer set search_path = '' as $body$
    begin
      delete from private.search_documents as d
      using added as a
      where a.deleted_at is not null and d.user_id = a.user_id and d.kind = %6$L and d.uid = a.uid;
      %5$s
      return null;
    end;
    $body$;
    create or replace function private.%3$I() returns trigger
    language plpgsql security definer set search_path = '' as $body$
    begin
      delete from private.search_documents as d
      using removed as r
      where d.user_id = r.user_id and d.kind = %6$L and d.uid = r.uid;
      return null;
    end;
    $body$;
    revoke execute on function private.%1$I(), private.%2$I(), private.%3$I() from public;

    create or replace trigger search_insert after insert on %7$s referencing new table as added
    for each statement execute function private.%1$I();
    create or replace trigger search_update after update on %7$s
    referencing old table as removed new table as added
    for each statement execute function private.%2$I();
    create or replace trigger search_delete after delete on %7$s referencing old table as removed
    for each statement execute function private.%3$I();
    $template$,
    'search_insert_of_' || name, 'search_update_of_' || name, 'search_delete_of_' || name,
    private.search_entries(
      name, format('select %s, updated_at from added where deleted_at is null', columns), 's.updated_at'
    ),
    -- Not joined to what they were: what a statement changes may be one row or 15,000.
    private.search_entries(
      name,
      format(
        'select %1$s from added where deleted_at is null except select %1$s from removed where deleted_at is null',
        columns
      ),
      'now()'
    ),
    private.search_kind(name), searched
  );
end;
$$;
comment on function private.search_through(regclass) is
  'Has the search find the rows of a table. To be called again after private.search_columns() has changed.';
revoke execute on function private.search_through(regclass) from public;

create function private.fill_search()
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  name text;
begin
  foreach name in array array['tasks', 'contacts', 'notes', 'folders', 'categories'] loop
    execute private.search_entries(
      name,
      format(
        'select %s, updated_at from public.%I where deleted_at is null',
        private.search_columns(name), name
      ),
      's.updated_at'
    );
  end loop;
end;
$$;
comment on function private.fill_search() is
  'Writes the documents of all rows: after the migration that begins with them, and after a restore.';
revoke execute on function private.fill_search() from public;

select private.search_through('public.tasks');
select private.search_through('public.contacts');
select private.search_through('public.notes');
select private.search_through('public.folders');
select private.search_through('public.categories');
