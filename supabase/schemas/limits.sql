-- How often somebody may try something, by account and by network together, and the networks that an
-- account is used from: nobody is locked out by a stranger (docs/decisions/0017-guessing-and-lock-out.md).

create table private.rate_limits (
  key text primary key,
  busy_until timestamptz not null
);
comment on table private.rate_limits is
  'One row for each account or address that tried something. Keys are hashes. Each attempt moves busy_until on by its share of the period; further than one period ahead means: too many.';
create index rate_limits_by_time on private.rate_limits (busy_until);
alter table private.rate_limits enable row level security;

create function private.limit_wait(limits jsonb, moment timestamptz)
returns double precision
language sql
stable
set search_path = ''
as $$
  select extract(epoch from greatest(
    max(greatest(r.busy_until, limit_wait.moment) + a.step - a.period) - limit_wait.moment,
    interval '0'
  ))
  from (
    select l.key, make_interval(secs => l.seconds) as period,
      make_interval(secs => l.seconds / l.attempts) as step
    from jsonb_to_recordset(limit_wait.limits)
      as l (key text, attempts integer, seconds double precision)
  ) as a
  join private.rate_limits as r on r.key = a.key;
$$;
comment on function private.limit_wait(jsonb, timestamptz) is
  'Seconds until one more attempt may be counted against all of these limits; 0 if it may now.';
revoke execute on function private.limit_wait(jsonb, timestamptz) from public;

create function public.consume_rate_limits(limits jsonb)
returns double precision
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  moment timestamptz;
  wait double precision;
begin
  -- Takes the rows' locks, in one order for everybody, before it looks at the clock.
  insert into private.rate_limits as r (key, busy_until)
  select l.key, '-infinity'
  from jsonb_to_recordset(limits) as l (key text)
  order by l.key
  on conflict (key) do update set busy_until = r.busy_until;

  moment := clock_timestamp();
  update private.rate_limits as r
  set busy_until = moment + make_interval(secs => a.seconds)
  from jsonb_to_recordset(limits) as a (key text, seconds double precision)
  where r.key = a.key and r.busy_until > moment + make_interval(secs => a.seconds);

  wait := private.limit_wait(limits, moment);
  if wait > 0 then
    return wait;
  end if;

  update private.rate_limits as r
  set busy_until = greatest(r.busy_until, moment) + make_interval(secs => a.seconds / a.attempts)
  from jsonb_to_recordset(limits) as a (key text, attempts integer, seconds double precision)
  where r.key = a.key;

  delete from private.rate_limits
  where key in (
    select r.key from private.rate_limits as r
    where r.busy_until < moment
    order by r.busy_until
    limit 20
    for update skip locked
  );
  return 0;
end;
$$;
comment on function public.consume_rate_limits(jsonb) is
  'Argument: [{key, attempts, seconds}]. Counts one attempt against all of them and returns 0, or counts nothing and returns the seconds to wait.';
revoke execute on function public.consume_rate_limits(jsonb) from public, anon, authenticated;
grant execute on function public.consume_rate_limits(jsonb) to service_role;

create function public.reset_rate_limits(keys text[])
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  delete from private.rate_limits where key = any (keys);
$$;
comment on function public.reset_rate_limits(text[]) is
  'After a success: the failures before it no longer count.';
revoke execute on function public.reset_rate_limits(text[]) from public, anon, authenticated;
grant execute on function public.reset_rate_limits(text[]) to service_role;

create function private.network_of(address inet)
returns cidr
language sql
immutable
strict
set search_path = ''
as $$
  select case
    when family(address) = 4 then set_masklen(address, 32)::cidr
    when address <<= '::ffff:0:0/96' then split_part(host(address), 'ffff:', 2)::cidr
    else network(set_masklen(address, 64))
  end;
$$;
comment on function private.network_of(inet) is
  'What a limit by address counts: an IPv4 address (also one mapped into IPv6), of IPv6 the /64.';
revoke execute on function private.network_of(inet) from public;

create table private.known_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  network cidr not null,
  last_used timestamptz not null,
  primary key (user_id, network)
);
comment on table private.known_addresses is
  'The networks that an account was used from, by its sessions: the last 50, for 90 days.';
alter table private.known_addresses enable row level security;

create function private.remember_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.known_addresses as k (user_id, network, last_used)
  values (new.user_id, private.network_of(new.ip), now())
  on conflict (user_id, network) do update set last_used = now();

  delete from private.known_addresses as k
  where k.user_id = new.user_id and (
    k.last_used < now() - interval '90 days'
    or k.network in (
      select o.network from private.known_addresses as o
      where o.user_id = new.user_id
      order by o.last_used desc, o.network
      offset 50
    )
  );
  return null;
end;
$$;
comment on function private.remember_address() is
  'A session begins or goes on: its network is known for this account from now on.';
revoke execute on function private.remember_address() from public;

create trigger remember_address
after insert or update of ip on auth.sessions
for each row when (new.ip is not null) execute function private.remember_address();

create function public.is_known_address(subject uuid, address text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.known_addresses as k
    where k.user_id = is_known_address.subject
      and k.network = case
        when pg_input_is_valid(is_known_address.address, 'inet')
          then private.network_of(is_known_address.address::inet)
      end
      and k.last_used > now() - interval '90 days'
  );
$$;
comment on function public.is_known_address(uuid, text) is
  'Whether the account was used from the network of this address.';
revoke execute on function public.is_known_address(uuid, text) from public, anon, authenticated;
grant execute on function public.is_known_address(uuid, text) to service_role;

create function public.consume_sign_in_attempt(account text, address text, rules jsonb)
returns double precision
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  subject constant uuid := (
    select u.id from auth.users as u
    where u.email = consume_sign_in_attempt.account and u.is_sso_user = false
  );
  wait double precision;
begin
  if public.is_known_address(subject, address) then
    return public.consume_rate_limits((rules -> 'always') || (rules -> 'network'));
  end if;
  wait := public.consume_rate_limits(
    (rules -> 'always') || (rules -> 'network') || (rules -> 'unknown')
  );
  if wait = 0 or private.limit_wait(rules -> 'unknown', clock_timestamp()) = 0 then
    return wait;
  end if;
  return public.consume_rate_limits((rules -> 'always') || (rules -> 'guarded'));
end;
$$;
comment on function public.consume_sign_in_attempt(text, text, jsonb) is
  'Counts an attempt at the password of an account (its address at the identity service, whether there is one or not) as consume_rate_limits does. rules: lists of limits. From a known network: always and network. From others: unknown as well; once that is used up, always and guarded instead.';
revoke execute on function public.consume_sign_in_attempt(text, text, jsonb)
from public, anon, authenticated;
grant execute on function public.consume_sign_in_attempt(text, text, jsonb) to service_role;
