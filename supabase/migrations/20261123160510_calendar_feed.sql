-- A calendar that is only read: an app password of this scope stands in an address, and opens the days of
-- open tasks and nothing else. It never becomes a session (docs/decisions/0069-calendar-feed.md).
alter type public.app_password_scope add value if not exists 'calendar' after 'api';

create function public.read_calendar(owner uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(d) order by d.due_date, d.uid), '[]')
    from (
      select t.uid, t.title, left(t.description, 1000) as description, t.due_date, t.updated_at
      from public.tasks as t
      where t.user_id = owner and not t.completed and t.deleted_at is null
        and t.due_date is not null
      order by t.due_date, t.uid
      limit 5000
    ) as d
  );
end;
$$;
comment on function public.read_calendar(uuid) is
  'The open tasks of somebody that have a day, the first 5,000 of them, with the first 1,000 characters of their descriptions: what an address of the scope calendar shows.';
revoke execute on function public.read_calendar(uuid) from public, anon, authenticated;
grant execute on function public.read_calendar(uuid) to service_role;
