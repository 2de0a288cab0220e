-- How mail goes out. For the functions alone: RLS without a policy.

create type public.email_service as enum ('gmail', 'outlook', 'yahoo', 'custom');
create type public.email_security as enum ('tls', 'starttls', 'none');

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
