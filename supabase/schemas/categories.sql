-- Categories: names by which a user sorts tasks, contacts and folders. Those hold the name itself.

create type public.category_color as enum (
  'purple', 'green', 'blue', 'slate', 'red', 'orange', 'yellow', 'teal', 'cyan', 'pink'
);

create table public.categories (
  uid uuid primary key default gen_random_uuid(),
  id bigint generated always as identity,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  rev bigint not null default 1,
  edited_rev bigint not null default 1,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  color public.category_color,
  constraint categories_id_key unique (id),
  constraint name_has_1_to_200_characters check (
    length(name) between 1 and 200 and name = btrim(name)
  ),
  constraint name_is_not_a_reserved_word check (lower(name) not in ('all', 'none')),
  constraint categories_are_not_erased check (deleted_at is distinct from 'epoch'),
  constraint created_at_is_between_year_1_and_9999 check (
    created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
  )
);
comment on table public.categories is
  'Two names of a user that differ only in case are the same name. "All" and "None" are words of the filters.';
comment on column public.categories.id is 'The number that /api shows.';
comment on column public.categories.color is 'Null: by its name, as section 9 of the specification has it.';

create unique index categories_one_per_name on public.categories (user_id, lower(name))
where deleted_at is null;
create index categories_by_rev on public.categories (user_id, rev, uid);
create index categories_deleted on public.categories (user_id, coalesce(nullif(deleted_at, 'epoch'), updated_at))
where deleted_at is not null;

revoke all on public.categories from anon, authenticated, service_role;
grant select on public.categories to authenticated;
grant insert (uid, user_id, name, created_at, color) on public.categories to authenticated;
grant update (name, deleted_at, color) on public.categories to authenticated;
grant select, insert, update, delete on public.categories to service_role;

alter table public.categories enable row level security;

create policy "Users read their own categories"
on public.categories for select to authenticated
using ((select auth.uid()) = user_id);

create policy "Users create categories of their own"
on public.categories for insert to authenticated
with check ((select auth.uid()) = user_id);

create policy "Users update their own categories"
on public.categories for update to authenticated
using ((select auth.uid()) = user_id)
with check ((select auth.uid()) = user_id);

create policy "Users delete their own categories"
on public.categories for delete to authenticated
using ((select auth.uid()) = user_id);

create policy "Programs do what their app password is for"
on public.categories as restrictive for all to authenticated
using ((select private.session_may('api', 'api:read', 'dav')))
with check ((select private.session_may('api', 'dav')));

create trigger set_updated_at
before insert or update on public.categories
for each row execute function private.set_updated_at();

create trigger assign_rev before insert or update on public.categories
for each row execute function private.assign_rev();

create trigger mark_edited before update of name on public.categories
for each row when (old.name is distinct from new.name)
execute function private.mark_edited();

create trigger set_deleted_at before update of deleted_at on public.categories
for each row execute function private.set_deleted_at();

select private.bound_account('public.categories');

create trigger broadcast_insert
after insert on public.categories
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_update
after update on public.categories
referencing new table as changed
for each statement execute function private.broadcast_changes('user_id');

create trigger broadcast_delete
after delete on public.categories
referencing old table as changed
for each statement execute function private.broadcast_changes('user_id');

-- Renaming a category renames its uses, whoever asks and in one transaction; and a device that did
-- not know yet and uses the old name means the new one, for 30 days.

create table private.category_renames (
  user_id uuid not null references auth.users (id) on delete cascade,
  old_name text not null,
  category_uid uuid not null references public.categories (uid) on delete cascade,
  renamed_at timestamptz not null default now(),
  primary key (user_id, old_name)
);
comment on table private.category_renames is 'The names that categories had in the last 30 days, at most 100 of an account.';
create index category_renames_of_category on private.category_renames (category_uid);
alter table private.category_renames enable row level security;

create function private.rename_uses_of_category()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.category_renames as r
  where r.user_id = new.user_id
    and (r.old_name = new.name or r.renamed_at < now() - interval '30 days');
  insert into private.category_renames as r (user_id, old_name, category_uid)
  values (new.user_id, old.name, new.uid)
  on conflict (user_id, old_name) do update
  set category_uid = excluded.category_uid, renamed_at = excluded.renamed_at;
  -- The last 100 of an account are enough, and what is remembered is bounded.
  delete from private.category_renames as r
  where r.user_id = new.user_id and r.old_name in (
    select o.old_name from private.category_renames as o
    where o.user_id = new.user_id
    order by o.renamed_at desc, o.old_name
    offset 100
  );
  -- Deleted rows too: they come back with the name that is used then.
  update public.tasks as t set category = new.name where t.user_id = new.user_id and t.category = old.name;
  update public.contacts as c set category = new.name where c.user_id = new.user_id and c.category = old.name;
  update public.folders as f set category = new.name where f.user_id = new.user_id and f.category = old.name;
  return null;
end;
$$;
comment on function private.rename_uses_of_category() is
  'Tasks, contacts and folders follow their category''s new name. The old one is matched exactly.';
revoke execute on function private.rename_uses_of_category() from public;

create trigger rename_uses
after update of name on public.categories
for each row when (old.name is distinct from new.name and new.deleted_at is null)
execute function private.rename_uses_of_category();

create function private.use_current_category()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.categories as c
    where c.user_id = new.user_id and lower(c.name) = lower(new.category) and c.deleted_at is null
  ) then
    return new;
  end if;
  new.category := coalesce(
    (
      select c.name
      from private.category_renames as r
      join public.categories as c on c.uid = r.category_uid and c.deleted_at is null
      where r.user_id = new.user_id and r.old_name = new.category
        and r.renamed_at > now() - interval '30 days'
    ),
    new.category
  );
  return new;
end;
$$;
comment on function private.use_current_category() is
  'Who uses the name that a category had until lately means the category.';
revoke execute on function private.use_current_category() from public;

create function public.rename_category(old_name text, new_name text)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  wanted constant text := btrim(new_name);
begin
  if coalesce(wanted, '') = '' then
    raise exception 'A category needs a name';
  end if;
  begin
    update public.categories as c
    set name = wanted
    where c.user_id = (select auth.uid()) and c.name = old_name and c.deleted_at is null;
  exception
    when unique_violation then
      raise sqlstate 'PT409' using
        message = format('A category named "%s" already exists', wanted);
  end;
  if not found then
    raise sqlstate 'PT404' using message = 'Category not found';
  end if;
end;
$$;
comment on function public.rename_category(text, text) is
  'Renames a category, given by its name. The old name is matched exactly; a change of case alone is a rename, the name of another category (in any case) is refused. For /api.';
revoke execute on function public.rename_category(text, text) from public, anon;
grant execute on function public.rename_category(text, text) to authenticated;
