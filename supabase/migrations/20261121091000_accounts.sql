-- What the account and admin functions ask of the database in one transaction each: limits,
-- temporary passwords, the administrator flag with its journal. All of it as service role only.

create table private.rate_limits (
  key text primary key,
  busy_until timestamptz not null
);
comment on table private.rate_limits is
  'One row for each account or address that tried something. Keys are hashes. Each attempt moves busy_until on by its share of the period; further than one period ahead means: too many.';
create index rate_limits_by_time on private.rate_limits (busy_until);
alter table private.rate_limits enable row level security;

create function public.spend_limits(limits jsonb)
returns double precision
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  moment timestamptz;
  wait interval;
begin
  -- Takes the rows' locks, in one order for everybody, before it looks at the clock.
  insert into private.rate_limits as r (key, busy_until)
  select l.key, '-infinity'
  from jsonb_to_recordset(limits) as l (key text)
  order by l.key
  on conflict (key) do update set busy_until = r.busy_until;

  moment := clock_timestamp();
  select max(greatest(r.busy_until, moment) + l.step - l.period) - moment into wait
  from (
    select a.key, make_interval(secs => a.seconds) as period,
      make_interval(secs => a.seconds / a.attempts) as step
    from jsonb_to_recordset(limits) as a (key text, attempts integer, seconds double precision)
  ) as l
  join private.rate_limits as r on r.key = l.key;

  if wait > interval '0' then
    return extract(epoch from wait);
  end if;

  update private.rate_limits as r
  set busy_until = greatest(r.busy_until, moment) + make_interval(secs => a.seconds / a.attempts)
  from jsonb_to_recordset(limits) as a (key text, attempts integer, seconds double precision)
  where r.key = a.key;

  delete from private.rate_limits
  where key in (
    select r.key from private.rate_limits as r
    where r.busy_until < moment - interval '1 hour'
    limit 20
    for update skip locked
  );
  return 0;
end;
$$;
comment on function public.spend_limits(jsonb) is
  'Argument: [{key, attempts, seconds}]. Counts one attempt against all of them and returns 0, or counts nothing and returns the seconds to wait.';
revoke execute on function public.spend_limits(jsonb) from public, anon, authenticated;
grant execute on function public.spend_limits(jsonb) to service_role;

create function public.forget_limits(keys text[])
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  delete from private.rate_limits where key = any (keys);
$$;
comment on function public.forget_limits(text[]) is
  'After a success: the failures before it no longer count.';
revoke execute on function public.forget_limits(text[]) from public, anon, authenticated;
grant execute on function public.forget_limits(text[]) to service_role;

create function public.taken_names(wanted_username text, wanted_email text)
returns table (username_taken boolean, email_taken boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select from public.profiles as p
      where lower(normalize(p.username, nfkc)) = lower(normalize(wanted_username, nfkc))
    ),
    exists (select from public.profiles as p where lower(p.email) = lower(wanted_email));
$$;
comment on function public.taken_names(text, text) is
  'Whether a new account could have this name and this mail address.';
revoke execute on function public.taken_names(text, text) from public, anon, authenticated;
grant execute on function public.taken_names(text, text) to service_role;

create function public.accounts_to_recover(address text, mail text)
returns table (user_id uuid, username text, email text, time_zone text)
language sql
stable
security definer
set search_path = ''
as $$
  select p.id, p.username, p.email, p.time_zone
  from public.profiles as p
  join auth.users as u on u.id = p.id
  where p.email is not null
    and (u.email = accounts_to_recover.address or lower(p.email) = lower(accounts_to_recover.mail));
$$;
comment on function public.accounts_to_recover(text, text) is
  'Who may be meant by a user name (as the address derived from it) or a mail address; at most two.';
revoke execute on function public.accounts_to_recover(text, text) from public, anon, authenticated;
grant execute on function public.accounts_to_recover(text, text) to service_role;

create function public.redeem_temporary_password(address text, hash text)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  who uuid;
begin
  update public.password_resets as r
  set used_at = now()
  from auth.users as u
  where u.id = r.user_id
    and u.email = redeem_temporary_password.address
    and r.token_hash = redeem_temporary_password.hash
    and r.used_at is null
    and r.expires_at > now()
  returning r.user_id into who;

  if who is not null then
    update public.password_resets as r
    set expires_at = least(r.expires_at, now())
    where r.user_id = who and r.used_at is null;
    update public.profiles as p set must_change_password = true where p.id = who;
  end if;
  return who;
end;
$$;
comment on function public.redeem_temporary_password(text, text) is
  'The user whose temporary password this is, once and within its time; null otherwise. All other temporary passwords of the user end with it.';
revoke execute on function public.redeem_temporary_password(text, text)
from public, anon, authenticated;
grant execute on function public.redeem_temporary_password(text, text) to service_role;

create function public.set_administrator(subject uuid, value boolean, actor uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  name text;
  was boolean;
begin
  select p.username, p.is_admin into name, was
  from public.profiles as p where p.id = subject for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  if was = value then
    return;
  end if;
  update public.profiles as p set is_admin = value where p.id = subject;
  insert into public.admin_events (actor_id, subject_id, action, detail)
  values (
    actor,
    subject,
    case when value then 'grant_admin' else 'revoke_admin' end,
    jsonb_build_object(
      'actor', (select p.username from public.profiles as p where p.id = actor),
      'subject', name
    )
  );
end;
$$;
comment on function public.set_administrator(uuid, boolean, uuid) is
  'Grants or revokes administration and records it. PT404: no such user; PT409: the last administrator.';
revoke execute on function public.set_administrator(uuid, boolean, uuid)
from public, anon, authenticated;
grant execute on function public.set_administrator(uuid, boolean, uuid) to service_role;
