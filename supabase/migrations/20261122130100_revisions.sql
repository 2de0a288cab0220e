-- Revisions: the place of a row's last change in its owner's history. One number a transaction and
-- owner, and the counter's row stays locked until commit, so that numbers become visible in their
-- order: whoever has seen revision n asks for what is greater and has missed nothing.
-- squawk-ignore-file adding-not-nullable-field, require-concurrent-index-creation, adding-field-with-default, prefer-robust-stmts, require-timeout-settings

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

-- What people have had until now is revision 1; triggers give every new row its own.
alter table public.tasks
  add column rev bigint not null default 1,
  add column edited_rev bigint not null default 1;
alter table public.categories
  add column rev bigint not null default 1,
  add column edited_rev bigint not null default 1;
alter table public.contacts
  add column rev bigint not null default 1,
  add column edited_rev bigint not null default 1;
alter table public.folders
  add column rev bigint not null default 1,
  add column edited_rev bigint not null default 1;
alter table public.notes
  add column rev bigint not null default 1,
  add column edited_rev bigint not null default 1,
  add column content_rev bigint not null default 1;

comment on column public.tasks.rev is 'Revision of the last change, see private.histories.';
comment on column public.tasks.edited_rev is 'Revision in which somebody typed last. A deletion that has not seen it does not take the row.';
comment on column public.notes.content_rev is 'Revision of the content: a new content names the one that it was written over.';

create index tasks_by_rev on public.tasks (user_id, rev, uid);
create index categories_by_rev on public.categories (user_id, rev, uid);
create index contacts_by_rev on public.contacts (user_id, rev, uid);
create index folders_by_rev on public.folders (user_id, rev, uid);
create index notes_by_rev on public.notes (user_id, rev, uid);

create function private.last_rev(owner uuid)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select greatest(
    (select max(t.rev) from public.tasks as t where t.user_id = owner),
    (select max(c.rev) from public.categories as c where c.user_id = owner),
    (select max(c.rev) from public.contacts as c where c.user_id = owner),
    (select max(f.rev) from public.folders as f where f.user_id = owner),
    (select max(n.rev) from public.notes as n where n.user_id = owner),
    0
  );
$$;
comment on function private.last_rev(uuid) is 'The greatest revision among somebody''s rows.';
revoke execute on function private.last_rev(uuid) from public;

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

-- From here on the lock of an account is the row of its history, the same that the counter needs.
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
  end if;
end;
$$;
comment on function private.lock_account() is
  'Writers of one account wait for each other, until the end of the transaction. Before any row is locked, so that none waits for a row of one that waits for the account; and before anything is read to decide what to write, so that it stays as it is.';

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

create trigger assign_rev before insert or update on public.tasks
for each row execute function private.assign_rev();
create trigger assign_rev before insert or update on public.categories
for each row execute function private.assign_rev();
create trigger assign_rev before insert or update on public.contacts
for each row execute function private.assign_rev();
create trigger assign_rev before insert or update on public.folders
for each row execute function private.assign_rev();
create trigger assign_rev before insert or update on public.notes
for each row execute function private.assign_rev();

create trigger mark_edited before update of title, description on public.tasks
for each row when ((old.title, old.description) is distinct from (new.title, new.description))
execute function private.mark_edited();
create trigger mark_edited before update of name on public.categories
for each row when (old.name is distinct from new.name)
execute function private.mark_edited();
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
create trigger mark_edited before update of name on public.folders
for each row when (old.name is distinct from new.name)
execute function private.mark_edited();
create trigger mark_edited before update of title, content on public.notes
for each row when ((old.title, old.content) is distinct from (new.title, new.content))
execute function private.mark_edited();

create trigger mark_content_of_new before insert on public.notes
for each row execute function private.mark_content();
create trigger mark_content before update of content on public.notes
for each row when (old.content is distinct from new.content)
execute function private.mark_content();

-- As before, but for the lock: whoever writes in the account is waited for, and finds it gone.
create or replace function public.delete_user(subject uuid, actor uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
set statement_timeout = '60s'
as $$
begin
  perform from public.profiles as p where p.id = subject for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  perform from auth.users as u where u.id = subject for update;
  perform private.record_event('delete_user', actor, subject, '{}');
  delete from auth.users as u where u.id = subject;
  -- What was deferred is refused, or done, within this call.
  set constraints all immediate;
end;
$$;
