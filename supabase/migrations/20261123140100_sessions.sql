-- Where somebody is signed in. The sessions are the identity service's; those of programs are shown
-- with their app passwords.

create or replace function private.require_session(variadic scopes text[] default '{}')
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.session_may(variadic scopes) then
    raise sqlstate 'PT403' using message = 'This session may not do that';
  end if;
end;
$$;

create function public.list_sessions()
returns table (
  id uuid, started_at timestamptz, used_at timestamptz, user_agent text, address text, is_current boolean
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_session();
  return query
    select
      s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      left(s.user_agent, 500), host(s.ip), s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions as s
    where s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      and not exists (select from private.program_sessions as p where p.session_id = s.id)
    order by 6 desc, 3 desc, s.id
    limit 200;
end;
$$;
comment on function public.list_sessions() is
  'The caller''s own sessions, the current one first, then by their last use. PT403: a program.';
revoke execute on function public.list_sessions() from public, anon;
grant execute on function public.list_sessions() to authenticated;

create function public.end_session(session uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.require_session();
  delete from auth.sessions as s where s.id = session and s.user_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'This session has ended already';
  end if;
end;
$$;
comment on function public.end_session(uuid) is
  'Ends one of the caller''s own sessions. PT403: a program; PT404: it has ended, or is not theirs.';
revoke execute on function public.end_session(uuid) from public, anon;
grant execute on function public.end_session(uuid) to authenticated;
