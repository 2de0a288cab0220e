-- A list that a program makes stays at the address where it made it.

alter table private.dav_lists
add column name text constraint name_has_up_to_255_characters check (length(name) between 1 and 255);
comment on table private.dav_lists is
  'What programs say of task lists beyond what a category has: their order, the colour of the list of tasks without one, and by which name one was made.';
comment on column private.dav_lists.name is 'The last part of its address, where that is not the uid.';

create or replace function private.own_dav_lists()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'list', l.list, 'order', l.sort_order, 'color', l.color, 'name', l.name
    )), '[]'
  )
  from private.dav_lists as l where l.user_id = (select auth.uid());
$$;

drop function public.dav_set_list(text, integer, public.category_color);

create function public.dav_set_list(
  list text, sort_order integer default null, color public.category_color default null,
  name text default null
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
  insert into private.dav_lists as l (user_id, list, sort_order, color, name)
  values (
    auth.uid(), dav_set_list.list, dav_set_list.sort_order, dav_set_list.color, dav_set_list.name
  )
  on conflict (user_id, list) do update
  set sort_order = coalesce(excluded.sort_order, l.sort_order),
    color = coalesce(excluded.color, l.color),
    name = coalesce(excluded.name, l.name);
end;
$$;
comment on function public.dav_set_list(text, integer, public.category_color, text) is
  'Keeps the order, the colour and the name that a program gives one of the caller''s task lists.';
revoke execute on function public.dav_set_list(text, integer, public.category_color, text) from public, anon;
grant execute on function public.dav_set_list(text, integer, public.category_color, text) to authenticated;
