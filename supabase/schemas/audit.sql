-- The audit log: who changed what with the rights of an administrator. An entry is written in the
-- transaction of the act itself: either both are there or neither.

create table public.admin_events (
  id bigint generated always as identity primary key,
  actor_id uuid references auth.users (id) on delete set null,
  subject_id uuid references auth.users (id) on delete set null,
  action text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint action_has_1_to_100_characters check (length(action) between 1 and 100)
);
comment on table public.admin_events is 'Who changed what with the rights of an administrator. Never holds a secret.';
comment on column public.admin_events.detail is 'Names and values worth reading later, for example the username; it outlives the user.';

create index admin_events_by_time on public.admin_events (created_at);
create index admin_events_of_actor on public.admin_events (actor_id);
create index admin_events_of_subject on public.admin_events (subject_id);

revoke all on public.admin_events from anon, authenticated, service_role;
grant select, insert, update, delete on public.admin_events to service_role;
alter table public.admin_events enable row level security;

create trigger set_updated_at
before insert or update on public.admin_events
for each row execute function private.set_updated_at();

create trigger broadcast_insert_to_admins
after insert on public.admin_events
referencing new table as changed
for each statement execute function private.broadcast_changes('admin');

create trigger broadcast_update_to_admins
after update on public.admin_events
referencing new table as changed
for each statement execute function private.broadcast_changes('admin');

create trigger broadcast_delete_to_admins
after delete on public.admin_events
referencing old table as changed
for each statement execute function private.broadcast_changes('admin');

create function private.record_event(action text, actor uuid, subject uuid, detail jsonb)
returns void
language plpgsql
volatile
security invoker
set search_path = ''
as $$
begin
  insert into public.admin_events (actor_id, subject_id, action, detail)
  values (
    actor,
    subject,
    record_event.action,
    jsonb_build_object('actor', (select p.username from public.profiles as p where p.id = actor))
      || case
        when subject is null then '{}'
        else jsonb_build_object(
          'subject', (select p.username from public.profiles as p where p.id = subject)
        )
      end
      || record_event.detail
  );
  -- A few at a time, so that no act waits for the sweeping of a long pause.
  delete from public.admin_events
  where id in (
    select e.id from public.admin_events as e
    where e.created_at < now() - interval '1 year'
    order by e.created_at
    limit 100
  );
end;
$$;
comment on function private.record_event(text, uuid, uuid, jsonb) is
  'Writes who did what to whom, with the names of now. The actor is null for the person at the machine.';
revoke execute on function private.record_event(text, uuid, uuid, jsonb) from public;
