-- What only the edge functions touch, as service role: outgoing mail, forgotten passwords, and what
-- administrators did. RLS without a policy: nobody else sees or changes anything.

create table public.email_settings (
  id smallint primary key default 1,
  email_service public.email_service not null,
  email_user text not null,
  host text,
  port integer,
  security public.email_security,
  password_ciphertext text not null,
  password_iv text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint there_is_one_row check (id = 1),
  constraint email_user_has_3_to_254_characters check (length(email_user) between 3 and 254),
  constraint host_has_1_to_253_characters check (length(host) between 1 and 253),
  constraint port_is_between_1_and_65535 check (port between 1 and 65535),
  constraint custom_service_says_where check (
    email_service <> 'custom' or (host is not null and port is not null and security is not null)
  )
);
comment on table public.email_settings is 'How mail goes out. One row, or none before it is configured.';
comment on column public.email_settings.host is 'Host, port and security: for the service ''custom''; the others are presets.';
comment on column public.email_settings.password_ciphertext is 'AES-256-GCM with its tag at the end, base64. The key is in the environment of the functions, never here.';
comment on column public.email_settings.password_iv is '12 random bytes for each encryption, base64.';

revoke all on public.email_settings from anon, authenticated, service_role;
grant select, insert, update, delete on public.email_settings to service_role;
alter table public.email_settings enable row level security;

create trigger set_updated_at
before insert or update on public.email_settings
for each row execute function private.set_updated_at();

create table public.password_resets (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users (id) on delete cascade,
  identifier_hash text not null,
  address_hash text not null,
  token_hash text,
  expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint a_token_is_for_a_user_and_expires check (
    token_hash is null or (user_id is not null and expires_at is not null)
  )
);
comment on table public.password_resets is
  'Requests for a temporary password: what was mailed, and what the limits are counted by.';
comment on column public.password_resets.user_id is 'Null where the request named no account: it counts for the limits all the same.';
comment on column public.password_resets.identifier_hash is 'Hash of the name or address asked for: limit for each account.';
comment on column public.password_resets.address_hash is 'Hash of the network address that asked: limit for each address.';
comment on column public.password_resets.token_hash is 'Hash of the temporary password; null where none was sent.';

create index password_resets_of_user on public.password_resets (user_id, created_at);
create index password_resets_by_identifier on public.password_resets (identifier_hash, created_at);
create index password_resets_by_address on public.password_resets (address_hash, created_at);

revoke all on public.password_resets from anon, authenticated, service_role;
grant select, insert, update, delete on public.password_resets to service_role;
alter table public.password_resets enable row level security;

create trigger set_updated_at
before insert or update on public.password_resets
for each row execute function private.set_updated_at();

create table public.admin_events (
  id bigint generated always as identity primary key,
  actor_id uuid references auth.users (id) on delete set null,
  subject_id uuid references auth.users (id) on delete set null,
  action text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint action_has_1_to_100_characters check (length(action) between 1 and 100)
);
comment on table public.admin_events is 'Who changed what with the rights of an administrator. Never holds a secret.';
comment on column public.admin_events.detail is 'Names and values worth reading later, for example the username; it outlives the user.';

create index admin_events_by_time on public.admin_events (created_at);
create index admin_events_of_actor on public.admin_events (actor_id);
create index admin_events_of_subject on public.admin_events (subject_id);

revoke all on public.admin_events from anon, authenticated, service_role;
grant select, insert, update, delete on public.admin_events to service_role;
alter table public.admin_events enable row level security;

create trigger set_updated_at
before insert or update on public.admin_events
for each row execute function private.set_updated_at();

create trigger broadcast_insert_to_admins
after insert on public.admin_events
referencing new table as changed
for each statement execute function private.broadcast_changes('admin');

create trigger broadcast_update_to_admins
after update on public.admin_events
referencing new table as changed
for each statement execute function private.broadcast_changes('admin');

create trigger broadcast_delete_to_admins
after delete on public.admin_events
referencing old table as changed
for each statement execute function private.broadcast_changes('admin');
