-- Who signs in by a recovery code could change neither the password nor the authenticator that is lost:
-- the identity service took the session for one without the second step.
create or replace function public.use_recovery_code(subject uuid, session uuid, hash text)
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

create or replace function private.forget_recovery()
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

update auth.sessions as s set aal = 'aal2'
from private.recovered_sessions as r
where r.session_id = s.id and s.aal is distinct from 'aal2';
