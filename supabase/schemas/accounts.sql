-- What happens to accounts: names, rights, addresses, and that one goes, leaving nothing behind.

create function public.check_availability(wanted_username text, wanted_email text)
returns table (username_taken boolean, email_taken boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select from public.profiles as p
      where lower(normalize(p.username, nfkc)) = lower(normalize(wanted_username, nfkc))
    ),
    exists (select from public.profiles as p where lower(p.email) = lower(wanted_email));
$$;
comment on function public.check_availability(text, text) is
  'Whether a new account could have this name and this mail address.';
revoke execute on function public.check_availability(text, text) from public, anon, authenticated;
grant execute on function public.check_availability(text, text) to service_role;

create function public.set_administrator(subject uuid, value boolean, actor uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  was boolean;
begin
  select p.is_admin into was from public.profiles as p where p.id = subject for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  if was = value then
    return;
  end if;
  update public.profiles as p set is_admin = value where p.id = subject;
  if not value then
    -- Who may no longer invite has no links left to come back by.
    delete from public.invitations as i where i.created_by = subject;
  end if;
  perform private.record_event(
    case when value then 'grant_admin' else 'revoke_admin' end, actor, subject, '{}'
  );
end;
$$;
comment on function public.set_administrator(uuid, boolean, uuid) is
  'Grants or revokes administration and records it. PT404: no such user; PT409: the last administrator.';
revoke execute on function public.set_administrator(uuid, boolean, uuid)
from public, anon, authenticated;
grant execute on function public.set_administrator(uuid, boolean, uuid) to service_role;

create function public.change_email(subject uuid, wanted text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.profiles as p set email = nullif(wanted, '') where p.id = subject;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  -- What was mailed to the address before and has not been used.
  delete from public.password_resets as r where r.user_id = subject and r.used_at is null;
  -- The address of the registration, which nothing reads any more.
  update auth.users as u set raw_user_meta_data = u.raw_user_meta_data - 'email'
  where u.id = subject;
end;
$$;
comment on function public.change_email(uuid, text) is
  'Sets or, with an empty text, removes the address that passwords are mailed to. Temporary passwords under way end. 23505: somebody else has it.';
revoke execute on function public.change_email(uuid, text) from public, anon, authenticated;
grant execute on function public.change_email(uuid, text) to service_role;

-- User metadata is written by whoever owns the account, comes with each token and each read of the
-- user, and is not counted by anything else. The product puts a name and a mail address into it.
create function private.refuse_large_metadata()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 4096 then
    raise exception 'User metadata may take 4096 bytes' using errcode = 'program_limit_exceeded';
  end if;
  return new;
end;
$$;
comment on function private.refuse_large_metadata() is 'At most 4 kB of metadata a user.';
revoke execute on function private.refuse_large_metadata() from public;

create trigger refuse_large_metadata
before insert or update of raw_user_meta_data on auth.users
for each row execute function private.refuse_large_metadata();

create function private.forget_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  somebody constant text := 'a deleted user';
  leftover record;
begin
  update public.admin_events as e
  set detail = e.detail
    || case when e.actor_id = old.id then jsonb_build_object('actor', somebody) else '{}' end
    || case when e.subject_id = old.id then jsonb_build_object('subject', somebody) else '{}' end
  where e.actor_id = old.id or e.subject_id = old.id;

  -- The link stays: an address is nobody's proof of who they are, and may be somebody else's.
  update public.invitations as i
  set email = null
  from public.profiles as p
  where p.id = old.id and lower(i.email) = lower(p.email);

  -- The identity service's own tables, as far as an installation has them.
  for leftover in
    select l.name, l.condition
    from (
      values
        ('auth.refresh_tokens', 'user_id = $1::text'),
        ('auth.flow_state', 'user_id = $1'),
        (
          'auth.audit_log_entries',
          $condition$payload ->> 'actor_id' = $1::text or payload #>> '{traits,user_id}' = $1::text$condition$
        )
    ) as l (name, condition)
    where has_table_privilege(to_regclass(l.name), 'delete')
  loop
    execute format('delete from %s where %s', leftover.name, leftover.condition) using old.id;
  end loop;
  return old;
end;
$$;
comment on function private.forget_account() is
  'Takes a user who goes out of the audit log, the invitations and the identity service''s own log.';
revoke execute on function private.forget_account() from public;

create trigger forget_account
before delete on auth.users
for each row execute function private.forget_account();

create function private.forget_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if has_table_privilege('realtime.messages', 'delete') then
    -- Those to administrators named who was changed until this version; they are kept for three days.
    delete from realtime.messages as m
    where m.topic = 'user:' || old.id
      or (m.topic = 'admin' and m.payload @> jsonb_build_object('ids', jsonb_build_array(old.id)));
  end if;

  if not exists (select from public.profiles) then
    delete from public.admin_events;
    delete from public.invitations;
    delete from public.registration_settings;
    delete from public.email_settings;
    delete from private.announced_acts;
  end if;
  return null;
end;
$$;
comment on function private.forget_messages() is
  'Removes the live messages of and about a user who is gone. With the very last user the installation is as new.';
revoke execute on function private.forget_messages() from public;

-- Deferred, since the rows that go with the account are announced live too.
create constraint trigger forget_messages
after delete on public.profiles
deferrable initially deferred
for each row execute function private.forget_messages();

-- A full account takes seconds. PostgREST begins the statement with the function's own time-out.
create function public.delete_user(subject uuid, actor uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
set statement_timeout = '60s'
as $$
begin
  perform from public.profiles as p where p.id = subject for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  perform from auth.users as u where u.id = subject for update;
  perform private.record_event('delete_user', actor, subject, '{}');
  delete from auth.users as u where u.id = subject;
  -- What was deferred is refused, or done, within this call.
  set constraints all immediate;
end;
$$;
comment on function public.delete_user(uuid, uuid) is
  'Deletes a user with everything, and records that somebody was deleted. PT404: no such user; PT409: the last administrator, while there are others.';
revoke execute on function public.delete_user(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_user(uuid, uuid) to service_role;
