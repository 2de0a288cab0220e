-- An allowance is exact: what goes gives back what it took. It was counted again whenever it was used
-- up, by each change that a full account refuses, and a device sends hundreds in one request.

-- Those of the version before gave nothing back.
delete from private.allowances;
comment on table private.allowances is
  'What each account may still add. Without a row it is counted; whoever adds or removes rows without triggers deletes the row.';

create function private.limits_of(owner uuid)
returns private.account_limits
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select l
    from private.account_limits as l
    where l.user_id = owner or l.user_id is null
    order by l.user_id nulls last
    limit 1
  );
end;
$$;
comment on function private.limits_of(uuid) is 'An account''s own limits, or those for everybody.';
revoke execute on function private.limits_of(uuid) from public;

create function private.count_account(owner uuid)
returns private.allowances
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  bound constant private.account_limits := private.limits_of(owner);
  stored record;
  counted private.allowances;
begin
  -- From here on nobody else adds anything to the account before this transaction ends: the row is
  -- made, and others wait for it.
  insert into private.allowances as a (user_id, rows, bytes) values (owner, 0, 0)
  on conflict (user_id) do update set rows = a.rows;
  stored := private.stored_by(owner);
  update private.allowances as a
  set rows = bound.max_rows - stored.rows, bytes = bound.max_bytes - stored.bytes
  where a.user_id = owner
  returning a.* into counted;
  return counted;
end;
$$;
comment on function private.count_account(uuid) is
  'Counts what an account stores, and makes its allowance of what is left of its limits.';
revoke execute on function private.count_account(uuid) from public;

create or replace function private.spend_allowance(owner uuid, more_rows bigint, more_bytes bigint)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  remaining private.allowances;
  bound record;
  advice constant text :=
    'Delete what is no longer needed, for good, or ask whoever runs this installation.';
begin
  update private.allowances as a
  set rows = a.rows - more_rows, bytes = a.bytes - more_bytes
  where a.user_id = owner
  returning a.* into remaining;
  if not found then
    if more_rows <= 0 and more_bytes <= 0 then
      return;
    end if;
    remaining := private.count_account(owner);
  end if;
  while more_rows > 0 and remaining.rows < 0
    and private.purge_deleted(owner, 'infinity', only_erased => true) > 0
  loop
    select a.* into remaining from private.allowances as a where a.user_id = owner;
  end loop;

  if not (more_rows > 0 and remaining.rows < 0 or more_bytes > 0 and remaining.bytes < 0) then
    return;
  end if;
  bound := private.limits_of(owner);
  if more_rows > 0 and remaining.rows < 0 then
    raise sqlstate 'PT507' using hint = advice, message = format(
      'Your account is full: %s entries are the most.',
      to_char(bound.max_rows, 'FM999,999,999,999,990')
    );
  end if;
  raise sqlstate 'PT507' using hint = advice, message = format(
    'Your account is full: %s MB of text are the most.',
    rtrim(to_char(bound.max_bytes / 1e6, 'FM999,999,999,990.999999'), '.')
  );
end;
$$;
comment on function private.spend_allowance(uuid, bigint, bigint) is
  'Counts what an account has just added (or, below zero, removed); PT507 where that is more than it may store. What keeps or shrinks is allowed, so that a full account can be tidied up.';

create or replace function private.lock_account()
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.lock_history(auth.uid());
    -- Not by the change that needs it first: where that is refused, what was counted is forgotten
    -- with it, and the next one counts again.
    if not exists (select from private.allowances as a where a.user_id = auth.uid()) then
      perform private.count_account(auth.uid());
    end if;
  end if;
end;
$$;

create or replace function private.bound_account(counted regclass)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
declare
  name constant text := (select c.relname from pg_catalog.pg_class as c where c.oid = counted);
begin
  execute format(
    $template$
    create or replace function private.%1$I() returns trigger
    language plpgsql security definer set search_path = '' as $body$
    begin
      perform private.spend_allowance(a.user_id, count(*), sum(%4$s)::bigint)
      from added as a group by a.user_id order by a.user_id;
      return null;
    end;
    $body$;
    create or replace function private.%2$I() returns trigger
    language plpgsql security definer set search_path = '' as $body$
    begin
      perform private.spend_allowance(d.user_id, sum(d.rows)::bigint, sum(d.bytes)::bigint)
      from (
        select user_id, 1 as rows, %4$s as bytes from added
        union all
        select user_id, -1, -(%4$s) from removed
      ) as d
      group by d.user_id having sum(d.rows) <> 0 or sum(d.bytes) <> 0 order by d.user_id;
      return null;
    end;
    $body$;
    create or replace function private.%3$I() returns trigger
    language plpgsql security definer set search_path = '' as $body$
    begin
      perform private.spend_allowance(r.user_id, -count(*), -sum(%4$s)::bigint)
      from removed as r group by r.user_id order by r.user_id;
      return null;
    end;
    $body$;
    revoke execute on function private.%1$I(), private.%2$I(), private.%3$I() from public;

    create or replace trigger lock_account_first before insert or update or delete on %5$s
    for each statement execute function private.lock_account_first();
    create or replace trigger bound_insert after insert on %5$s referencing new table as added
    for each statement execute function private.%1$I();
    create or replace trigger bound_update after update on %5$s
    referencing old table as removed new table as added
    for each statement execute function private.%2$I();
    create or replace trigger bound_delete after delete on %5$s referencing old table as removed
    for each statement execute function private.%3$I();
    $template$,
    'bound_insert_of_' || name, 'bound_update_of_' || name, 'bound_delete_of_' || name,
    private.text_bytes(counted), counted
  );
end;
$$;

select private.bound_account('public.tasks');
select private.bound_account('public.categories');
select private.bound_account('public.contacts');
select private.bound_account('public.folders');
select private.bound_account('public.notes');
