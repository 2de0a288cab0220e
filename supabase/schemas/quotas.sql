-- What an account can store is bounded: rows, and bytes of text, over all tables whose rows belong to
-- people (docs/limits.md, docs/decisions/0027-quotas.md). Each account has an allowance that whatever
-- it adds is taken from, under a lock, so that no number of writers at once gets past the bound.

create table private.account_limits (
  user_id uuid references auth.users (id) on delete cascade,
  max_rows bigint not null,
  max_bytes bigint not null,
  constraint one_for_each_account_and_one_for_all unique nulls not distinct (user_id),
  constraint limits_are_not_negative check (max_rows >= 0 and max_bytes >= 0)
);
comment on table private.account_limits is
  'The most that an account stores. The row without a user is for everybody who has none of their own.';
comment on column private.account_limits.max_rows is
  'Tasks, categories, contacts, folders and notes together.';
comment on column private.account_limits.max_bytes is
  'Bytes of all their texts in UTF-8, before any compression.';
alter table private.account_limits enable row level security;

-- The migration puts in the row for everybody: 200,000 rows and 250,000,000 bytes.

create table private.allowances (
  user_id uuid primary key references auth.users (id) on delete cascade,
  rows bigint not null,
  bytes bigint not null
) with (fillfactor = 50);
comment on table private.allowances is
  'What each account may still add. Without a row it is counted; whoever adds or removes rows without triggers deletes the row.';
alter table private.allowances enable row level security;

create function private.text_bytes(counted regclass)
returns text
language sql
stable
security invoker
set search_path = ''
as $$
  select string_agg(format('coalesce(octet_length(%I), 0)', a.attname), ' + ' order by a.attnum)
  from pg_catalog.pg_attribute as a
  where a.attrelid = counted and a.attnum > 0 and not a.attisdropped
    and a.atttypid = 'pg_catalog.text'::pg_catalog.regtype
    -- Made by a drag and short: whoever's account is full still puts it in order.
    and a.attname <> 'rank';
$$;
comment on function private.text_bytes(regclass) is
  'An SQL expression for the bytes of all texts in a row of this table. It looks at lengths, never into a long text.';
revoke execute on function private.text_bytes(regclass) from public;

create function private.stored_by(owner uuid, out rows bigint, out bytes bigint)
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  counted regclass;
  part record;
begin
  rows := 0;
  bytes := 0;
  for counted in
    select t.tgrelid from pg_catalog.pg_trigger as t where t.tgname = 'bound_insert'
  loop
    execute format(
      'select count(*) as rows, coalesce(sum(%s), 0) as bytes from %s where user_id = $1',
      private.text_bytes(counted), counted
    ) into part using owner;
    rows := rows + part.rows;
    bytes := bytes + part.bytes;
  end loop;
end;
$$;
comment on function private.stored_by(uuid) is
  'What an account stores in all tables that private.bound_account() stands on.';
revoke execute on function private.stored_by(uuid) from public;

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

create function private.spend_allowance(owner uuid, more_rows bigint, more_bytes bigint)
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
revoke execute on function private.spend_allowance(uuid, bigint, bigint) from public;

create function private.lock_account_first()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_account();
  return null;
end;
$$;
comment on function private.lock_account_first() is
  'Statement trigger. On deletions too: they change rows that refer to what is deleted.';
revoke execute on function private.lock_account_first() from public;

create function private.bound_account(counted regclass)
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
comment on function private.bound_account(regclass) is
  'Puts a table with a user_id under the bounds. To be called again after a column of text was added to it.';
revoke execute on function private.bound_account(regclass) from public;

create function public.set_account_limits(account uuid, max_rows bigint, max_bytes bigint)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  insert into private.account_limits (user_id, max_rows, max_bytes)
  values (account, set_account_limits.max_rows, set_account_limits.max_bytes)
  on conflict (user_id) do update
  set max_rows = excluded.max_rows, max_bytes = excluded.max_bytes;
  -- Counted again, and measured by the new limits.
  delete from private.allowances where user_id = account or account is null;
$$;
comment on function public.set_account_limits(uuid, bigint, bigint) is
  'The most that one account stores; null: that every account stores which has no limits of its own.';
revoke execute on function public.set_account_limits(uuid, bigint, bigint)
from public, anon, authenticated;
grant execute on function public.set_account_limits(uuid, bigint, bigint) to service_role;
