-- A history as it is found: its end, for a database that has rows and no histories yet.

create function private.last_rev(owner uuid)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select greatest(
    (select max(t.rev) from public.tasks as t where t.user_id = owner),
    (select max(c.rev) from public.categories as c where c.user_id = owner),
    (select max(c.rev) from public.contacts as c where c.user_id = owner),
    (select max(f.rev) from public.folders as f where f.user_id = owner),
    (select max(n.rev) from public.notes as n where n.user_id = owner),
    0
  );
$$;
comment on function private.last_rev(uuid) is 'The greatest revision among somebody''s rows.';
revoke execute on function private.last_rev(uuid) from public;

create function private.open_own_history()
returns private.histories
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  history private.histories;
begin
  perform private.require_session('api', 'api:read', 'dav');
  select h.* into history from private.histories as h where h.user_id = auth.uid();
  if not found then
    history := private.lock_history(auth.uid());
  end if;
  return history;
end;
$$;
comment on function private.open_own_history() is
  'The caller''s history as it is now. PT403: a session that may not read.';
revoke execute on function private.open_own_history() from public;
grant execute on function private.open_own_history() to authenticated;
