-- Accounts are created and passwords set by the identity service, in a transaction of its own. What
-- belongs to such an act (its audit entry, the use of an invitation, whether this may be the first
-- account) is announced first, and the act carries the announcement's id in `app_metadata`. The
-- trigger here finds it there and does its part in the very transaction of the act: if either fails,
-- neither happened. GoTrue writes the metadata of a new user by an update after the insert, so the
-- trigger listens to both.

create table private.announced_acts (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  actor_id uuid references auth.users (id) on delete cascade,
  subject_id uuid references auth.users (id) on delete cascade,
  invitation_id uuid,
  is_first boolean,
  must_change_password boolean not null default false,
  expires_at timestamptz not null default now() + interval '10 minutes',
  constraint action_is_known check (action in ('register', 'create_user', 'reset_password'))
);
comment on table private.announced_acts is
  'What the identity service is about to be asked for. A row goes with its act, or after its time.';
comment on column private.announced_acts.subject_id is 'Whose password is set; null for a new account.';
comment on column private.announced_acts.is_first is
  'Whether the new account has to be the first one, or must not be; null: either.';
create index announced_acts_by_time on private.announced_acts (expires_at);
create index announced_acts_of_actor on private.announced_acts (actor_id);
create index announced_acts_of_subject on private.announced_acts (subject_id);
alter table private.announced_acts enable row level security;

create function public.announce_act(act jsonb)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  announced uuid;
begin
  delete from private.announced_acts
  where id in (
    select a.id from private.announced_acts as a
    where a.expires_at <= now()
    limit 100
    for update skip locked
  );
  insert into private.announced_acts (
    action, actor_id, subject_id, invitation_id, is_first, must_change_password
  )
  select
    a.action, a.actor_id, a.subject_id, a.invitation_id, a.is_first,
    coalesce(a.must_change_password, a.action = 'create_user')
  from jsonb_to_record(act) as a (
    action text, actor_id uuid, subject_id uuid, invitation_id uuid, is_first boolean,
    must_change_password boolean
  )
  returning id into announced;
  return announced;
end;
$$;
comment on function public.announce_act(jsonb) is
  'Announces what the identity service will be asked for next. Answers what to put into app_metadata as "announced_act".';
revoke execute on function public.announce_act(jsonb) from public, anon, authenticated;
grant execute on function public.announce_act(jsonb) to service_role;

create function private.complete_registration(act private.announced_acts, account uuid)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
begin
  -- The profile was made in this transaction, under the lock of private.create_profile().
  if not exists (select from public.profiles as p where p.id = account and p.created_at = now()) then
    raise exception 'The announced act is for a new account';
  end if;
  if act.is_first <> (not exists (select from public.profiles as p where p.id <> account)) then
    raise exception 'Meanwhile there are accounts, or none is left';
  end if;
  if act.invitation_id is not null then
    delete from public.invitations as i where i.id = act.invitation_id and i.expires_at > now();
    if not found then
      raise exception 'The invitation has been used';
    end if;
  end if;
end;
$$;
comment on function private.complete_registration(private.announced_acts, uuid) is
  'An invitation is used once, and the first account comes by the door that is meant for it.';
revoke execute on function private.complete_registration(private.announced_acts, uuid) from public;

create function private.complete_announced_act()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  presented constant text := new.raw_app_meta_data ->> 'announced_act';
  act private.announced_acts;
begin
  -- The identity service may write what it holds in memory twice in its transaction.
  if presented is distinct from current_setting('almanac.announced_act', true) then
    delete from private.announced_acts as a
    where a.id = presented::uuid and a.expires_at > now()
    returning * into act;
    if not found then
      raise exception 'This act was not announced, or too long ago';
    end if;
    perform set_config('almanac.announced_act', presented, true);

    if act.action = 'reset_password' then
      if act.subject_id is distinct from new.id then
        raise exception 'The announced act is for somebody else';
      end if;
      delete from public.password_resets as r where r.user_id = new.id;
      -- Whoever knew the password may have made some.
      delete from public.app_passwords as p where p.user_id = new.id;
    else
      perform private.complete_registration(act, new.id);
    end if;
    if act.action <> 'register' then
      update public.profiles as p set must_change_password = act.must_change_password
      where p.id = new.id;
      perform private.record_event(act.action, act.actor_id, new.id, '{}');
    end if;
  end if;
  update auth.users as u set raw_app_meta_data = u.raw_app_meta_data - 'announced_act'
  where u.id = new.id;
  return null;
end;
$$;
comment on function private.complete_announced_act() is
  'Does what belongs to an act of the identity service in its transaction. What was not announced fails.';
revoke execute on function private.complete_announced_act() from public;

-- Triggers fire in the order of their names: after create_profile.
create trigger finish_announced_act
after insert or update of raw_app_meta_data on auth.users
for each row when (new.raw_app_meta_data ? 'announced_act')
execute function private.complete_announced_act();
