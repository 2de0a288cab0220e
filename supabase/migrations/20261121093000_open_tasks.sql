-- The rest of a long dashboard in one request: REST gives max_rows at a time.

create function public.list_open_tasks()
returns json
language sql
stable
security invoker
set search_path = ''
as $$
  select coalesce(json_agg(l), '[]') from (
    select t.*
    from public.tasks as t
    where t.user_id = (select auth.uid()) and not t.completed
    order by t.sort_order, t.due_date nulls last, t.id
  ) as l;
$$;
comment on function public.list_open_tasks() is
  'Every open task as REST writes it, in the order of the dashboard and of one moment, however many there are.';
revoke execute on function public.list_open_tasks() from public, anon, service_role;
grant execute on function public.list_open_tasks() to authenticated;
