-- Rules of other programs that the spec's repeats cannot say (docs/decisions/0065-rules-of-others.md).
-- squawk-ignore-file constraint-missing-not-valid

alter table public.tasks
add column recurrence text
constraint recurrence_is_lines_of_icalendar check (
  length(recurrence) <= 2500
  and recurrence ~ '^RRULE:[!-~]+(\nEXDATE:\d{8}(,\d{8})*)?(\nDURATION:P\d{1,3}D)?$'
);
comment on column public.tasks.recurrence is
  'A rule of another program that repeat_type cannot say: RRULE, then EXDATE, then DURATION for the days from the start, which the rule is about, to the due date. Null where repeat_type is not none.';

alter table public.tasks
drop constraint erased_is_empty,
add constraint erased_is_empty check (
  deleted_at is distinct from 'epoch'
  or title = '-' and description is null and category is null and recurrence is null
);

grant insert (recurrence), update (recurrence) on public.tasks to authenticated;

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

create function private.with_uid(raw text, uid uuid)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when private.uid_in(made.raw) = uid::text then made.raw end
  from (
    select regexp_replace(
      raw,
      '((?:^|\n)UID(?:;[^:\n]*)?:)[ \t]*(?:urn:uuid:)?'
        || regexp_replace(private.uid_in(raw), '[^[:alnum:]_-]', '\\\&', 'g') || '[ \t]*(?=\r?\n)',
      '\1' || uid::text, 'gi'
    )
  ) as made (raw);
$$;
comment on function private.with_uid(text, uuid) is
  'The text of an object as that of another row; null where its UID is folded or too long to be found.';
revoke execute on function private.with_uid(text, uuid) from public;

create or replace function private.normalize_task()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
declare
  -- By create_next_occurrence() below, and not by somebody who typed in a deleted task.
  is_made_again constant boolean :=
    tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null and pg_trigger_depth() > 1;
begin
  if not new.completed then
    new.completed_at := null;
  else
    -- A device knows when it was, also hours later; nobody completes anything in the future. Where
    -- nobody says when it was, it is now.
    new.completed_at := least(
      case
        when tg_op = 'INSERT' or not old.completed then new.completed_at
        else coalesce(new.completed_at, old.completed_at)
      end,
      now()
    );
  end if;

  if new.repeat_type not in ('monthly', 'quarterly', 'yearly') or new.due_date is null then
    new.repeat_anchor_day := null;
  elsif tg_op = 'INSERT' then
    new.repeat_anchor_day := coalesce(new.repeat_anchor_day, extract(day from new.due_date));
  elsif new.due_date is distinct from old.due_date or new.repeat_type <> old.repeat_type then
    new.repeat_anchor_day := coalesce(
      -- The next occurrence that comes back from its deletion brings its anchor along.
      case when is_made_again then new.repeat_anchor_day end,
      extract(day from new.due_date)
    );
  end if;

  if new.repeat_type <> 'none' then
    new.recurrence := null;
  end if;

  -- Not the category: renaming one touches both, so it is compared when it matters.
  if tg_op = 'UPDATE' and not is_made_again
    and (new.title, new.description, new.priority, new.due_date, new.repeat_type, new.recurrence)
      is distinct from
      (old.title, old.description, old.priority, old.due_date, old.repeat_type, old.recurrence)
  then
    new.spawned_untouched := false;
  end if;
  return new;
end;
$$;

create or replace function private.create_next_occurrence()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The statements below are updates of tasks, too, and would come here again without an end.
  if not exists (
    select from after_update as now_so
    join before_update as was on was.uid = now_so.uid
    where now_so.completed <> was.completed
      and (now_so.repeat_type <> 'none' or now_so.recurrence is not null)
  ) then
    return null;
  end if;

  insert into public.tasks as t (
    uid, user_id, title, description, priority, category, due_date, repeat_type,
    repeat_anchor_day, recurrence, rank, spawned_untouched
  )
  select
    private.next_occurrence_uid(done.uid), done.user_id, done.title, done.description,
    done.priority, done.category, next.due_date, done.repeat_type, done.repeat_anchor_day,
    next.recurrence, done.rank, true
  from after_update as done
  join before_update as open on open.uid = done.uid
  cross join lateral (
    select private.next_occurrence(
      done.repeat_type, done.due_date, private.today_of(done.user_id), done.repeat_anchor_day
    ), null
    where done.recurrence is null
    union all
    select f.next_due_date, f.next_recurrence
    from private.next_by_recurrence(
      done.recurrence, done.due_date, private.today_of(done.user_id)
    ) as f
    where done.recurrence is not null
  ) as next (due_date, recurrence)
  where done.completed and not open.completed and done.deleted_at is null
    and (done.repeat_type <> 'none' or done.recurrence is not null)
    and next.due_date is not null
  order by done.id
  -- A task completed a second time has its successor already, unless that was deleted.
  on conflict (uid) do update
  set deleted_at = null,
    completed = false,
    title = excluded.title,
    description = excluded.description,
    priority = excluded.priority,
    category = excluded.category,
    due_date = excluded.due_date,
    repeat_type = excluded.repeat_type,
    repeat_anchor_day = excluded.repeat_anchor_day,
    recurrence = excluded.recurrence,
    rank = excluded.rank,
    spawned_untouched = true
  where t.user_id = excluded.user_id and t.deleted_at is not null;

  -- Alarms and whatever else a program knows of the one go on with the next.
  insert into private.dav_objects (user_id, task_uid, name, raw)
  select next.user_id, next.uid, next.uid::text, private.with_uid(d.raw, next.uid)
  from after_update as done
  join before_update as open on open.uid = done.uid
  join private.dav_objects as d on d.task_uid = done.uid
  join public.tasks as next
    on next.uid = private.next_occurrence_uid(done.uid) and next.user_id = done.user_id
  where done.completed and not open.completed and done.deleted_at is null
    and next.deleted_at is null and private.with_uid(d.raw, next.uid) is not null
  on conflict do nothing;

  update public.tasks as t
  set deleted_at = now()
  from after_update as reopened
  join before_update as done on done.uid = reopened.uid
  where done.completed and not reopened.completed and reopened.deleted_at is null
    and t.uid = private.next_occurrence_uid(reopened.uid)
    and t.user_id = reopened.user_id
    and t.deleted_at is null
    and t.spawned_untouched
    and not t.completed
    and t.category is not distinct from reopened.category;
  return null;
end;
$$;

create or replace function private.columns_of(table_name text)
returns text[]
language plpgsql
immutable
parallel safe
security invoker
set search_path = ''
as $$
begin
  return case table_name
    when 'tasks' then array[
      'title', 'description', 'priority', 'category', 'completed', 'completed_at', 'due_date',
      'repeat_type', 'recurrence', 'rank'
    ]
    when 'categories' then array['name', 'color']
    when 'contacts' then array[
      'first_name', 'middle_name', 'last_name', 'suffix', 'display_full_name', 'title', 'company',
      'category', 'email_address', 'mobile_phone', 'phone', 'address_one', 'address_two', 'city',
      'state', 'zip_code'
    ]
    when 'folders' then array['name', 'category', 'parent_uid']
    when 'notes' then array['title', 'content', 'folder_uid', 'pinned']
  end;
end;
$$;

create or replace function private.erase(table_name text, row_uid uuid)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
begin
  case table_name
    when 'tasks' then
      update public.tasks as t
      set deleted_at = 'epoch', title = '-', description = null, category = null, recurrence = null
      where t.user_id = owner and t.uid = row_uid and t.deleted_at > 'epoch';
    when 'contacts' then
      update public.contacts as c
      set deleted_at = 'epoch', first_name = null, middle_name = null, last_name = null,
        suffix = null, display_full_name = null, title = null, company = null, category = null,
        email_address = null, mobile_phone = null, phone = null, address_one = null,
        address_two = null, city = null, state = null, zip_code = null
      where c.user_id = owner and c.uid = row_uid and c.deleted_at > 'epoch';
    when 'notes' then
      update public.notes as n
      set deleted_at = 'epoch', title = '-', content = null
      where n.user_id = owner and n.uid = row_uid and n.deleted_at > 'epoch';
    when 'folders' then
      if exists (
        select from public.folders as f
        where f.user_id = owner and f.uid = row_uid and f.deleted_at > 'epoch'
      ) then
        update public.notes as n
        set deleted_at = 'epoch', title = '-', content = null
        where n.user_id = owner and n.deleted_with = row_uid and n.deleted_at > 'epoch';
        update public.folders as f
        set deleted_at = 'epoch', name = '-', category = ''
        where f.user_id = owner and (f.uid = row_uid or f.deleted_with = row_uid)
          and f.deleted_at > 'epoch';
      end if;
    else
      raise exception 'Categories are not in the trash';
  end case;
end;
$$;

create or replace function private.add_imported(owner uuid, rows jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  categories bigint;
  folders bigint;
  notes bigint;
  tasks bigint;
  contacts bigint;
begin
  insert into public.categories (uid, user_id, name, color, created_at)
  select r.uid, owner, r.name, r.color, least(coalesce(r.created_at, now()), now())
  from jsonb_array_elements(rows) as e (value),
    jsonb_populate_record(null::public.categories, e.value) as r
  where e.value ->> 'table' = 'categories'
  on conflict (user_id, lower(name)) where deleted_at is null do nothing;
  get diagnostics categories = row_count;

  insert into public.folders (uid, user_id, name, category, parent_uid, created_at)
  select r.uid, owner, r.name, coalesce(r.category, ''), r.parent_uid,
    least(coalesce(r.created_at, now()), now())
  from jsonb_array_elements(rows) as e (value),
    jsonb_populate_record(null::public.folders, e.value) as r
  where e.value ->> 'table' = 'folders';
  get diagnostics folders = row_count;

  insert into public.notes (uid, user_id, title, content, folder_uid, pinned, created_at, updated_at)
  select r.uid, owner, r.title, case when e.value ? 'content' then r.content else '' end,
    r.folder_uid, coalesce(r.pinned, false),
    least(coalesce(r.created_at, now()), now()), coalesce(r.updated_at, now())
  from jsonb_array_elements(rows) as e (value),
    jsonb_populate_record(null::public.notes, e.value) as r
  where e.value ->> 'table' = 'notes';
  get diagnostics notes = row_count;

  insert into public.tasks (
    uid, user_id, title, description, priority, category, completed, completed_at, due_date,
    repeat_type, repeat_anchor_day, recurrence, rank, created_at
  )
  select r.uid, owner, r.title, r.description, coalesce(r.priority, 'medium'), r.category,
    coalesce(r.completed, false), r.completed_at, r.due_date, coalesce(r.repeat_type, 'none'),
    r.repeat_anchor_day, r.recurrence, r.rank, least(coalesce(r.created_at, now()), now())
  from jsonb_array_elements(rows) as e (value),
    jsonb_populate_record(null::public.tasks, e.value) as r
  where e.value ->> 'table' = 'tasks';
  get diagnostics tasks = row_count;

  insert into public.contacts (
    uid, user_id, first_name, middle_name, last_name, suffix, display_full_name, title, company,
    category, email_address, mobile_phone, phone, address_one, address_two, city, state, zip_code,
    created_at
  )
  select r.uid, owner, r.first_name, r.middle_name, r.last_name, r.suffix, r.display_full_name,
    r.title, r.company, case when e.value ? 'category' then r.category else 'none' end,
    r.email_address, r.mobile_phone, r.phone, r.address_one, r.address_two, r.city, r.state, r.zip_code,
    least(coalesce(r.created_at, now()), now())
  from jsonb_array_elements(rows) as e (value),
    jsonb_populate_record(null::public.contacts, e.value) as r
  where e.value ->> 'table' = 'contacts';
  get diagnostics contacts = row_count;

  return jsonb_build_object(
    'categories', categories, 'folders', folders, 'notes', notes, 'tasks', tasks, 'contacts', contacts
  );
end;
$$;

create or replace function public.dav_put(
  kind text, list text, name text, raw text, fields jsonb,
  if_match text default null, if_none_match boolean default false
)
returns jsonb
language plpgsql
volatile
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := (select auth.uid());
  category constant text := (
    select c.name from public.categories as c
    where c.user_id = owner and c.uid::text = dav_put.list and c.deleted_at is null
  );
  found record;
  row_uid uuid;
  holder text;
  wanted jsonb := fields;
begin
  perform private.require_session('dav');
  perform private.lock_account();
  if kind is distinct from 'tasks' and kind is distinct from 'contacts' then
    raise sqlstate 'PT404' using message = 'There is no such list';
  end if;
  if kind = 'tasks' then
    if list <> 'none' and category is null then
      raise sqlstate 'PT404' using message = 'There is no such list';
    end if;
  end if;
  -- In whatever list it is: what comes to another one of the same name is moved there.
  select r.uid, r.rev, r.is_member, private.uid_in(r.raw) as said into found
  from private.dav_rows(
    dav_put.kind, dav_put.list, private.dav_uids(dav_put.kind, array[dav_put.name])
  ) as r
  where r.name = dav_put.name and r.is_there;
  perform private.dav_check(
    case when found.is_member then found.rev end, if_match, if_none_match
  );
  holder := case
    when found.uid is not null and private.uid_in(dav_put.raw) <> coalesce(found.said, found.uid::text)
    then dav_put.name
    else (
      select r.name
      from private.dav_rows(
        dav_put.kind, dav_put.list, private.rows_with_uid(dav_put.kind, private.uid_in(dav_put.raw))
      ) as r
      where r.is_there and r.is_member and r.name <> dav_put.name
      limit 1
    )
  end;
  if holder is not null then
    return jsonb_build_object('holder', holder);
  end if;
  if kind = 'tasks' and (found.uid is null or not found.is_member) then
    wanted := wanted || jsonb_build_object('category', category);
  end if;

  row_uid := found.uid;
  -- Before its columns: a next occurrence takes the text along.
  update private.dav_objects as d set raw = dav_put.raw where d.task_uid = row_uid;
  if row_uid is null then
    row_uid := gen_random_uuid();
    -- The name of a deleted one is free again.
    delete from private.dav_objects as d
    where d.user_id = owner and d.name = dav_put.name
      and (d.task_uid is null) = (dav_put.kind = 'contacts');
  end if;
  perform private.push_change(jsonb_strip_nulls(jsonb_build_object(
    'table', kind, 'uid', row_uid, 'create', case when found.uid is null then true end
  )) || jsonb_build_object('set', wanted));
  insert into private.dav_objects as d (user_id, task_uid, contact_uid, name, raw)
  values (
    owner, case kind when 'tasks' then row_uid end, case kind when 'contacts' then row_uid end,
    dav_put.name, dav_put.raw
  )
  on conflict (user_id, (task_uid is null), name) do update set raw = excluded.raw;
  return (
    select jsonb_build_object('rev', r.rev, 'created', found.uid is null, 'data', r.data)
    from private.dav_rows(dav_put.kind, dav_put.list, array[row_uid]) as r where r.uid = row_uid
  );
end;
$$;

-- Counts the texts of the new column, too.
select private.bound_account('public.tasks');
