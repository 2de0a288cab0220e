-- The entry of what an administrator did is written in the transaction of the act itself: either both
-- are there or neither. Entries older than a year go when new ones come.

create function private.record_event(action text, actor uuid, subject uuid, detail jsonb)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
begin
  insert into public.admin_events (actor_id, subject_id, action, detail)
  values (
    actor,
    subject,
    record_event.action,
    jsonb_build_object('actor', (select p.username from public.profiles as p where p.id = actor))
      || case
        when subject is null then '{}'
        else jsonb_build_object(
          'subject', (select p.username from public.profiles as p where p.id = subject)
        )
      end
      || record_event.detail
  );
  -- A few at a time, so that no act waits for the sweeping of a long pause.
  delete from public.admin_events
  where id in (
    select e.id from public.admin_events as e
    where e.created_at < now() - interval '1 year'
    order by e.created_at
    limit 100
  );
end;
$$;
comment on function private.record_event(text, uuid, uuid, jsonb) is
  'Writes who did what to whom, with the names of now. The actor is null for the person at the machine.';
revoke execute on function private.record_event(text, uuid, uuid, jsonb) from public;

create or replace function public.set_administrator(subject uuid, value boolean, actor uuid)
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

create function public.save_email_settings(settings jsonb, actor uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into public.email_settings as e (
    id, email_service, email_user, host, port, security, password_ciphertext, password_iv
  )
  select
    1, s.email_service, s.email_user, s.host, s.port, s.security, s.password_ciphertext,
    s.password_iv
  from jsonb_to_record(settings) as s (
    email_service public.email_service, email_user text, host text, port integer,
    security public.email_security, password_ciphertext text, password_iv text
  )
  on conflict (id) do update set
    email_service = excluded.email_service,
    email_user = excluded.email_user,
    host = excluded.host,
    port = excluded.port,
    security = excluded.security,
    password_ciphertext = excluded.password_ciphertext,
    password_iv = excluded.password_iv;
  perform private.record_event(
    'configure_email',
    actor,
    null,
    jsonb_build_object(
      'service', settings ->> 'email_service', 'address', settings ->> 'email_user'
    )
  );
end;
$$;
comment on function public.save_email_settings(jsonb, uuid) is
  'Replaces how mail goes out and records it. Argument: the columns of email_settings.';
revoke execute on function public.save_email_settings(jsonb, uuid)
from public, anon, authenticated;
grant execute on function public.save_email_settings(jsonb, uuid) to service_role;
