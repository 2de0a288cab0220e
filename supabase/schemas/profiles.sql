-- Profiles: who the users are beyond what auth.users knows. The first one becomes administrator.

create type public.theme as enum ('light', 'dark');
create type public.header_color as enum ('blue', 'green', 'purple', 'red', 'orange', 'gray');
create type public.contact_view_mode as enum ('tile', 'list');

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email text,
  is_admin boolean not null default false,
  header_color public.header_color not null default 'blue',
  theme public.theme not null default 'light',
  contact_view_mode public.contact_view_mode not null default 'tile',
  time_zone text,
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  week_start smallint,
  keyboard_shortcuts boolean not null default true,
  constraint username_has_1_to_64_characters check (
    length(username) between 1 and 64 and username = btrim(username) and username !~ '[[:cntrl:]]'
  ),
  constraint email_is_an_address check (email ~ '^[^\s@]+@[^\s@]+$' and length(email) <= 254),
  constraint week_start_is_a_day_of_the_week check (week_start between 0 and 6),
  constraint time_zone_is_a_name check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$')
);
comment on table public.profiles is 'One for each user: name, rights, preferences.';
comment on column public.profiles.username is 'The name to sign in with; unique without regard to case and Unicode form.';
comment on column public.profiles.email is 'The real address, for password mails. The address in auth.users is derived from the username and can receive nothing.';
comment on column public.profiles.time_zone is 'IANA name, told by the browser; decides what "today" is where the caller does not say.';
comment on column public.profiles.week_start is 'The first day of a week in calendars and lists, 0 is Sunday; null: as the language of the browser has it.';
comment on column public.profiles.keyboard_shortcuts is 'Whether single keys do something on lists.';
comment on column public.profiles.must_change_password is 'Set when the user signed in with a temporary password.';

create unique index profiles_one_per_username on public.profiles (lower(normalize(username, nfkc)));
create unique index profiles_one_per_email on public.profiles (lower(email));
create index profiles_administrators on public.profiles (id) where is_admin;

create function private.is_admin()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.profiles as p
    where p.id = (select auth.uid()) and p.is_admin
  );
$$;
comment on function private.is_admin() is
  'Whether the caller is an administrator now; looked up, never believed from a token.';
revoke execute on function private.is_admin() from public;
grant execute on function private.is_admin() to authenticated;

revoke all on public.profiles from anon, authenticated, service_role;
grant select on public.profiles to authenticated;
grant update (header_color, theme, contact_view_mode, time_zone, week_start, keyboard_shortcuts) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

alter table public.profiles enable row level security;

create policy "Users read their own profile, administrators every profile"
on public.profiles for select to authenticated
using ((select auth.uid()) = id or (select private.is_admin()));

create policy "Nobody inserts a profile, it comes with the user"
on public.profiles for insert to authenticated
with check (false);

create policy "Users update the preferences of their own profile"
on public.profiles for update to authenticated
using ((select auth.uid()) = id)
with check ((select auth.uid()) = id);

create policy "Nobody deletes a profile, it goes with the user"
on public.profiles for delete to authenticated
using (false);

create policy "Programs do what their app password is for"
on public.profiles as restrictive for all to authenticated
using ((select private.session_may('api', 'api:read', 'dav')))
with check ((select private.session_may()));

create trigger set_updated_at
before insert or update on public.profiles
for each row execute function private.set_updated_at();

create trigger broadcast_insert
after insert on public.profiles
referencing new table as changed
for each statement execute function private.broadcast_changes('id');

create trigger broadcast_update
after update on public.profiles
referencing new table as changed
for each statement execute function private.broadcast_changes('id');

create trigger broadcast_delete
after delete on public.profiles
referencing old table as changed
for each statement execute function private.broadcast_changes('id');

create trigger broadcast_insert_to_admins
after insert on public.profiles
referencing new table as changed
for each statement execute function private.broadcast_changes('admin');

create trigger broadcast_update_to_admins
after update on public.profiles
referencing old table as former new table as changed
for each statement execute function private.broadcast_users_to_admins();

create trigger broadcast_delete_to_admins
after delete on public.profiles
referencing old table as changed
for each statement execute function private.broadcast_changes('admin');

-- Both rules about administrators ask "who else is there?" and so must not be asked twice at once.
create function private.lock_administrators()
returns void
language sql
volatile
security invoker
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('almanac: administrators', 0));
$$;
revoke execute on function private.lock_administrators() from public;

create function private.create_profile()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  username constant text := btrim(new.raw_user_meta_data ->> 'username');
begin
  if coalesce(username, '') = '' then
    raise exception 'A user needs a username'
      using hint = 'Create users with "username" in their metadata.';
  end if;

  perform private.lock_administrators();
  insert into public.profiles (id, username, email, is_admin)
  values (
    new.id,
    username,
    nullif(btrim(new.raw_user_meta_data ->> 'email'), ''),
    not exists (select from public.profiles)
  );
  return null;
end;
$$;
comment on function private.create_profile() is
  'Every user has a profile. The first user of an empty installation becomes administrator, and only one, however many register at once.';
revoke execute on function private.create_profile() from public;

create trigger create_profile
after insert on auth.users
for each row execute function private.create_profile();

create function private.keep_an_administrator()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_administrators();
  if exists (select from public.profiles)
    and not exists (select from public.profiles as p where p.is_admin)
  then
    raise sqlstate 'PT409' using
      message = case tg_op
        when 'DELETE' then 'The last administrator cannot be deleted'
        else 'The last administrator cannot be demoted'
      end,
      hint = 'Make somebody else administrator first.';
  end if;
  return null;
end;
$$;
comment on function private.keep_an_administrator() is
  'While there are users, one of them is administrator. The very last user may go: the next to register starts anew.';
revoke execute on function private.keep_an_administrator() from public;

create trigger keep_an_administrator_on_demotion
after update of is_admin on public.profiles
for each row when (old.is_admin and not new.is_admin)
execute function private.keep_an_administrator();

-- Deferred, so that all users can be deleted in one transaction in any order.
create constraint trigger keep_an_administrator_on_deletion
after delete on public.profiles
deferrable initially deferred
for each row when (old.is_admin)
execute function private.keep_an_administrator();
