-- Temporary passwords for those who forgot theirs. For the functions alone: RLS without a policy.

create table public.password_resets (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table public.password_resets is
  'Temporary passwords that were mailed. A password of the user''s own ends them all.';
comment on column public.password_resets.token_hash is 'Hash of the temporary password.';
comment on column public.password_resets.used_at is
  'When it signed somebody in. From then on it is only the current password of a change.';

create index password_resets_of_user on public.password_resets (user_id, created_at);

revoke all on public.password_resets from anon, authenticated, service_role;
grant select, insert, update, delete on public.password_resets to service_role;
alter table public.password_resets enable row level security;

create trigger set_updated_at
before insert or update on public.password_resets
for each row execute function private.set_updated_at();

create function public.accounts_to_recover(address text, mail text)
returns table (user_id uuid, username text, email text, time_zone text)
language sql
stable
security definer
set search_path = ''
as $$
  select p.id, p.username, p.email, p.time_zone
  from public.profiles as p
  where p.email is not null and p.id in (
    select u.id from auth.users as u
    where u.email = accounts_to_recover.address and u.is_sso_user = false
    union
    select m.id from public.profiles as m
    where lower(m.email) = lower(accounts_to_recover.mail)
  );
$$;
comment on function public.accounts_to_recover(text, text) is
  'Who may be meant by a user name (as the address derived from it) or a mail address; at most two.';
revoke execute on function public.accounts_to_recover(text, text) from public, anon, authenticated;
grant execute on function public.accounts_to_recover(text, text) to service_role;

create function public.redeem_temporary_password(address text, hash text)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  who uuid;
begin
  update public.password_resets as r
  set used_at = now()
  from auth.users as u
  where u.id = r.user_id
    and u.email = redeem_temporary_password.address
    and r.token_hash = redeem_temporary_password.hash
    and r.used_at is null
    and r.expires_at > now()
  returning r.user_id into who;

  if who is not null then
    update public.password_resets as r
    set expires_at = least(r.expires_at, now())
    where r.user_id = who and r.used_at is null;
    update public.profiles as p set must_change_password = true where p.id = who;
  end if;
  return who;
end;
$$;
comment on function public.redeem_temporary_password(text, text) is
  'The user whose temporary password this is, once and within its time; null otherwise. All other temporary passwords of the user end with it.';
revoke execute on function public.redeem_temporary_password(text, text)
from public, anon, authenticated;
grant execute on function public.redeem_temporary_password(text, text) to service_role;
