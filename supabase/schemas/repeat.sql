-- The repeat rule. supabase/functions/_shared/domain/repeat.ts is the same rule in TypeScript;
-- tests/database/repeat.test.ts holds them against each other.

create type public.repeat_type as enum
  ('none', 'daily', 'daily-weekday', 'weekly', 'biweekly', 'monthly', 'quarterly', 'yearly');

create function private.nth_of_month(month_start date, anchor_day integer)
returns date
language sql
immutable
parallel safe
security invoker
set search_path = ''
as $$
  select month_start - 1 + least(
    anchor_day,
    extract(day from month_start + interval '1 month' - interval '1 day')::integer
  );
$$;
comment on function private.nth_of_month(date, integer) is
  'That day of the month, or its last day where the month is shorter.';
revoke execute on function private.nth_of_month(date, integer) from public;

create function private.next_occurrence(
  rule public.repeat_type, due_date date, today date, anchor_day integer
)
returns date
language plpgsql
immutable
parallel safe
security invoker
set search_path = ''
as $$
declare
  first_due constant date := coalesce(due_date, today);
  floor_date constant date := greatest(due_date, today);
  day constant integer := coalesce(anchor_day, extract(day from first_due)::integer);
  step integer;
  months integer;
  month_start date;
  next_due date;
begin
  if rule = 'daily' then
    next_due := floor_date + 1;
  elsif rule = 'daily-weekday' then
    next_due := floor_date + case extract(isodow from floor_date) when 5 then 3 when 6 then 2 else 1 end;
  elsif rule in ('weekly', 'biweekly') then
    step := case rule when 'weekly' then 7 else 14 end;
    next_due := first_due + step * ((floor_date - first_due) / step + 1);
  elsif rule in ('monthly', 'quarterly', 'yearly') then
    step := case rule when 'monthly' then 1 when 'quarterly' then 3 else 12 end;
    months := (extract(year from floor_date) - extract(year from first_due)) * 12
      + extract(month from floor_date) - extract(month from first_due);
    month_start := date_trunc('month', first_due::timestamp)
      + make_interval(months => months / step * step);
    next_due := private.nth_of_month(month_start, day);
    if next_due <= floor_date then
      next_due := private.nth_of_month((month_start + make_interval(months => step))::date, day);
    end if;
  end if;

  -- Null for 'none', and where the calendar of the product ends.
  return case when next_due <= date '9999-12-31' then next_due end;
end;
$$;
comment on function private.next_occurrence(public.repeat_type, date, date, integer) is
  'The first date of the rule after both the due date and today; without a due date the rule starts today. The anchor day is the day of the month that monthly, quarterly and yearly come back to.';
revoke execute on function private.next_occurrence(public.repeat_type, date, date, integer) from public;
grant execute on function private.next_occurrence(public.repeat_type, date, date, integer) to service_role;

create function private.next_occurrence_uid(predecessor uuid)
returns uuid
language sql
immutable
parallel safe
security invoker
set search_path = ''
as $$
  select extensions.uuid_generate_v5(predecessor, 'next occurrence');
$$;
comment on function private.next_occurrence_uid(uuid) is
  'The uid of the next occurrence of a repeating task: two devices that complete it offline make one successor, not two. The web app has the same rule.';
revoke execute on function private.next_occurrence_uid(uuid) from public;

create function private.today_of(user_id uuid)
returns date
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce(
    nullif(current_setting('almanac.today', true), '')::date,
    (
      select (now() at time zone coalesce(p.time_zone, 'UTC'))::date
      from public.profiles as p
      where p.id = user_id
    )
  );
exception
  -- A browser may know a time zone that this server has not heard of yet.
  when invalid_parameter_value then
    return (now() at time zone 'UTC')::date;
end;
$$;
comment on function private.today_of(uuid) is
  'The local day of the user: what the caller said (toggle_task), else by the time zone of the profile.';
revoke execute on function private.today_of(uuid) from public;
