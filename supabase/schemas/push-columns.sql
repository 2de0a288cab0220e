-- What changes may set and what counts as typed, see push-changes.sql. Names of tables and columns are
-- those listed here, never a client's.
-- Not in SQL, which PostgreSQL 17 would plan again at each call.

create function private.columns_of(table_name text)
returns text[]
language plpgsql
immutable
parallel safe
security invoker
set search_path = ''
as $$
begin
  return case table_name
    when 'tasks' then array[
      'title', 'description', 'priority', 'category', 'completed', 'completed_at', 'due_date',
      'repeat_type', 'recurrence', 'rank'
    ]
    when 'categories' then array['name', 'color']
    when 'contacts' then array[
      'first_name', 'middle_name', 'last_name', 'suffix', 'display_full_name', 'title', 'company',
      'category', 'email_address', 'mobile_phone', 'phone', 'address_one', 'address_two', 'city',
      'state', 'zip_code'
    ]
    when 'folders' then array['name', 'category', 'parent_uid']
    when 'notes' then array['title', 'content', 'folder_uid', 'pinned']
  end;
end;
$$;
comment on function private.columns_of(text) is 'What a change may set; null for a table that has no changes.';
revoke execute on function private.columns_of(text) from public;
grant execute on function private.columns_of(text) to authenticated;

create function private.is_typed(table_name text, columns text[])
returns boolean
language plpgsql
immutable
parallel safe
security invoker
set search_path = ''
as $$
begin
  return columns && case table_name
    when 'tasks' then array['title', 'description']
    when 'contacts' then array_remove(private.columns_of('contacts'), 'category')
    when 'notes' then array['title', 'content']
    else array['name']
  end;
end;
$$;
comment on function private.is_typed(text, text[]) is
  'Whether a change of these columns is one that somebody typed. Ticking, moving and dragging do not bring back what was deleted.';
revoke execute on function private.is_typed(text, text[]) from public;
grant execute on function private.is_typed(text, text[]) to authenticated;

create function private.set_columns(
  table_name text, row_uid uuid, columns text[], wanted jsonb, brings_back boolean
)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  list constant text := (select string_agg(quote_ident(c), ', ') from unnest(columns) as c);
begin
  if list is null then
    return;
  end if;
  -- Nothing is written where nothing differs: an edit that is sent again after somebody deleted the
  -- row does not bring it back a second time.
  execute format(
    'update public.%1$I as t set (%2$s) = row(%3$s)%5$s
    from public.%1$I as o, jsonb_populate_record(o, $2) as w
    where o.uid = $1 and t.uid = o.uid and row(%4$s) is distinct from row(%3$s)',
    table_name,
    list,
    (select string_agg(format('w.%I', c), ', ') from unnest(columns) as c),
    (select string_agg(format('o.%I', c), ', ') from unnest(columns) as c),
    case when brings_back then ', deleted_at = null' else '' end
  ) using row_uid, wanted;
end;
$$;
comment on function private.set_columns(text, uuid, text[], jsonb, boolean) is
  'Sets columns of one row from a JSON object that has them.';
revoke execute on function private.set_columns(text, uuid, text[], jsonb, boolean) from public;
grant execute on function private.set_columns(text, uuid, text[], jsonb, boolean) to authenticated;

create function private.has_seen(seen bigint, row_uid uuid, edited_rev bigint, own bigint)
returns boolean
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  return edited_rev <= seen or edited_rev = own and coalesce(
    (nullif(current_setting('almanac.edited', true), '')::jsonb ->> row_uid::text)::bigint, 0
  ) <= seen;
end;
$$;
comment on function private.has_seen(bigint, uuid, bigint, bigint) is
  'Whether somebody who has seen revision "seen" knows all that was typed in a row: what was typed in this request (revision "own") they typed themselves, so what counts is what was there before that.';
revoke execute on function private.has_seen(bigint, uuid, bigint, bigint) from public;
grant execute on function private.has_seen(bigint, uuid, bigint, bigint) to authenticated;
