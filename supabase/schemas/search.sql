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

create function private.search_pattern(word text)
returns text
language sql
immutable
security invoker
set search_path = ''
as $$
  select '(^| )(' || string_agg(variant, '|') || ')'
  from (
    select word as variant
    union all
    select unnest(array[
      -- One letter wrong, added, missing; or two swapped.
      left(word, n - 1) || '[^ ]' || substr(word, n + 1),
      left(word, n - 1) || substr(word, n + 1),
      left(word, n - 1) || '[^ ]' || substr(word, n),
      left(word, n - 2) || substr(word, n, 1) || substr(word, n - 1, 1) || substr(word, n + 1)
    ])
    from generate_series(2, length(word)) as n
    where length(word) >= 4
  ) as variants;
$$;
comment on function private.search_pattern(text) is
  'A word that begins so, from 4 letters on also with one letter wrong, missing, added or swapped. The first is right, or swapped with the second.';
revoke execute on function private.search_pattern(text) from public;

-- Only the index can find words: the planner would read a whole table that it believes to be small.
create function private.find_documents(owner uuid, wanted text, of_kinds text[], most integer)
returns table (kind text, uid uuid)
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  mark constant text := left(owner::text, 8);
  -- So many documents are looked at for one way of finding, whatever an account holds.
  most_looked_at constant integer := 1000;
  most_with_typos constant integer := 5000;
  words text[];
  ways tsquery[];
  with_typos tsquery;
  patterns text[];
  parts text[];
  unknown text[];
  found_here text[];
  found text[] := '{}';
begin
  words := array(
    select distinct left(u.word, 40) from unnest((string_to_array(wanted, ' '))[:8]) as u (word)
  );
  -- Words of the title, their beginnings, beginnings of any words.
  select array[
    string_agg(format('%L', mark || '=' || w.word), '&'),
    string_agg(format('%L:*', mark || '=' || w.word), '&'),
    string_agg(format('(%L:*|%L:*)', mark || '=' || w.word, mark || '+' || w.word), '&')
  ]::tsquery[]
  into ways
  from unnest(words) as w (word);

  for way in 1..4 loop
    if way = 4 then
      -- Typos: in words of 4 and more letters that no title has.
      unknown := array(
        select w.word from unnest(words) as w (word)
        where length(w.word) >= 4 and not exists (
          select from private.search_documents as d
          where d.words @@ format('%L:*', mark || '=' || w.word)::tsquery
        )
      );
      exit when cardinality(unknown) = 0;
      select
        string_agg(
          case
            when w.word <> all (unknown) then format('%L:*', mark || '=' || w.word)
            else format('(%L:*|%L:*)', mark || '=' || left(w.word, 1), mark || '=' || substr(w.word, 2, 1))
          end,
          '&'
        )::tsquery,
        array_agg(private.search_pattern(w.word)) filter (where w.word = any (unknown))
      into with_typos, patterns
      from unnest(words) as w (word);
      ways := ways || with_typos;
      -- Of the longest, in three parts, one typo leaves one part whole. That is quicker to see than
      -- the pattern, which most titles are spared so.
      select array[
        '%' || left(u.word, u.third) || '%',
        '%' || substr(u.word, u.third + 1, u.third) || '%',
        '%' || substr(u.word, 2 * u.third + 1) || '%'
      ]
      into parts
      from (
        select w.word, length(w.word) / 3 as third from unnest(unknown) as w (word)
        order by length(w.word) desc limit 1
      ) as u;
    end if;
    with looked_at as materialized (
      select d.* from private.search_documents as d
      where d.words @@ ways[way] and d.kind = any (of_kinds)
      limit case when way = 4 then most_with_typos else most_looked_at end
    )
    select array_agg(b.name order by b.place, b.changed_at desc) into found_here
    from (
      select l.kind || ' ' || l.uid as name, l.changed_at, p.place
      from looked_at as l
      cross join lateral (
        select case
          when l.title = wanted then 0
          when starts_with(l.title, wanted) then 1
          when strpos(l.title, ' ' || wanted) > 0 then 2
          else 3
        end as place
      ) as p
      where l.user_id = owner and l.kind || ' ' || l.uid <> all (found)
        and case
          when way < 4 then true
          when l.title like any (parts) then l.title ~ all (patterns)
          else false
        end
      order by p.place, l.changed_at desc
      limit most - cardinality(found)
    ) as b;
    found := found || coalesce(found_here, '{}');
    exit when cardinality(found) >= most;
  end loop;
  return query
  select split_part(f.name, ' ', 1), split_part(f.name, ' ', 2)::uuid
  from unnest(found) with ordinality as f (name, place)
  order by f.place;
end;
$$;
comment on function private.find_documents(uuid, text, text[], integer) is
  'The best so many rows of an owner for folded words, all of which they have, the best one first.';
revoke execute on function private.find_documents(uuid, text, text[], integer) from public;

create function private.search_excerpt(body text, words text[])
returns text
language plpgsql
stable
security invoker
set search_path = ''
as $$
declare
  around constant text := left(body, 100000);
  plain text := lower(around);
  place integer;
begin
  select min(nullif(strpos(plain, w.word), 0)) into place from unnest(words) as w (word);
  if place is null then
    plain := lower(extensions.unaccent('extensions.unaccent', around));
    select min(nullif(strpos(plain, w.word), 0)) into place from unnest(words) as w (word);
  end if;
  place := greatest(coalesce(place, 1) - 60, 1);
  return
    case when place > 1 then '…' else '' end
    || btrim(regexp_replace(substr(around, place, 160), '\s+', ' ', 'g'))
    || case when length(body) >= place + 160 then '…' else '' end;
end;
$$;
comment on function private.search_excerpt(text, text[]) is
  '160 characters on one line, with the first of these folded words where there is one.';
revoke execute on function private.search_excerpt(text, text[]) from public;

create function private.search_of(owner uuid, query text, kinds text[], most integer)
returns table (kind text, uid uuid, id bigint, title text, excerpt text)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.search_text(left(query, 200));
  of_kinds constant text[] := coalesce(kinds, array['task', 'contact', 'note', 'folder', 'category']);
begin
  if coalesce(wanted, '') = '' then
    return;
  end if;
  return query
  select f.kind, f.uid, r.id, r.title, coalesce(private.search_excerpt(r.body, string_to_array(wanted, ' ')), '')
  from private.find_documents(owner, wanted, of_kinds, most) with ordinality as f (kind, uid, place)
  cross join lateral (
    select t.id, t.title, t.description as body from public.tasks as t
    where f.kind = 'task' and t.user_id = owner and t.uid = f.uid and t.deleted_at is null
    union all
    select n.id, n.title, n.content from public.notes as n
    where f.kind = 'note' and n.user_id = owner and n.uid = f.uid and n.deleted_at is null
    union all
    select o.id, o.name, null from public.folders as o
    where f.kind = 'folder' and o.user_id = owner and o.uid = f.uid and o.deleted_at is null
    union all
    select g.id, g.name, null from public.categories as g
    where f.kind = 'category' and g.user_id = owner and g.uid = f.uid and g.deleted_at is null
    union all
    select
      c.id,
      private.contact_name(c.display_full_name, c.first_name, c.middle_name, c.last_name),
      concat_ws(', ', c.company, c.title, c.email_address, c.mobile_phone, c.phone, c.city)
    from public.contacts as c
    where f.kind = 'contact' and c.user_id = owner and c.uid = f.uid and c.deleted_at is null
  ) as r
  order by f.place;
end;
$$;
comment on function private.search_of(uuid, text, text[], integer) is
  'What search() answers for this owner. Excerpts are made of the rows shown only.';
revoke execute on function private.search_of(uuid, text, text[], integer) from public;

create function public.search(query text, kinds text[] default null, most integer default 20)
returns table (kind text, uid uuid, id bigint, title text, excerpt text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_session('api', 'api:read');
  return query
  select s.*
  from private.search_of(
    auth.uid(), search.query, search.kinds, least(greatest(coalesce(search.most, 20), 1), 50)
  ) as s;
end;
$$;
comment on function public.search(text, text[], integer) is
  'The caller''s rows that have all these words or their beginnings, or almost, the best one first. Kinds are task, contact, note, folder and category; at most 200 characters are read, and 50 rows answered. PT403: a session that may not read all kinds.';
revoke execute on function public.search(text, text[], integer) from public, anon;
grant execute on function public.search(text, text[], integer) to authenticated;
