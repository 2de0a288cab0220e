-- A clock that is set back (a machine that woke up in another year, and then asked the network) would
-- leave accounts and addresses busy until the wrong time comes. Nothing is ever further ahead than one
-- period, so what is further ahead counts as that.

create or replace function public.spend_limits(limits jsonb)
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
  update private.rate_limits as r
  set busy_until = moment + make_interval(secs => a.seconds)
  from jsonb_to_recordset(limits) as a (key text, seconds double precision)
  where r.key = a.key and r.busy_until > moment + make_interval(secs => a.seconds);

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
