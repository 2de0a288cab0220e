-- A search with a typo takes a third of the time: most titles are left out before its pattern is tried
-- (docs/decisions/0054-search-on-the-server.md).

create or replace function private.find_documents(owner uuid, wanted text, of_kinds text[], most integer)
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
