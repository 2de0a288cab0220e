-- Looks up what is searched for in the documents of search-documents.sql.

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
