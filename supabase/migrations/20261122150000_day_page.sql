-- What a day page keeps: pinned notes, colours of categories, the first day of the week, and whether
-- single keys do something.
-- squawk-ignore-file constraint-missing-not-valid

create type public.category_color as enum (
  'purple', 'green', 'blue', 'slate', 'red', 'orange', 'yellow', 'teal', 'cyan', 'pink'
);

alter table public.notes
add column pinned boolean not null default false;
comment on column public.notes.pinned is 'Above the others in its list.';
grant insert (pinned), update (pinned) on public.notes to authenticated;

alter table public.categories
add column color public.category_color;
comment on column public.categories.color is 'Null: by its name, as section 9 of the specification has it.';
grant insert (color), update (color) on public.categories to authenticated;

alter table public.profiles
add column week_start smallint
constraint week_start_is_a_day_of_the_week check (week_start between 0 and 6),
add column keyboard_shortcuts boolean not null default true;
comment on column public.profiles.week_start is 'The first day of a week in calendars and lists, 0 is Sunday; null: as the language of the browser has it.';
comment on column public.profiles.keyboard_shortcuts is 'Whether single keys do something on lists.';
grant update (week_start, keyboard_shortcuts) on public.profiles to authenticated;

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
      'repeat_type', 'rank'
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

create or replace view public.api_notes with (security_invoker = true) as
select n.id, n.title, n.content, f.id as folder_id, n.user_id, n.created_at, n.updated_at, n.uid,
  n.pinned
from public.notes as n
left join public.folders as f on f.uid = n.folder_uid
where n.deleted_at is null;

create or replace view public.api_categories with (security_invoker = true) as
select c.id, c.name, c.user_id, c.created_at, c.uid, c.color
from public.categories as c
where c.deleted_at is null;

create or replace function public.list_notes()
returns json
language sql
stable
security invoker
set search_path = ''
as $$
  select coalesce(json_agg(l), '[]') from (
    select n.id, n.title, n.content, n.folder_id as "folderId", n.pinned,
      n.user_id as "userId", n.created_at as "createdAt", n.updated_at as "updatedAt"
    from public.api_notes as n
    order by n.id
  ) as l;
$$;

create or replace function public.list_categories()
returns json
language sql
stable
security invoker
set search_path = ''
as $$
  select coalesce(json_agg(l), '[]') from (
    select c.id, c.name, c.color, c.user_id as "userId", c.created_at as "createdAt"
    from public.api_categories as c
    order by c.name, c.id
  ) as l;
$$;
