-- What each device has had done. An answer can be lost; the device sends the change again then, weeks
-- later perhaps, and meanwhile another one may have changed the same field.

create table private.devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  uid uuid not null,
  done bigint[] not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, uid)
) with (fillfactor = 50);
comment on table private.devices is 'The devices that send changes, each for 30 days after its last one.';
comment on column private.devices.done is
  'The numbers of the last changes that it had done: more than it has under way at a time.';
alter table private.devices enable row level security;

create function private.changes_done(device uuid)
returns bigint[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce(
    (select d.done from private.devices as d where d.user_id = auth.uid() and d.uid = device), '{}'
  );
end;
$$;
comment on function private.changes_done(uuid) is
  'The numbers of the last changes that one of the caller''s devices had done.';
revoke execute on function private.changes_done(uuid) from public;
grant execute on function private.changes_done(uuid) to authenticated;

create function private.remember_done(device uuid, numbers bigint[])
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  most_numbers constant integer := greatest(400, cardinality(numbers));
  most_devices constant integer := 100;
begin
  update private.devices as d
  set
    done = (numbers || array(select n from unnest(d.done) as n where n <> all (numbers)))[:most_numbers],
    seen_at = now()
  where d.user_id = auth.uid() and d.uid = device;
  if not found then
    delete from private.devices as d where d.user_id = auth.uid() and (
      d.seen_at < now() - interval '30 days'
      or d.uid in (
        select o.uid from private.devices as o where o.user_id = auth.uid()
        order by o.seen_at desc, o.uid offset most_devices - 1
      )
    );
    insert into private.devices (user_id, uid, done) values (auth.uid(), device, numbers);
  end if;
end;
$$;
comment on function private.remember_done(uuid, bigint[]) is
  'Keeps the numbers of the changes that a device of the caller has just had done.';
revoke execute on function private.remember_done(uuid, bigint[]) from public;
grant execute on function private.remember_done(uuid, bigint[]) to authenticated;
