-- Whole lists for /api, as the JSON it answers: one statement, so that a list is of one moment
-- however long it is, and nothing is decoded and encoded again on its way. Row-level security
-- decides what is in it.

create function public.list_tasks()
returns json
language sql
stable
security invoker
set search_path = ''
as $$
  select coalesce(json_agg(l), '[]') from (
    select t.id, t.title, t.description, t.priority, t.category, t.completed,
      t.due_date as "dueDate", t.repeat_type as "repeatType", t.sort_order as "sortOrder",
      t.completed_at as "completedAt", t.user_id as "userId", t.created_at as "createdAt"
    from public.tasks as t
    order by t.sort_order, t.due_date nulls last, t.id
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
    select c.id, c.name, c.user_id as "userId", c.created_at as "createdAt"
    from public.categories as c
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
    from public.contacts as c
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
    select n.id, n.title, n.content, n.folder_id as "folderId", n.user_id as "userId",
      n.created_at as "createdAt", n.updated_at as "updatedAt"
    from public.notes as n
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
    from public.folders as f
    order by f.name, f.id
  ) as l;
$$;
comment on function public.list_folders() is 'GET /api/folders.';
revoke execute on function public.list_folders() from public, anon;
grant execute on function public.list_folders() to authenticated;
