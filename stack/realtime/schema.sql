-- Supabase Realtime's side of the database, for the embedded stack. Applied at every start as
-- superuser `postgres`, after the roles and the auth schema; every statement can be repeated.
-- On Supabase the platform brings all of this, which is why it is not a migration.

grant usage, create on schema realtime to supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role;

-- The server asks "may this user read?" by becoming the user for one statement.
grant authenticated to supabase_realtime_admin;

-- Messages: the log of what was broadcast, kept for three days --------------------------------

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
) partition by range (inserted_at);

alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
comment on table realtime.messages is
  'Broadcast log. Policies on it decide who may read from and write to a private topic.';

create index if not exists messages_inserted_at_topic_index
  on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;

-- Only the database itself sends.
revoke all on realtime.messages from anon, authenticated, service_role;
grant select on realtime.messages to authenticated;

-- Delivery: one notification a row, by id, since a payload may exceed what NOTIFY carries -------

create or replace function realtime.notify_message()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('realtime_messages', new.id || ' ' || new.inserted_at);
  return null;
end;
$$;

create or replace trigger notify_message
after insert on realtime.messages
for each row
when (new.private and new.event is not null and new.payload is not null)
execute function realtime.notify_message();

-- Partitions: one a day (UTC), and a default one that catches a row no day was made for ---------

create table if not exists realtime.messages_default partition of realtime.messages default;
alter table realtime.messages_default owner to supabase_realtime_admin;
alter table realtime.messages_default enable row level security;
revoke all on realtime.messages_default from anon, authenticated, service_role;

create or replace function realtime.create_partition(day date)
returns void
language plpgsql
set search_path = ''
as $$
declare
  name text := 'messages_' || to_char(day, 'YYYY_MM_DD');
begin
  if to_regclass(format('realtime.%I', name)) is not null then
    return;
  end if;
  -- Built apart and attached: rows that already lie in the default partition move along, and
  -- writers of other days are not held up.
  execute format('create table realtime.%I (like realtime.messages including all)', name);
  execute format('alter table realtime.%I owner to supabase_realtime_admin', name);
  execute format('alter table realtime.%I enable row level security', name);
  execute format('revoke all on realtime.%I from anon, authenticated, service_role', name);
  execute format(
    'with moved as (
       delete from realtime.messages_default
       where inserted_at >= %2$L and inserted_at < %3$L
       returning *
     )
     insert into realtime.%1$I select * from moved',
    name, day, day + 1
  );
  execute format(
    'alter table realtime.messages attach partition realtime.%I for values from (%L) to (%L)',
    name, day, day + 1
  );
end;
$$;

create or replace function realtime.maintain_partitions(at timestamp default (now() at time zone 'utc'))
returns void
language plpgsql
set search_path = ''
as $$
declare
  today date := at::date;
  partition_name text;
begin
  -- Waiting longer than this for a lock would hold up every writer behind it; the next run does it.
  set local lock_timeout = '2s';
  for offset_days in -1 .. 3 loop
    perform realtime.create_partition(today + offset_days);
  end loop;
  for partition_name in
    select relname from pg_catalog.pg_class
    join pg_catalog.pg_inherits on inhrelid = pg_class.oid
    where inhparent = 'realtime.messages'::regclass
      and relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(substr(relname, 10), 'YYYY_MM_DD') + 1 <= at - interval '72 hours'
  loop
    execute format('drop table realtime.%I', partition_name);
  end loop;
  delete from realtime.messages_default where inserted_at < at - interval '72 hours';
end;
$$;

alter function realtime.create_partition(date) owner to supabase_realtime_admin;
alter function realtime.maintain_partitions(timestamp) owner to supabase_realtime_admin;
revoke execute on function realtime.create_partition(date) from public;
revoke execute on function realtime.maintain_partitions(timestamp) from public;
grant execute on function realtime.maintain_partitions(timestamp) to supabase_realtime_admin;

select realtime.maintain_partitions();

-- What migrations call -------------------------------------------------------------------------

create or replace function realtime.topic()
returns text
language sql
stable
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Like the real one: a failure never breaks the writer's transaction, it is only a warning.
create or replace function realtime.send(
  payload jsonb,
  event text,
  topic text,
  private boolean default true
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  begin
    if not payload ? 'id' then
      payload := jsonb_set(payload, '{id}', to_jsonb(message_id));
    end if;
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (message_id, payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
  end;
end;
$$;

-- What earlier versions of this file offered and no migration called.
drop function if exists realtime.send_binary(bytea, text, text, boolean);
drop function if exists realtime.broadcast_changes(text, text, text, text, text, record, record, text);

-- Sessions: an ended session takes its live channels with it -----------------------------------

-- With its owner's rights: the Realtime role sees which of given sessions still exist, nothing else.
create or replace function realtime.live_sessions(ids uuid[])
returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from auth.sessions where id = any (ids)
$$;

revoke execute on function realtime.live_sessions(uuid[]) from public;
grant execute on function realtime.live_sessions(uuid[]) to supabase_realtime_admin;

create or replace function realtime.notify_session_end()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('realtime_session_end', old.id::text);
  return null;
end;
$$;

create or replace trigger realtime_session_end
after delete on auth.sessions
for each row
execute function realtime.notify_session_end();
