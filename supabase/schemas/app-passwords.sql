-- App passwords: what a program signs in with instead of its owner's password, for what its scope says
-- and no more. A program's request becomes a session of the owner, written down here by its id, and
-- the restrictive policies of each table ask private.session_may() (docs/decisions/0062-app-passwords.md).

create type public.app_password_scope as enum ('dav', 'api:read', 'api', 'calendar');

create table public.app_passwords (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  scope public.app_password_scope not null,
  token_hash text not null unique,
  last_used_at timestamptz,
  last_used_from text,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint name_has_1_to_100_characters check (
    length(name) between 1 and 100 and name = btrim(name)
  ),
  constraint last_used_from_has_up_to_64_characters check (length(last_used_from) <= 64)
);
comment on table public.app_passwords is
  'At most 50 of an account. For the functions alone, which show their owner all but the hash.';
comment on column public.app_passwords.token_hash is
  'SHA-256 of the 160 random bits, as hex. So many random bits need no slow hash.';
comment on column public.app_passwords.last_used_at is 'Written at most once a minute.';
comment on column public.app_passwords.last_used_from is 'The network address.';

create index app_passwords_of_user on public.app_passwords (user_id, created_at);

revoke all on public.app_passwords from anon, authenticated, service_role;
grant select, insert, update, delete on public.app_passwords to service_role;
alter table public.app_passwords enable row level security;

create trigger set_updated_at
before insert or update on public.app_passwords
for each row execute function private.set_updated_at();

create table private.program_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  app_password_id uuid references public.app_passwords (id) on delete set null,
  expires_at timestamptz not null
);
comment on table private.program_sessions is
  'The sessions that an app password began. A row outlives its password and its session, as long as a token of it is good: such a token may do nothing, instead of everything.';
comment on column private.program_sessions.expires_at is 'When its only access token ends.';
create index program_sessions_of_user on private.program_sessions (user_id);
create index program_sessions_of_app_password on private.program_sessions (app_password_id);
create index program_sessions_by_time on private.program_sessions (expires_at);
alter table private.program_sessions enable row level security;

create table private.recovered_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.recovered_sessions is
  'The sessions whose second step was a recovery code: as good as aal2, which the identity service alone gives.';
create index recovered_sessions_of_user on private.recovered_sessions (user_id, created_at);
alter table private.recovered_sessions enable row level security;

create function private.standing_of(session uuid, owner uuid, level text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  scope text;
begin
  -- The functions of the service have none.
  if owner is null then
    return 'person';
  end if;
  select coalesce(a.scope::text, 'revoked') into scope
  from private.program_sessions as p
  left join public.app_passwords as a on a.id = p.app_password_id
  where p.session_id = session;
  if found then
    return scope;
  end if;
  if level is distinct from 'aal2'
    and exists (
      select from auth.mfa_factors as f where f.user_id = owner and f.status = 'verified'
    )
    and not exists (
      select from private.recovered_sessions as r
      where r.session_id = session and r.user_id = owner
    )
  then
    return 'first_step';
  end if;
  return 'person';
end;
$$;
comment on function private.standing_of(uuid, uuid, text) is
  'What a token with this session, owner and level (its claim aal) is: a person''s; that of one whose second step is missing (first_step); or a program''s with its scope (revoked: it has none any more).';
revoke execute on function private.standing_of(uuid, uuid, text) from public;

create function private.session_may(variadic scopes text[] default '{}')
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return private.standing_of(
    (auth.jwt() ->> 'session_id')::uuid, auth.uid(), auth.jwt() ->> 'aal'
  ) = any (scopes || 'person'::text);
end;
$$;
comment on function private.session_may(text[]) is
  'Whether the caller is a person who has taken every step to sign in, or a program with one of these scopes.';
revoke execute on function private.session_may(text[]) from public;
grant execute on function private.session_may(text[]) to authenticated;

create function private.require_session(variadic scopes text[] default '{}')
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
comment on function private.require_session(text[]) is
  'PT403 unless private.session_may() says yes: for functions that no policy binds.';
revoke execute on function private.require_session(text[]) from public;
grant execute on function private.require_session(text[]) to authenticated;

create function private.refuse_limited_sessions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_session(variadic tg_argv);
  return null;
end;
$$;
comment on function private.refuse_limited_sessions() is
  'Statement trigger: who writes is a person, or a program with one of the scopes in its arguments.';
revoke execute on function private.refuse_limited_sessions() from public;

create function private.end_programs()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from auth.sessions as s
  using private.program_sessions as p
  where p.app_password_id = old.id and s.id = p.session_id;
  return old;
end;
$$;
comment on function private.end_programs() is 'A revoked app password ends its sessions.';
revoke execute on function private.end_programs() from public;

create trigger end_programs before delete on public.app_passwords
for each row execute function private.end_programs();

create function public.create_app_password(subject uuid, hash text, name text, scope text)
returns public.app_passwords
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  most constant integer := 50;
  made public.app_passwords;
begin
  -- Otherwise two at once could both be the last that is allowed.
  perform from auth.users as u where u.id = subject for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  if (select count(*) from public.app_passwords as a where a.user_id = subject) >= most then
    raise sqlstate 'PT409' using
      message = 'You have 50 app passwords. Revoke some of them first.';
  end if;
  insert into public.app_passwords (user_id, name, scope, token_hash)
  values (
    subject, create_app_password.name, create_app_password.scope::public.app_password_scope, hash
  )
  returning * into made;
  return made;
end;
$$;
comment on function public.create_app_password(uuid, text, text, text) is
  'PT409: the account has as many as it may have.';
revoke execute on function public.create_app_password(uuid, text, text, text)
from public, anon, authenticated;
grant execute on function public.create_app_password(uuid, text, text, text) to service_role;

create function public.use_app_password(hash text, address text)
returns table (id uuid, user_id uuid, username text, login text, scope text)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  update public.app_passwords as a
  set last_used_at = now(), last_used_from = left(use_app_password.address, 64)
  where a.token_hash = use_app_password.hash
    and (a.last_used_at is null or a.last_used_at < now() - interval '1 minute');
  return query
    select a.id, a.user_id, p.username, u.email::text, a.scope::text
    from public.app_passwords as a
    join auth.users as u on u.id = a.user_id
    join public.profiles as p on p.id = a.user_id
    where a.token_hash = use_app_password.hash
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null;
end;
$$;
comment on function public.use_app_password(text, text) is
  'Whose app password this is, for what, and by which address the identity service knows them; no row: nobody''s, or that of somebody who may not sign in.';
revoke execute on function public.use_app_password(text, text) from public, anon, authenticated;
grant execute on function public.use_app_password(text, text) to service_role;

create function public.begin_program_session(app_password uuid, session uuid, expires_at timestamptz)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into private.program_sessions (session_id, user_id, app_password_id, expires_at)
  select s.id, s.user_id, a.id, begin_program_session.expires_at
  from auth.sessions as s
  join public.app_passwords as a on a.user_id = s.user_id
  where s.id = session and a.id = app_password
  -- Who revokes it waits, and then finds the session.
  for share of a;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such app password';
  end if;

  with over as (
    delete from private.program_sessions
    where session_id in (
      select p.session_id from private.program_sessions as p
      where p.expires_at < now() - interval '5 minutes'
      order by p.expires_at
      limit 50
      for update skip locked
    )
    returning session_id
  )
  delete from auth.sessions as s using over where s.id = over.session_id;
end;
$$;
comment on function public.begin_program_session(uuid, uuid, timestamptz) is
  'Writes down that a session is that of an app password, before anybody has its token; removes some that are over. PT404: revoked meanwhile.';
revoke execute on function public.begin_program_session(uuid, uuid, timestamptz)
from public, anon, authenticated;
grant execute on function public.begin_program_session(uuid, uuid, timestamptz) to service_role;

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
