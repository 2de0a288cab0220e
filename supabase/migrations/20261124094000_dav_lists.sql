-- DAV: a request may name several revisions, move a task to another list, order the lists and delete
-- one. What asks how an account stands notes that its program was used, so that it need not be looked
-- up before.

create or replace function private.dav_check(found_rev bigint, if_match text, if_none_match boolean)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if found_rev is not null and if_none_match then
    raise sqlstate 'PT412' using message = 'It is there already';
  end if;
  if if_match is not null
    and (
      found_rev is null
      or if_match <> '*' and not found_rev::text = any (string_to_array(if_match, ','))
    )
  then
    raise sqlstate 'PT412' using message = 'It has been changed meanwhile';
  end if;
end;
$$;
comment on function private.dav_check(bigint, text, boolean) is
  'PT412 unless a condition of the request holds: it is one of those revisions (with commas between), or it is not there.';

drop function public.dav_state();

create function private.note_program_use(address text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.app_passwords as a
  set last_used_at = now(), last_used_from = left(note_program_use.address, 64)
  from private.program_sessions as p
  where p.session_id = (auth.jwt() ->> 'session_id')::uuid and a.id = p.app_password_id
    and (a.last_used_at is null or a.last_used_at < now() - interval '1 minute');
  if exists (
    select from auth.users as u
    where u.id = auth.uid() and (u.banned_until > now() or u.deleted_at is not null)
  ) then
    raise sqlstate 'PT403' using message = 'This account may not sign in';
  end if;
end;
$$;
comment on function private.note_program_use(text) is
  'As public.use_app_password(), for the program whose session this is. PT403: its owner may not sign in.';
revoke execute on function private.note_program_use(text) from public;
grant execute on function private.note_program_use(text) to authenticated;

create table private.dav_lists (
  user_id uuid not null references auth.users (id) on delete cascade,
  list text not null,
  sort_order integer,
  color public.category_color,
  primary key (user_id, list),
  constraint list_has_up_to_36_characters check (length(list) between 1 and 36)
);
comment on table private.dav_lists is
  'What programs say of task lists beyond what a category has: their order, and the colour of the list of tasks without one.';
comment on column private.dav_lists.list is 'The uid of a category, none or due.';
alter table private.dav_lists enable row level security;

create function private.own_dav_lists()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('list', l.list, 'order', l.sort_order, 'color', l.color)), '[]'
  )
  from private.dav_lists as l where l.user_id = (select auth.uid());
$$;
comment on function private.own_dav_lists() is 'What programs have said of the caller''s task lists.';
revoke execute on function private.own_dav_lists() from public;
grant execute on function private.own_dav_lists() to authenticated;

create function public.dav_state(address text default null)
returns jsonb
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  history private.histories;
begin
  perform private.require_session('dav');
  perform private.note_program_use(address);
  history := private.open_own_history();
  return jsonb_build_object(
    'history', history.uid, 'rev', history.rev, 'purged_rev', history.purged_rev,
    'time_zone', (select p.time_zone from public.profiles as p where p.id = auth.uid()),
    'categories', coalesce((
      select jsonb_agg(jsonb_build_object('uid', c.uid, 'name', c.name, 'color', c.color) order by c.id)
      from public.categories as c
      where c.user_id = auth.uid() and c.deleted_at is null
    ), '[]'),
    'lists', private.own_dav_lists()
  );
end;
$$;
comment on function public.dav_state(text) is
  'How far the caller''s history has come, and the categories, which are their task lists. Notes that the program was used, from this address.';
revoke execute on function public.dav_state(text) from public, anon;
grant execute on function public.dav_state(text) to authenticated;

create function public.dav_move(
  list text, name text, target text, if_match text default null
)
returns text
language plpgsql
volatile
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  category constant text := (
    select c.name from public.categories as c
    where c.user_id = (select auth.uid()) and c.uid::text = dav_move.target and c.deleted_at is null
  );
  found record;
  holder text;
begin
  perform private.require_session('dav');
  perform private.lock_account();
  if target <> 'none' and category is null then
    raise sqlstate 'PT409' using message = 'There is no such list';
  end if;
  select r.uid, r.rev, coalesce(private.uid_in(r.raw), r.uid::text) as said into found
  from private.dav_rows('tasks', dav_move.list, private.dav_uids('tasks', array[dav_move.name])) as r
  where r.name = dav_move.name and r.is_there and r.is_member;
  if found.uid is null then
    raise sqlstate 'PT404' using message = 'It is no longer there';
  end if;
  perform private.dav_check(found.rev, if_match, false);
  holder := (
    select r.name
    from private.dav_rows(
      'tasks', dav_move.target, private.rows_with_uid('tasks', found.said)
    ) as r
    where r.is_there and r.is_member and r.name <> dav_move.name
    limit 1
  );
  if holder is null then
    perform private.push_change(jsonb_build_object(
      'table', 'tasks', 'uid', found.uid, 'set', jsonb_build_object('category', category)
    ));
  end if;
  return holder;
end;
$$;
comment on function public.dav_move(text, text, text, text) is
  'Moves a task to another list, under the name that it has. PT412 where it is another revision; only the name of the object that has its UID where one stands in the way.';
revoke execute on function public.dav_move(text, text, text, text) from public, anon;
grant execute on function public.dav_move(text, text, text, text) to authenticated;

create function public.dav_set_list(
  list text, sort_order integer default null, color public.category_color default null
)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  own constant text[] := array['none', 'due'] || array(
    select c.uid::text from public.categories as c
    where c.user_id = auth.uid() and c.deleted_at is null
  );
begin
  perform private.require_session('dav');
  perform private.lock_account();
  if list is null or list <> all (own) then
    raise sqlstate 'PT404' using message = 'There is no such list';
  end if;
  -- Of lists that are gone.
  delete from private.dav_lists as l where l.user_id = auth.uid() and l.list <> all (own);
  insert into private.dav_lists as l (user_id, list, sort_order, color)
  values (auth.uid(), dav_set_list.list, dav_set_list.sort_order, dav_set_list.color)
  on conflict (user_id, list) do update
  set sort_order = coalesce(excluded.sort_order, l.sort_order), color = coalesce(excluded.color, l.color);
end;
$$;
comment on function public.dav_set_list(text, integer, public.category_color) is
  'Keeps the order and the colour that a program gives one of the caller''s task lists.';
revoke execute on function public.dav_set_list(text, integer, public.category_color) from public, anon;
grant execute on function public.dav_set_list(text, integer, public.category_color) to authenticated;

create function public.dav_delete_list(list text)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  gone text;
begin
  perform private.require_session('dav');
  perform private.lock_account();
  update public.categories as c set deleted_at = now()
  where c.user_id = owner and c.uid::text = list and c.deleted_at is null
  returning c.name into gone;
  if gone is null then
    raise sqlstate 'PT404' using message = 'There is no such list';
  end if;
  update public.tasks as t set deleted_at = now()
  where t.user_id = owner and t.category = gone and t.deleted_at is null;
end;
$$;
comment on function public.dav_delete_list(text) is
  'Deletes a category with its tasks, as programs mean it: those stay in the trash for 30 days.';
revoke execute on function public.dav_delete_list(text) from public, anon;
grant execute on function public.dav_delete_list(text) to authenticated;
