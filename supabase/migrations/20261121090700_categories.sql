-- Categories: names by which a user sorts tasks, contacts and folders. Those hold the name itself.

create table public.categories (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint name_has_1_to_200_characters check (
    length(name) between 1 and 200 and name = btrim(name)
  ),
  constraint name_is_not_a_reserved_word check (lower(name) not in ('all', 'none')),
  constraint categories_user_id_name_key unique (user_id, name)
);
comment on table public.categories is
  'Two names of a user that differ only in case are the same name. "All" and "None" are words of the filters.';

create unique index categories_one_per_name on public.categories (user_id, lower(name));

revoke all on public.categories from anon, authenticated, service_role;
grant select, delete on public.categories to authenticated;
grant insert (user_id, name, created_at) on public.categories to authenticated;
grant update (name) on public.categories to authenticated;
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

create trigger set_updated_at
before insert or update on public.categories
for each row execute function private.set_updated_at();

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

create function public.rename_category(old_name text, new_name text)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  wanted constant text := btrim(new_name);
begin
  if coalesce(wanted, '') = '' then
    raise exception 'A category needs a name';
  end if;

  begin
    update public.categories as c
    set name = wanted
    where c.user_id = owner and c.name = old_name;
  exception
    when unique_violation then
      raise sqlstate 'PT409' using
        message = format('A category named "%s" already exists', wanted);
  end;
  if not found then
    raise sqlstate 'PT404' using message = 'Category not found';
  end if;

  if wanted <> old_name then
    update public.tasks as t set category = wanted where t.user_id = owner and t.category = old_name;
    update public.contacts as c set category = wanted where c.user_id = owner and c.category = old_name;
    update public.folders as f set category = wanted where f.user_id = owner and f.category = old_name;
  end if;
end;
$$;
comment on function public.rename_category(text, text) is
  'Renames a category; its tasks, contacts and folders follow. The old name is matched exactly; a change of case alone is a rename, the name of another category (in any case) is refused.';
revoke execute on function public.rename_category(text, text) from public, anon;
grant execute on function public.rename_category(text, text) to authenticated;
