-- What /api shows: numbers as ids, without what was deleted. Lists are made by functions in one
-- statement; one row is read through a view of the same columns.

create view public.api_tasks with (security_invoker = true) as
select t.id, t.title, t.description, t.priority, t.category, t.completed, t.due_date, t.repeat_type,
  coalesce(-dragged.place, 0)::integer as sort_order, t.completed_at, t.user_id, t.created_at, t.uid
from public.tasks as t
left join (
  select o.uid, row_number() over (
    partition by o.user_id order by o.rank desc, o.due_date desc nulls first, o.id desc
  ) as place
  from public.tasks as o
  where o.rank is not null and o.deleted_at is null
) as dragged on dragged.uid = t.uid
where t.deleted_at is null;
comment on view public.api_tasks is
  'Tasks by number. sort_order is computed: n dragged tasks have -n to -1, the others 0.';

create view public.api_notes with (security_invoker = true) as
select n.id, n.title, n.content, f.id as folder_id, n.user_id, n.created_at, n.updated_at, n.uid,
  n.pinned
from public.notes as n
left join public.folders as f on f.uid = n.folder_uid
where n.deleted_at is null;
comment on view public.api_notes is 'Notes by number.';

create view public.api_folders with (security_invoker = true) as
select f.id, f.name, f.category, above.id as parent_id, f.user_id, f.created_at, f.uid
from public.folders as f
left join public.folders as above on above.uid = f.parent_uid
where f.deleted_at is null;
comment on view public.api_folders is 'Folders by number.';

create view public.api_contacts with (security_invoker = true) as
select c.id, c.first_name, c.middle_name, c.last_name, c.suffix, c.display_full_name, c.title,
  c.company, c.category, c.email_address, c.mobile_phone, c.phone, c.address_one, c.address_two,
  c.city, c.state, c.zip_code, c.user_id, c.created_at, c.uid
from public.contacts as c
where c.deleted_at is null;
comment on view public.api_contacts is 'Contacts by number.';

create view public.api_categories with (security_invoker = true) as
select c.id, c.name, c.user_id, c.created_at, c.uid, c.color
from public.categories as c
where c.deleted_at is null;
comment on view public.api_categories is 'Categories by number.';

revoke all on public.api_tasks, public.api_notes, public.api_folders, public.api_contacts, public.api_categories
from anon, authenticated, service_role;
grant select on public.api_tasks, public.api_notes, public.api_folders, public.api_contacts, public.api_categories
to authenticated;

create function public.list_tasks()
returns json
language sql
stable
security invoker
set search_path = ''
as $$
  select coalesce(json_agg(l), '[]') from (
    select t.id, t.title, t.description, t.priority, t.category, t.completed,
      t.due_date as "dueDate", t.repeat_type as "repeatType",
      case
        when t.rank is null then 0
        else -(count(*) over (
          order by t.rank desc nulls last, t.due_date desc nulls first, t.id desc
        ))::integer
      end as "sortOrder",
      t.completed_at as "completedAt", t.user_id as "userId", t.created_at as "createdAt"
    from public.tasks as t
    where t.deleted_at is null
    order by t.rank nulls last, t.due_date nulls last, t.id
  ) as l;
$$;
comment on function public.list_tasks() is 'GET /api/tasks.';
revoke execute on function public.list_tasks() from public, anon;
grant execute on function public.list_tasks() to authenticated;

create function public.list_categories()
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
comment on function public.list_categories() is 'GET /api/categories.';
revoke execute on function public.list_categories() from public, anon;
grant execute on function public.list_categories() to authenticated;

create function public.list_contacts()
returns json
language sql
stable
security invoker
set search_path = ''
as $$
  select coalesce(json_agg(l), '[]') from (
    select c.id, c.first_name as "firstName", c.middle_name as "middleName",
      c.last_name as "lastName", c.suffix, c.display_full_name as "displayFullName", c.title,
      c.company, c.category, c.email_address as "emailAddress", c.mobile_phone as "mobilePhone",
      c.phone, c.address_one as "addressOne", c.address_two as "addressTwo", c.city, c.state,
      c.zip_code as "zipCode", c.user_id as "userId", c.created_at as "createdAt"
    from public.api_contacts as c
    order by c.id
  ) as l;
$$;
comment on function public.list_contacts() is 'GET /api/contacts.';
revoke execute on function public.list_contacts() from public, anon;
grant execute on function public.list_contacts() to authenticated;

create function public.list_notes()
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
comment on function public.list_notes() is 'GET /api/notes.';
revoke execute on function public.list_notes() from public, anon;
grant execute on function public.list_notes() to authenticated;

create function public.list_folders()
returns json
language sql
stable
security invoker
set search_path = ''
as $$
  select coalesce(json_agg(l), '[]') from (
    select f.id, f.name, f.category, f.parent_id as "parentId", f.user_id as "userId",
      f.created_at as "createdAt"
    from public.api_folders as f
    order by f.name, f.id
  ) as l;
$$;
comment on function public.list_folders() is 'GET /api/folders.';
revoke execute on function public.list_folders() from public, anon;
grant execute on function public.list_folders() to authenticated;
