-- The first version joined all profiles with all users before it looked for anybody. Two look-ups
-- by index instead; `is_sso_user` is in the index on the address.

create or replace function public.accounts_to_recover(address text, mail text)
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
