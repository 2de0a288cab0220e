-- Revisions: the place of a row's last change in its owner's history. One number a transaction and
-- owner, and the counter's row stays locked until commit, so that numbers become visible in their
-- order: whoever has seen revision n asks for what is greater and has missed nothing.

create table private.histories (
  user_id uuid primary key references auth.users (id) on delete cascade,
  uid uuid not null default gen_random_uuid(),
  rev bigint not null default 0,
  purged_rev bigint not null default 0
);
comment on table private.histories is 'One for each owner of rows: the counter of revisions.';
comment on column private.histories.uid is
  'Which history this is. Another one after a restore: what a device has seen of the old one counts for nothing.';
comment on column private.histories.purged_rev is
  'The last revision of which a deleted row has been removed. A device that has not come so far starts afresh.';
alter table private.histories enable row level security;

create function private.lock_history(owner uuid)
returns private.histories
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  history private.histories;
begin
  -- As the deletion of an account does: first its row, which new rows refer to, then its history.
  perform from auth.users as u where u.id = owner for key share;
  select h.* into history from private.histories as h where h.user_id = owner for update;
  if not found then
    -- The first of this database: rows may have come with a backup.
    insert into private.histories as h (user_id, rev) values (owner, private.last_rev(owner))
    on conflict (user_id) do update set rev = h.rev
    returning h.* into history;
  end if;
  return history;
end;
$$;
comment on function private.lock_history(uuid) is
  'An owner''s history, locked until the end of the transaction: their writers go one after the other.';
revoke execute on function private.lock_history(uuid) from public;

create function private.lock_account()
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.require_session('api', 'dav');
    perform private.lock_history(auth.uid());
    -- Not by the change that needs it first: where that is refused, what was counted is forgotten
    -- with it, and the next one counts again.
    if not exists (select from private.allowances as a where a.user_id = auth.uid()) then
      perform private.count_account(auth.uid());
    end if;
  end if;
end;
$$;
comment on function private.lock_account() is
  'Writers of one account wait for each other, until the end of the transaction. Before any row is locked, so that none waits for a row of one that waits for the account; and before anything is read to decide what to write, so that it stays as it is. PT403: a session that may not write.';
revoke execute on function private.lock_account() from public;
grant execute on function private.lock_account() to authenticated;

create function private.next_rev(owner uuid)
returns bigint
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- Gone with the transaction, and taken back with a savepoint as the counter itself.
  taken constant text := current_setting('almanac.rev', true);
  number bigint;
begin
  if left(taken, 36) = owner::text then
    return substr(taken, 38)::bigint;
  end if;
  update private.histories as h set rev = h.rev + 1 where h.user_id = owner returning h.rev into number;
  if not found then
    perform private.lock_history(owner);
    update private.histories as h set rev = h.rev + 1 where h.user_id = owner returning h.rev into number;
  end if;
  perform set_config('almanac.rev', owner || ':' || number, true);
  return number;
end;
$$;
comment on function private.next_rev(uuid) is
  'The revision of this transaction in somebody''s history; the same one however often it is asked for.';
revoke execute on function private.next_rev(uuid) from public;

create function private.revision_of_transaction(owner uuid)
returns bigint
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  return case
    when left(current_setting('almanac.rev', true), 36) = owner::text
    then substr(current_setting('almanac.rev', true), 38)::bigint
  end;
end;
$$;
comment on function private.revision_of_transaction(uuid) is
  'What private.next_rev() has given out in this transaction; null if it has not been asked.';
revoke execute on function private.revision_of_transaction(uuid) from public;
grant execute on function private.revision_of_transaction(uuid) to authenticated;

create function private.assign_rev()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then
    return new;
  end if;
  -- A row without an owner, or of somebody else's: the table refuses it after this, and in its own
  -- words. Nobody waits for a stranger's lock meanwhile.
  if new.user_id is null or new.user_id <> auth.uid() then
    return new;
  end if;
  new.rev := private.next_rev(new.user_id);
  if tg_op = 'INSERT' then
    new.edited_rev := new.rev;
  end if;
  return new;
end;
$$;
comment on function private.assign_rev() is
  'Gives a new or changed row the revision of its transaction. Runs before the triggers that look at the row (by its name).';
revoke execute on function private.assign_rev() from public;

create function private.mark_edited()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  new.edited_rev := new.rev;
  return new;
end;
$$;
comment on function private.mark_edited() is 'Somebody typed: not only ticked, moved or dragged.';
revoke execute on function private.mark_edited() from public;

create function private.mark_content()
returns trigger
language plpgsql
security invoker
set search_path = ''
as $$
begin
  new.content_rev := new.rev;
  return new;
end;
$$;
comment on function private.mark_content() is 'The content of a note has another version.';
revoke execute on function private.mark_content() from public;
