-- Rules of other programs, which the spec's repeats cannot say: tasks.recurrence, lines of iCalendar.
-- supabase/functions/_shared/domain/recurrence.ts is the same rule in TypeScript;
-- tests/database/recurrence.test.ts holds them against each other.

create function private.recurrence_part(recurrence text, part text)
returns text
language sql
immutable
parallel safe
security invoker
set search_path = ''
as $$
  select substring(recurrence from '^RRULE:(?:[^\n;]*;)*' || part || '=([^\n;]*)');
$$;
comment on function private.recurrence_part(text, text) is
  'What a rule says of INTERVAL, BYDAY and so on; null where it says nothing.';
revoke execute on function private.recurrence_part(text, text) from public;

create function private.recurrence_period(frequency text, week_start integer, day date)
returns integer
language sql
immutable
parallel safe
security invoker
set search_path = ''
as $$
  select case frequency
    when 'DAILY' then day - date '1970-01-01'
    -- 1970 began on a Thursday.
    when 'WEEKLY' then floor((day - date '1970-01-01' + 4 - week_start) / 7.0)::integer
    when 'MONTHLY' then (extract(year from day) * 12 + extract(month from day))::integer
    else extract(year from day)::integer
  end;
$$;
comment on function private.recurrence_period(text, integer, date) is
  'The number of the day, week, month or year: INTERVAL counts these.';
revoke execute on function private.recurrence_period(text, integer, date) from public;

create function private.next_by_recurrence(
  recurrence text, due_date date, today date, out next_due_date date, out next_recurrence text
)
language plpgsql
immutable
parallel safe
security invoker
set search_path = ''
as $$
#variable_conflict use_variable
declare
  -- As PART and FOLLOWED in recurrence.ts.
  part constant text :=
    '(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)|INTERVAL=[1-9]\d{0,2}|COUNT=[1-9]\d{0,3}|UNTIL=\d{8}'
    '|WKST=(MO|TU|WE|TH|FR|SA|SU)|BYDAY=((-?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU),?)+'
    '|BY(MONTH|MONTHDAY|YEARDAY|SETPOS)=(-?[1-9]\d{0,2},?)+|BY(HOUR|MINUTE|SECOND)=\d\d?)';
  followed constant text :=
    '^RRULE:' || part || '(;' || part || ')*(\nEXDATE:[\d,]+)?(\nDURATION:P\d{1,3}D)?$';
  codes constant text[] := '{SU,MO,TU,WE,TH,FR,SA}';
  frequency constant text := private.recurrence_part(recurrence, 'FREQ');
  months text[] := string_to_array(private.recurrence_part(recurrence, 'BYMONTH'), ',');
  month_days text[] := string_to_array(private.recurrence_part(recurrence, 'BYMONTHDAY'), ',');
  year_days constant text[] := string_to_array(private.recurrence_part(recurrence, 'BYYEARDAY'), ',');
  week_days text[] := string_to_array(private.recurrence_part(recurrence, 'BYDAY'), ',');
  places constant text[] := string_to_array(private.recurrence_part(recurrence, 'BYSETPOS'), ',');
  step integer;
  week_start integer;
  days_ahead integer;
  start date;
  floor_date date;
  last_day date;
  next_start date;
  years integer;
  passed integer;
  left_over integer;
  from_day date;
begin
  if frequency is null or recurrence !~ followed
    or frequency in ('DAILY', 'WEEKLY') and array_to_string(week_days, '') ~ '\d'
    or frequency <> 'YEARLY' and year_days is not null
  then
    return;
  end if;
  step := coalesce(private.recurrence_part(recurrence, 'INTERVAL')::integer, 1);
  left_over := private.recurrence_part(recurrence, 'COUNT')::integer;
  week_start := coalesce(
    array_position(codes, private.recurrence_part(recurrence, 'WKST')) - 1, 1
  );
  days_ahead := coalesce(substring(recurrence from '\nDURATION:P(\d+)D')::integer, 0);
  start := coalesce(due_date, today) - days_ahead;
  floor_date := greatest(due_date, today) - days_ahead;
  -- Only what is counted has to be gone through from the start, and that has an end.
  from_day := case when left_over is null then floor_date else start end;
  if extract(year from floor_date) - extract(year from from_day) > 40 then
    return;
  end if;

  -- What a rule leaves out is said by the day that it starts on.
  if week_days is null and month_days is null and year_days is null then
    if frequency = 'WEEKLY' then
      week_days := array[codes[extract(dow from start)::integer + 1]];
    elsif frequency in ('MONTHLY', 'YEARLY') then
      month_days := array[extract(day from start)::text];
      if frequency = 'YEARLY' then
        months := coalesce(months, array[extract(month from start)::text]);
      end if;
    end if;
  end if;

  -- Most come back soon; one that does not within 40 years has ended.
  foreach years in array array[1, 5, 40] loop
    last_day := make_date(extract(year from floor_date)::integer + years, 12, 31);
    select listed.day, listed.place into next_start, passed
    from (
      select one.day, row_number() over (order by one.day) as place
      from (
        select of_rule.day,
          row_number() over (partition by of_rule.period order by of_rule.day) as at,
          count(*) over (partition by of_rule.period) as size
        from (
          select a.day, private.recurrence_period(frequency, week_start, a.day) as period
          -- With all of the weeks, months and years that they begin and end in.
          from (
            select t.moment::date as day
            from generate_series(
              date_trunc('year', from_day::timestamp) - interval '7 days',
              last_day::timestamp + interval '7 days', interval '1 day'
            ) as t (moment)
          ) as a
          cross join lateral (
            select a.day - (date_trunc('month', a.day::timestamp) + interval '1 month')::date as month_end,
              extract(doy from a.day)::integer as in_year,
              a.day - (date_trunc('year', a.day::timestamp) + interval '1 year')::date as year_end,
              codes[extract(dow from a.day)::integer + 1] as code
          ) as b
          cross join lateral (
            select case when frequency = 'MONTHLY' or months is not null
              then extract(day from a.day)::integer else b.in_year end as from_start,
              case when frequency = 'MONTHLY' or months is not null
              then b.month_end else b.year_end end as from_end
          ) as c
          where (months is null or extract(month from a.day)::text = any (months))
            and (month_days is null
              or array[extract(day from a.day)::text, b.month_end::text] && month_days)
            and (year_days is null or array[b.in_year::text, b.year_end::text] && year_days)
            and (week_days is null or week_days && array[
              b.code, (c.from_start + 6) / 7 || b.code, (c.from_end - 6) / 7 || b.code
            ])
        ) as of_rule
        where (of_rule.period - private.recurrence_period(frequency, week_start, start)) % step = 0
      ) as one
      where (places is null or array[one.at::text, (one.at - one.size - 1)::text] && places)
        and one.day > start
    ) as listed
    where listed.day > floor_date and listed.day <= last_day and not coalesce(
      to_char(listed.day, 'YYYYMMDD')
        = any (string_to_array(substring(recurrence from '\nEXDATE:([\d,]+)'), ',')), false
    )
    order by listed.day
    limit 1;
    exit when next_start is not null;
  end loop;

  if next_start is null or next_start + days_ahead > date '9999-12-31' or left_over <= passed
    or to_char(next_start, 'YYYYMMDD') > private.recurrence_part(recurrence, 'UNTIL')
  then
    return;
  end if;
  next_due_date := next_start + days_ahead;
  next_recurrence := coalesce(
    regexp_replace(recurrence, 'COUNT=\d+', 'COUNT=' || left_over - passed), recurrence
  );
end;
$$;
comment on function private.next_by_recurrence(text, date, date) is
  'The first date of a rule of another program after both the due date and today, and the rule from there on, with what COUNT has left. Null where it has ended, and where it is not followed.';
revoke execute on function private.next_by_recurrence(text, date, date) from public;
