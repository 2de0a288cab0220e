-- The live channel: a message is a bell that says how far the owner's history has come, with the
-- rows where they fit.
create or replace function private.broadcast_changes()
returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  max_rows constant integer := 100;
  max_bytes constant integer := 64 * 1024;
  small constant integer := 4 * 1024;
  to_admins constant boolean := tg_argv[0] = 'admin';
  has_rev constant boolean := tg_argv[0] = 'user_id';
  owner_of constant text := case when to_admins then 'null::uuid' else format('c.%I', tg_argv[0]) end;
  rev_of constant text := case when has_rev then 'max(c.rev)' else 'null::bigint' end;
  audience record;
  change jsonb;
  changed_rows jsonb;
  size integer;
begin
  for audience in execute format(
    'select %1$s as owner, count(*) as total, %2$s as rev from changed as c group by %1$s order by %1$s',
    owner_of, rev_of
  )
  loop
    change := jsonb_build_object('table', tg_table_name, 'op', tg_op);
    if has_rev then
      change := change || jsonb_build_object('rev', audience.rev);
    end if;
    if tg_op <> 'DELETE' and audience.total <= max_rows and not to_admins then
      -- A note is listed without its text; whoever has it open fetches it.
      execute format(
        'select jsonb_agg(to_jsonb(c) - ''content'') from changed as c where %s = $1', owner_of
      ) into changed_rows using audience.owner;
      size := octet_length(changed_rows::text);
      if size < small or (size < max_bytes and private.may_broadcast_much(audience.owner)) then
        change := change || jsonb_build_object('rows', changed_rows);
      end if;
    end if;
    if not to_admins then
      perform private.spend_broadcast(audience.owner, octet_length(change::text));
    end if;
    perform realtime.send(
      change, 'change', case when to_admins then 'admin' else 'user:' || audience.owner end, true
    );
  end loop;
  return null;
end;
$$;
comment on function private.broadcast_changes() is
  'Statement trigger over the transition table "changed". Tells the owners in the column named by its argument, or with the argument "admin" the administrators, once a statement that something changed: the revision for rows that have one, and the rows while they are small.';

-- Administrators read users anew when one of them is told: not for everybody's change of a theme.
create function private.broadcast_users_to_admins()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select c.id, c.username, c.email, c.is_admin from changed as c
    except
    select w.id, w.username, w.email, w.is_admin from former as w
  ) then
    perform realtime.send('{"table": "profiles", "op": "UPDATE"}', 'change', 'admin', true);
  end if;
  return null;
end;
$$;
comment on function private.broadcast_users_to_admins() is
  'Tells the administrators that what they see of users has changed.';
revoke execute on function private.broadcast_users_to_admins() from public;

create or replace trigger broadcast_update_to_admins
after update on public.profiles
referencing old table as former new table as changed
for each statement execute function private.broadcast_users_to_admins();

-- Administrators have been told of the deletion by the trigger above, which names nobody.
create or replace function private.forget_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if has_table_privilege('realtime.messages', 'delete') then
    -- Those to administrators named who was changed until this version; they are kept for three days.
    delete from realtime.messages as m
    where m.topic = 'user:' || old.id
      or (m.topic = 'admin' and m.payload @> jsonb_build_object('ids', jsonb_build_array(old.id)));
  end if;

  if not exists (select from public.profiles) then
    delete from public.admin_events;
    delete from public.invitations;
    delete from public.registration_settings;
    delete from public.email_settings;
    delete from private.announced_acts;
  end if;
  return null;
end;
$$;
