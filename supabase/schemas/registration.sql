-- Who may register. Both tables are for the functions alone: RLS without a policy.

create type public.registration_mode as enum ('open', 'invite', 'closed');

create table public.registration_settings (
  id smallint primary key default 1,
  mode public.registration_mode not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint there_is_one_row check (id = 1)
);
comment on table public.registration_settings is
  'What an administrator chose. Without a row the setting REGISTRATION of the functions holds.';

revoke all on public.registration_settings from anon, authenticated, service_role;
grant select, insert, update, delete on public.registration_settings to service_role;
alter table public.registration_settings enable row level security;

create trigger set_updated_at
before insert or update on public.registration_settings
for each row execute function private.set_updated_at();

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  email text,
  created_by uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  updated_at timestamptz(3) not null default now(),
  constraint email_is_an_address check (email ~ '^[^\s@]+@[^\s@]+$' and length(email) <= 254)
);
comment on table public.invitations is
  'Each lets one person register. It goes when it has been used; expired ones go with the next new one.';
comment on column public.invitations.token_hash is 'SHA-256 of the 160 random bits in the link, as hex.';
comment on column public.invitations.email is 'Where the link was mailed, or null.';

create index invitations_of_creator on public.invitations (created_by);

revoke all on public.invitations from anon, authenticated, service_role;
grant select, insert, update, delete on public.invitations to service_role;
alter table public.invitations enable row level security;

create trigger set_updated_at
before insert or update on public.invitations
for each row execute function private.set_updated_at();

-- Using an invitation tells the administrators, since no event is written for it.
create trigger broadcast_insert_to_admins
after insert on public.invitations
referencing new table as changed
for each statement execute function private.broadcast_changes('admin');

create trigger broadcast_delete_to_admins
after delete on public.invitations
referencing old table as changed
for each statement execute function private.broadcast_changes('admin');

create function public.registration_state()
returns table (mode text, is_empty boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select
    (select s.mode::text from public.registration_settings as s),
    not exists (select from public.profiles);
$$;
comment on function public.registration_state() is
  'What an administrator chose (null: nothing yet), and whether there is no account at all.';
revoke execute on function public.registration_state() from public, anon, authenticated;
grant execute on function public.registration_state() to service_role;

create function public.set_registration(mode text, actor uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into public.registration_settings (id, mode)
  values (1, set_registration.mode::public.registration_mode)
  on conflict (id) do update set mode = excluded.mode;
  perform private.record_event(
    'set_registration', actor, null, jsonb_build_object('mode', set_registration.mode)
  );
end;
$$;
comment on function public.set_registration(text, uuid) is
  'Chooses who may register (open, invite, closed) and records it.';
revoke execute on function public.set_registration(text, uuid) from public, anon, authenticated;
grant execute on function public.set_registration(text, uuid) to service_role;

create function public.create_invitation(hash text, email text, actor uuid)
returns table (id uuid, expires_at timestamptz)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  most constant integer := 100;
begin
  -- Otherwise two at once could both be the last that is allowed.
  lock table public.invitations in share row exclusive mode;
  delete from public.invitations where expires_at <= now();
  if (select count(*) from public.invitations) >= most then
    raise sqlstate 'PT409' using
      message = 'There are 100 open invitations. Revoke some of them first.';
  end if;
  perform private.record_event('create_invitation', actor, null, '{}');
  return query
    insert into public.invitations (token_hash, email, created_by, expires_at)
    values (hash, create_invitation.email, actor, now() + interval '7 days')
    returning invitations.id, invitations.expires_at;
end;
$$;
comment on function public.create_invitation(text, text, uuid) is
  'An invitation for seven days, recorded. PT409: there are as many open ones as there may be.';
revoke execute on function public.create_invitation(text, text, uuid)
from public, anon, authenticated;
grant execute on function public.create_invitation(text, text, uuid) to service_role;

create function public.revoke_invitation(invitation uuid, actor uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  delete from public.invitations as i where i.id = invitation;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such invitation';
  end if;
  perform private.record_event('revoke_invitation', actor, null, '{}');
end;
$$;
comment on function public.revoke_invitation(uuid, uuid) is
  'Ends an invitation and records it. PT404: it has been used or has ended already.';
revoke execute on function public.revoke_invitation(uuid, uuid) from public, anon, authenticated;
grant execute on function public.revoke_invitation(uuid, uuid) to service_role;

create function public.open_invitations()
returns table (id uuid, email text, created_by text, created_at timestamptz, expires_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select i.id, i.email, p.username, i.created_at, i.expires_at
  from public.invitations as i
  left join public.profiles as p on p.id = i.created_by
  where i.expires_at > now()
  order by i.created_at desc, i.id;
$$;
comment on function public.open_invitations() is
  'The invitations that can still be used, newest first, with the names of their makers.';
revoke execute on function public.open_invitations() from public, anon, authenticated;
grant execute on function public.open_invitations() to service_role;
