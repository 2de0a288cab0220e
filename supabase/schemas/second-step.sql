-- Two-step sign-in. The factors are the identity service's; what a session may do that has not taken the
-- second step is in private.standing_of(): nothing. Recovery codes are ours.

create function public.session_standing(session uuid, owner uuid, level text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select private.standing_of(session, owner, level);
$$;
comment on function public.session_standing(uuid, uuid, text) is
  'private.standing_of() for the functions.';
revoke execute on function public.session_standing(uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.session_standing(uuid, uuid, text) to service_role;

create function public.needs_second_step()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return private.standing_of(
    (auth.jwt() ->> 'session_id')::uuid, auth.uid(), auth.jwt() ->> 'aal'
  ) = 'first_step';
end;
$$;
comment on function public.needs_second_step() is
  'Whether the caller may do nothing before a code: the one thing that such a session is told.';
revoke execute on function public.needs_second_step() from public, anon;
grant execute on function public.needs_second_step() to authenticated;

create table public.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint code_is_one_of_its_owner unique (user_id, code_hash)
);
comment on table public.recovery_codes is
  'Each takes the place of the second step once, and goes then. For the functions alone.';
comment on column public.recovery_codes.code_hash is
  'SHA-256 of 80 random bits, as hex. So many random bits need no slow hash.';

revoke all on public.recovery_codes from anon, authenticated, service_role;
grant select, insert, update, delete on public.recovery_codes to service_role;
alter table public.recovery_codes enable row level security;

create trigger set_updated_at
before insert or update on public.recovery_codes
for each row execute function private.set_updated_at();

create function public.replace_recovery_codes(subject uuid, hashes text[])
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform from auth.users as u where u.id = subject for update;
  if not exists (
    select from auth.mfa_factors as f where f.user_id = subject and f.status = 'verified'
  ) then
    raise sqlstate 'PT409' using message = 'Two-step sign-in is off';
  end if;
  delete from public.recovery_codes as r where r.user_id = subject;
  insert into public.recovery_codes (user_id, code_hash) select subject, h from unnest(hashes) as h;
end;
$$;
comment on function public.replace_recovery_codes(uuid, text[]) is
  'New codes in the place of all former ones. PT409: there is no factor that they could stand for.';
revoke execute on function public.replace_recovery_codes(uuid, text[])
from public, anon, authenticated;
grant execute on function public.replace_recovery_codes(uuid, text[]) to service_role;

create function public.use_recovery_code(subject uuid, session uuid, hash text)
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  delete from public.recovery_codes as r where r.user_id = subject and r.code_hash = hash;
  if not found then
    return null;
  end if;
  insert into private.recovered_sessions (session_id, user_id)
  select s.id, s.user_id from auth.sessions as s where s.id = session and s.user_id = subject
  on conflict (session_id) do nothing;
  -- The identity service asks its own row before it changes a password or an authenticator.
  update auth.sessions as s set aal = 'aal2' where s.id = session and s.user_id = subject;
  -- The last ones, so that nobody fills the table.
  delete from private.recovered_sessions as r
  where r.user_id = subject and r.session_id in (
    select o.session_id from private.recovered_sessions as o
    where o.user_id = subject order by o.created_at desc, o.session_id offset 50
  );
  return (select count(*) from public.recovery_codes as r where r.user_id = subject);
end;
$$;
comment on function public.use_recovery_code(uuid, uuid, text) is
  'Takes a code in the place of the second step of a session: how many are left, null for a wrong one.';
revoke execute on function public.use_recovery_code(uuid, uuid, text)
from public, anon, authenticated;
grant execute on function public.use_recovery_code(uuid, uuid, text) to service_role;

create function private.forget_recovery()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.mfa_factors as f where f.user_id = old.user_id and f.status = 'verified'
  ) then
    delete from public.recovery_codes as r where r.user_id = old.user_id;
    with forgotten as (
      delete from private.recovered_sessions as r where r.user_id = old.user_id
      returning r.session_id
    )
    update auth.sessions as s set aal = 'aal1'
    from forgotten as f where s.id = f.session_id and s.factor_id is null;
  end if;
  return null;
end;
$$;
comment on function private.forget_recovery() is
  'With the last factor go the codes that stand for it.';
revoke execute on function private.forget_recovery() from public;

create trigger forget_recovery
after delete on auth.mfa_factors
for each row when (old.status = 'verified') execute function private.forget_recovery();

create function public.remove_second_step(subject uuid, actor uuid)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  was_on boolean;
begin
  perform from auth.users as u where u.id = subject for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  was_on := exists (
    select from auth.mfa_factors as f where f.user_id = subject and f.status = 'verified'
  );
  delete from auth.mfa_factors as f where f.user_id = subject;
  update auth.sessions as s set aal = 'aal1', factor_id = null
  where s.user_id = subject and s.factor_id is not null;
  if was_on and actor is distinct from subject then
    perform private.record_event('remove_second_step', actor, subject, '{}');
  end if;
  return was_on;
end;
$$;
comment on function public.remove_second_step(uuid, uuid) is
  'Takes all factors of somebody off, with the codes that stand for them; recorded if somebody else does it. Whether there was one. PT404: no such user.';
revoke execute on function public.remove_second_step(uuid, uuid) from public, anon, authenticated;
grant execute on function public.remove_second_step(uuid, uuid) to service_role;

create function public.has_second_step(subject uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from auth.mfa_factors as f where f.user_id = subject and f.status = 'verified'
  );
$$;
comment on function public.has_second_step(uuid) is 'Whether somebody signs in in two steps.';
revoke execute on function public.has_second_step(uuid) from public, anon, authenticated;
grant execute on function public.has_second_step(uuid) to service_role;

create function public.who_has_second_step()
returns uuid []
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select distinct f.user_id from auth.mfa_factors as f where f.status = 'verified'
  );
end;
$$;
comment on function public.who_has_second_step() is 'Everybody who signs in in two steps.';
revoke execute on function public.who_has_second_step() from public, anon, authenticated;
grant execute on function public.who_has_second_step() to service_role;
