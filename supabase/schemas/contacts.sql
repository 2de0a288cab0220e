-- Contacts: an address book. No field is required.

create table public.contacts (
  uid uuid primary key default gen_random_uuid(),
  id bigint generated always as identity,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  first_name text,
  middle_name text,
  last_name text,
  suffix text,
  display_full_name text,
  title text,
  company text,
  category text default 'none',
  email_address text,
  mobile_phone text,
  phone text,
  address_one text,
  address_two text,
  city text,
  state text,
  zip_code text,
  rev bigint not null default 1,
  edited_rev bigint not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint contacts_id_key unique (id),
  constraint first_name_has_up_to_200_characters check (length(first_name) <= 200),
  constraint middle_name_has_up_to_200_characters check (length(middle_name) <= 200),
  constraint last_name_has_up_to_200_characters check (length(last_name) <= 200),
  constraint suffix_has_up_to_200_characters check (length(suffix) <= 200),
  constraint display_full_name_has_up_to_500_characters check (length(display_full_name) <= 500),
  constraint title_has_up_to_200_characters check (length(title) <= 200),
  constraint company_has_up_to_200_characters check (length(company) <= 200),
  constraint category_has_up_to_200_characters check (length(category) <= 200),
  constraint email_address_has_up_to_500_characters check (length(email_address) <= 500),
  constraint mobile_phone_has_up_to_200_characters check (length(mobile_phone) <= 200),
  constraint phone_has_up_to_200_characters check (length(phone) <= 200),
  constraint address_one_has_up_to_500_characters check (length(address_one) <= 500),
  constraint address_two_has_up_to_500_characters check (length(address_two) <= 500),
  constraint city_has_up_to_200_characters check (length(city) <= 200),
  constraint state_has_up_to_200_characters check (length(state) <= 200),
  constraint zip_code_has_up_to_200_characters check (length(zip_code) <= 200),
  constraint erased_is_empty check (
    deleted_at is distinct from 'epoch' or coalesce(
      first_name, middle_name, last_name, suffix, display_full_name, title, company, category,
      email_address, mobile_phone, phone, address_one, address_two, city, state, zip_code
    ) is null
  ),
  constraint created_at_is_between_year_1_and_9999 check (
    created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
  )
);
comment on table public.contacts is 'People and companies.';
comment on column public.contacts.id is 'The number that /api shows.';
comment on column public.contacts.category is 'The name of a category, or ''none''.';

create index contacts_of_user on public.contacts (user_id, id);
create index contacts_by_rev on public.contacts (user_id, rev, uid);
create index contacts_deleted on public.contacts (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;

revoke all on public.contacts from anon, authenticated, service_role;
grant select on public.contacts to authenticated;
grant insert (
  uid, user_id,
  first_name, middle_name, last_name, suffix, display_full_name, title, company, category,
  email_address, mobile_phone, phone, address_one, address_two, city, state, zip_code, created_at
) on public.contacts to authenticated;
grant update (
  first_name, middle_name, last_name, suffix, display_full_name, title, company, category,
  email_address, mobile_phone, phone, address_one, address_two, city, state, zip_code,
  deleted_at
) on public.contacts to authenticated;
grant select, insert, update, delete on public.contacts to service_role;

alter table public.contacts enable row level security;

create policy "Users read their own contacts"
on public.contacts for select to authenticated
using ((select auth.uid()) = user_id);

create policy "Users create contacts of their own"
on public.contacts for insert to authenticated
with check ((select auth.uid()) = user_id);

create policy "Users update their own contacts"
on public.contacts for update to authenticated
using ((select auth.uid()) = user_id)
with check ((select auth.uid()) = user_id);

create policy "Users delete their own contacts"
on public.contacts for delete to authenticated
using ((select auth.uid()) = user_id);

create policy "Programs do what their app password is for"
on public.contacts as restrictive for all to authenticated
using ((select private.session_may('api', 'api:read', 'dav')))
with check ((select private.session_may('api', 'dav')));

create trigger set_updated_at
before insert or update on public.contacts
for each row execute function private.set_updated_at();

create trigger assign_rev before insert or update on public.contacts
for each row execute function private.assign_rev();

create trigger mark_edited before update on public.contacts
for each row when (
  (
    old.first_name, old.middle_name, old.last_name, old.suffix, old.display_full_name, old.title,
    old.company, old.email_address, old.mobile_phone, old.phone, old.address_one, old.address_two,
    old.city, old.state, old.zip_code
  ) is distinct from (
    new.first_name, new.middle_name, new.last_name, new.suffix, new.display_full_name, new.title,
    new.company, new.email_address, new.mobile_phone, new.phone, new.address_one, new.address_two,
    new.city, new.state, new.zip_code
  )
)
execute function private.mark_edited();

create trigger set_deleted_at before update of deleted_at on public.contacts
for each row execute function private.set_deleted_at();

create trigger keep_erased before update on public.contacts
for each row when (old.deleted_at = 'epoch' and pg_trigger_depth() = 0)
execute function private.keep_erased();

select private.bound_account('public.contacts');

create trigger broadcast_insert
after insert on public.contacts
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_update
after update on public.contacts
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_delete
after delete on public.contacts
referencing old table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger use_current_category before insert or update of category on public.contacts
for each row when (new.category not in ('', 'none'))
execute function private.use_current_category();
