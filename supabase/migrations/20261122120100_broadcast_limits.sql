-- Every change leaves a message in realtime.messages for three days. Ticking a task with a long
-- description back and forth wrote gigabytes an hour. What an account's messages take is bounded:
-- large ones become lists of ids when half of a day's share is spent, and when all of it is spent,
-- changes have to wait for their share of the next.

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

create or replace function private.broadcast_changes()
returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  max_rows constant integer := 100;
  max_ids constant integer := 1000;
  max_bytes constant integer := 64 * 1024;
  small constant integer := 4 * 1024;
  to_admins constant boolean := tg_argv[0] = 'admin';
  owner_of constant text := case when to_admins then 'null::uuid' else format('c.%I', tg_argv[0]) end;
  audience record;
  change jsonb;
  changed_rows jsonb;
  size integer;
  changed_ids jsonb;
begin
  for audience in execute format(
    'select %1$s as owner, count(*) as total from changed as c group by %1$s order by %1$s', owner_of
  )
  loop
    change := jsonb_build_object('table', tg_table_name, 'op', tg_op);
    changed_rows := null;

    if audience.total > max_ids then
      change := change || '{"reload": true}';
    else
      if tg_op <> 'DELETE' and audience.total <= max_rows and not to_admins then
        -- A note is listed without its text; whoever has it open fetches it.
        execute format(
          $query$select jsonb_agg(to_jsonb(c) - 'content' order by c.id) from changed as c where %s = $1$query$,
          owner_of
        ) into changed_rows using audience.owner;
      end if;

      size := octet_length(changed_rows::text);
      if size is not null
        and (size < small or (size < max_bytes and private.may_broadcast_much(audience.owner)))
      then
        change := change || jsonb_build_object('rows', changed_rows);
      else
        execute format(
          'select jsonb_agg(c.id order by c.id) from changed as c where %s is not distinct from $1',
          owner_of
        ) into changed_ids using audience.owner;
        change := change || jsonb_build_object('ids', changed_ids);
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
