-- Changes as devices send them. Each says what became different, so that two devices that change
-- different things both prevail, and has the number that its device gave it, so that what is sent
-- again because its answer was lost undoes nothing that another device has done meanwhile. With the
-- caller's rights: row-level security and the grants of columns decide. Names of tables and columns
-- are those listed here, never a client's.
--
--   {table, uid, create: true, set: {…}}   a new row; nothing if it is there already
--   {table, uid, set: {…}}                 these columns; what was typed brings a deleted row back
--   {table, uid, delete: true, seen}       unless somebody has typed since revision `seen`; what was
--                                          typed in the same request has been seen by whoever sends it
--   {table, uid, restore: true}            out of the trash, a folder with all that went with it
--   {table, uid, erase: true}              out of the trash for good
--   {table, uid, set: {…}, fill: true}     those of these columns that are null
--   today                                  the device's calendar day, for repeating tasks
--   base                                   revision of the content that a note's new one was written over
--   seq                                    the number of the change on its device

create function private.read_row(table_name text, row_uid uuid)
returns jsonb
language plpgsql
stable
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  return case table_name
    when 'tasks' then (
      select to_jsonb(t) from public.tasks as t where t.user_id = owner and t.uid = row_uid
    )
    when 'categories' then (
      select to_jsonb(c) from public.categories as c where c.user_id = owner and c.uid = row_uid
    )
    when 'contacts' then (
      select to_jsonb(c) from public.contacts as c where c.user_id = owner and c.uid = row_uid
    )
    when 'folders' then (
      select to_jsonb(f) from public.folders as f where f.user_id = owner and f.uid = row_uid
    )
    when 'notes' then (
      select to_jsonb(n) from (
        select o.uid, o.id, o.user_id, o.title, o.folder_uid, o.rev, o.edited_rev, o.content_rev,
          o.deleted_at, o.deleted_with, o.created_at, o.updated_at, o.pinned
        from public.notes as o where o.user_id = owner and o.uid = row_uid
      ) as n
    )
  end;
end;
$$;
comment on function private.read_row(text, uuid) is
  'One of the caller''s rows, a note without its content; null if there is none.';
revoke execute on function private.read_row(text, uuid) from public;
grant execute on function private.read_row(text, uuid) to authenticated;

create function private.push_change(change jsonb)
returns jsonb
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  name constant text := change ->> 'table';
  row_uid constant uuid := change ->> 'uid';
  owner constant uuid := (select auth.uid());
  wanted jsonb := coalesce(change -> 'set', '{}');
  keys text[];
  stored jsonb;
  is_deleted boolean;
begin
  if private.columns_of(name) is null or row_uid is null then
    raise sqlstate '22023' using message = 'A change names a table and a uid';
  end if;
  if jsonb_typeof(wanted) <> 'object' then
    raise sqlstate '22023' using message = 'A change sets columns by their names';
  end if;
  keys := array(select jsonb_object_keys(wanted));
  if not keys <@ (private.columns_of(name) || '{created_at}'::text[]) then
    raise sqlstate '42703' using message = 'A change sets a column that nobody sets';
  end if;
  stored := private.read_row(name, row_uid);
  is_deleted := stored ->> 'deleted_at' is not null;
  if change ? 'fill' then
    keys := array(select k from unnest(keys) as k where stored ->> k is null);
  end if;

  if stored is null then
    if not change ? 'create' then
      raise sqlstate 'PT404' using message = 'It is no longer there';
    end if;
    if wanted ? 'created_at' then
      wanted := jsonb_set(wanted, '{created_at}',
        to_jsonb(least((wanted ->> 'created_at')::timestamptz, now())));
    end if;
    execute format(
      'insert into public.%1$I (uid, %2$s) select $1, %2$s from jsonb_populate_record(null::public.%1$I, $2)',
      name, (select string_agg(quote_ident(c), ', ') from unnest(keys || '{user_id}'::text[]) as c)
    ) using row_uid, wanted || jsonb_build_object('user_id', owner);

  elsif change ? 'create' then
    return stored;

  elsif change ? 'delete' then
    if (change ->> 'seen')::bigint is null then
      raise sqlstate '22023' using message = 'A deletion says which revision was seen';
    end if;
    if name = 'folders' then
      perform private.delete_folder(row_uid, (change ->> 'seen')::bigint);
    else
      execute format(
        'update public.%I set deleted_at = now()
        where user_id = $1 and uid = $2 and deleted_at is null
          and private.has_seen($3, uid, edited_rev, $4)',
        name
      ) using owner, row_uid, (change ->> 'seen')::bigint, private.revision_of_transaction(owner);
    end if;

  elsif change ? 'restore' then
    if name = 'folders' then
      perform private.restore_folder(row_uid);
    else
      execute format(
        'update public.%I set deleted_at = null where user_id = $1 and uid = $2 and deleted_at > ''epoch''',
        name
      ) using owner, row_uid;
    end if;

  elsif change ? 'erase' then
    perform private.erase(name, row_uid);

  elsif not is_deleted or private.is_typed(name, keys) then
    -- Nothing is left that it could be an edit of; whoever typed is told, and keeps the text.
    if is_deleted and (stored ->> 'deleted_at')::timestamptz = 'epoch' then
      raise sqlstate 'PT404' using message = 'It is no longer there';
    end if;
    keys := array_remove(keys, 'created_at');
    -- A clock that is ahead: the time of the database, once.
    if (wanted ->> 'completed_at')::timestamptz > now() then
      keys := array_remove(keys, 'completed_at');
    end if;
    if name = 'notes' and 'content' = any (keys)
      -- A program that names no base means its own text.
      and change ? 'base'
      and (change ->> 'base')::bigint is distinct from (stored ->> 'content_rev')::bigint
      and exists (
        select from public.notes as n
        where n.uid = row_uid and n.content is distinct from wanted ->> 'content'
      )
    then
      raise sqlstate 'PT409' using message = 'The note was changed meanwhile', hint = stored ->> 'content_rev';
    end if;
    if private.is_typed(name, keys)
      and (stored ->> 'edited_rev')::bigint is distinct from private.revision_of_transaction(owner)
    then
      -- Read by private.has_seen(); gone with the transaction.
      perform set_config('almanac.edited', (
        coalesce(nullif(current_setting('almanac.edited', true), ''), '{}')::jsonb
        || jsonb_build_object(row_uid::text, stored -> 'edited_rev')
      )::text, true);
    end if;
    perform private.set_columns(name, row_uid, keys, wanted, is_deleted);
  end if;

  return private.read_row(name, row_uid);
end;
$$;
comment on function private.push_change(jsonb) is 'Does one change and answers the row as it is then, a note without its content.';
revoke execute on function private.push_change(jsonb) from public;
grant execute on function private.push_change(jsonb) to authenticated;

create function public.push_changes(
  changes jsonb, device uuid default null, owner uuid default null
)
returns jsonb
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  most constant integer := 1000;
  change jsonb;
  number bigint;
  answer jsonb;
  answers jsonb[] := '{}';
  done_before bigint[] := '{}';
  done bigint[] := '{}';
  today date;
  history private.histories;
  code text;
  said text;
  hinted text;
begin
  -- A device may have been handed to somebody else while the request was on its way.
  if owner <> auth.uid() then
    raise sqlstate 'PT403' using message = 'These are changes of another account';
  end if;
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > most then
    raise sqlstate '22023' using message = format('Changes are an array of at most %s', most);
  end if;
  -- Until the end, and not only of the first change that succeeds: what is read to decide about a
  -- change (the revision that a note's text was written over) cannot become another meanwhile.
  perform private.lock_account();
  perform private.purge_own_deleted();
  if device is not null then
    done_before := private.changes_done(device);
  end if;
  for change in select c.value from jsonb_array_elements(changes) as c loop
    begin
      -- Read by private.today_of(). A clock that is ahead does not make it another day.
      today := least((change ->> 'today')::date, (now() at time zone 'UTC')::date + 1);
      if today < '0001-01-01' then
        raise sqlstate '22008' using message = 'The day is not on the calendar';
      end if;
      perform set_config('almanac.today', coalesce(today::text, ''), true);
      number := (change ->> 'seq')::bigint;
      if number = any (done_before || done) then
        answer := jsonb_build_object(
          'uid', change -> 'uid',
          'row', private.read_row(change ->> 'table', (change ->> 'uid')::uuid),
          'repeated', true
        );
      else
        answer := jsonb_build_object('uid', change -> 'uid', 'row', private.push_change(change));
      end if;
      done := done || number;
    exception when others then
      get stacked diagnostics
        code = returned_sqlstate, said = message_text, hinted = pg_exception_hint;
      -- Of the server or of the moment, not of the change: all of it is to be sent again.
      if left(code, 2) in ('08', '40', '53', '54', '55', '57', '58', 'XX') or code = 'PT429' then
        raise;
      end if;
      answer := jsonb_build_object(
        'uid', change -> 'uid',
        'error', jsonb_build_object('code', code, 'message', said, 'hint', hinted)
      );
    end;
    answers := answers || answer;
  end loop;
  done := array_remove(done, null);
  if device is not null and done <> '{}' then
    perform private.remember_done(device, done);
  end if;
  history := private.open_own_history();
  return jsonb_build_object(
    'history', history.uid, 'rev', history.rev,
    -- Of what this request did; null if it did nothing.
    'written_rev', private.revision_of_transaction(auth.uid()),
    'answers', to_jsonb(answers)
  );
end;
$$;
comment on function public.push_changes(jsonb, uuid, uuid) is
  'Does the changes one by one, each whole or not at all, and answers each with its row or the reason. What has a number is done once, however often its device sends it. "owner": whose changes they are.';
revoke execute on function public.push_changes(jsonb, uuid, uuid) from public, anon;
grant execute on function public.push_changes(jsonb, uuid, uuid) to authenticated;
