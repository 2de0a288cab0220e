-- The live channel: a message is a bell that says how far an owner's history has come, with the rows
-- where they fit. Messages are kept for three days, so what an account's messages take is bounded.

create table private.broadcast_spending (
  user_id uuid primary key references auth.users (id) on delete cascade,
  busy_until timestamptz not null
) with (fillfactor = 50);
comment on table private.broadcast_spending is
  'Each message moves busy_until on by its part of a day''s share. Further ahead than a day means: too many.';
alter table private.broadcast_spending enable row level security;

create function private.may_broadcast_much(owner uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return not exists (
    select from private.broadcast_spending as s
    where s.user_id = owner and s.busy_until > clock_timestamp() + interval '12 hours'
  );
end;
$$;
comment on function private.may_broadcast_much(uuid) is
  'Whether the owner''s messages may still carry long rows.';
revoke execute on function private.may_broadcast_much(uuid) from public;

create function private.spend_broadcast(owner uuid, bytes integer)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  bytes_a_day constant double precision := 64e6;
  -- What a row of realtime.messages and its index entries take beside the payload.
  overhead constant integer := 500;
  step constant interval := (bytes + overhead) / bytes_a_day * interval '1 day';
  moment constant timestamptz := clock_timestamp();
  ahead interval;
  wait integer;
begin
  -- From auth.users: nobody's messages are counted while their account is being deleted. A clock
  -- that was set back leaves nobody waiting for longer than a day.
  insert into private.broadcast_spending as s (user_id, busy_until)
  select u.id, moment + step from auth.users as u where u.id = owner
  on conflict (user_id) do update
  set busy_until = least(greatest(s.busy_until, moment), moment + interval '1 day') + step
  returning s.busy_until - moment into ahead;

  -- What others do to somebody's rows, an administrator for one, does not wait.
  if ahead > interval '1 day' and owner = auth.uid() then
    wait := ceil(extract(epoch from ahead - interval '1 day'));
    raise sqlstate 'PT429' using message = format(
      'Too many changes. Please try again in %s %s.',
      wait, case wait when 1 then 'second' else 'seconds' end
    );
  end if;
end;
$$;
comment on function private.spend_broadcast(uuid, integer) is
  'Counts a message to its owner; PT429 where a day''s share is spent.';
revoke execute on function private.spend_broadcast(uuid, integer) from public;

create function private.broadcast_changes()
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
revoke execute on function private.broadcast_changes() from public;

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
