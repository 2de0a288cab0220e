-- Rows for the tests of backup, restore and move, in every table that has none yet. Applied after
-- three people have registered.

create temporary table people as
select id, row_number() over (order by created_at, id) as number from public.profiles;

insert into public.categories (user_id, name)
select id, name from people cross join (values ('Work'), ('Žluť'), (E'tab\tin it')) as c (name);

insert into public.tasks (user_id, title, description, category, due_date, priority, completed_at, completed)
select p.id, t.title, t.description, t.category, t.due_date, t.priority::public.task_priority, t.done,
  t.done is not null
from people as p cross join (values
  ('plain', null, null, null::date, 'low', null::timestamptz),
  (E'\\.', E'\\.\n\\.\nnot the end', 'Work', '0001-01-01', 'medium', '2001-02-03 04:05:06.789123+00'),
  (E'\\N', E'tab\t newline\n return\r backslash \\ quote '' " null \\N', '', '9999-12-31', 'high', null),
  ('😀 ünïcödé מילה', E'\u0001\u007f control', E'tab\tin it', '2024-02-29', 'medium', null)
) as t (title, description, category, due_date, priority, done);

-- Series whose next occurrences refer to the tasks that they came from.
insert into public.tasks (user_id, title, due_date, repeat_type)
select id, 'rent', '2026-01-31', 'monthly' from people;
update public.tasks set completed = true where title = 'rent' and not completed;
update public.tasks set rank = private.rank_at(-id) where title in ('plain', 'rent');

insert into public.contacts (user_id, first_name, last_name, company, phone)
select id, nullif(left('Ada', n), ''), E'O\\Neil', case when n > 1 then '' end, '+420 1 ' || n
from people cross join generate_series(0, 20) as n;

insert into public.folders (user_id, name, category) select id, 'top', 'Work' from people;
insert into public.folders (user_id, name, parent_uid)
select user_id, 'below', uid from public.folders where name = 'top';
-- A parent that was made after its child.
insert into public.folders (user_id, name) select id, 'late' from people;
update public.folders as f set parent_uid = late.uid
from public.folders as late
where f.name = 'top' and late.name = 'late' and late.user_id = f.user_id;

insert into public.notes (user_id, title, content, folder_uid)
select user_id, name || ' note', repeat(E'a long note \\ with "marks"\n', 30000), uid
from public.folders;
insert into public.notes (user_id, title, content) select id, 'empty', null from people;

insert into public.password_resets (user_id, token_hash, expires_at)
select id, 't' || number, now() + interval '1 hour' from people;
insert into public.admin_events (actor_id, subject_id, action, detail)
select id, null, 'reset_password', '{"actor": "Ann\u00e1", "deep": [1, 2.50, null, {"a\\b": "\t"}]}'
from people;

insert into public.registration_settings (mode) values ('closed');
insert into public.invitations (token_hash, email, created_by, expires_at)
select 'i' || number, 'guest' || number || '@example.org', id, now() + interval '7 days' from people;

insert into public.app_passwords (user_id, name, scope, token_hash, last_used_at, last_used_from)
select id, 'phone ' || number, 'dav', 'a' || number, now(), '2001:db8::1' from people;

insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
select gen_random_uuid(), id, 'Phone', 'totp', 'unverified', now(), now(), 'GEZDGNBV' from people;
insert into public.recovery_codes (user_id, code_hash) select id, 'r' || number from people;

-- The highest numbers are no longer in use, and must not be used again.
delete from public.tasks where id in (select max(id) from public.tasks where title <> 'rent');
insert into public.contacts (user_id) select id from people;
delete from public.contacts where first_name is null and last_name is null;

-- What people changed since they registered: the account's own data says otherwise.
update public.profiles set email = null where email is not null;
update public.profiles set email = 'anna@example.org', theme = 'dark', time_zone = 'Europe/Prague'
where id = (select id from people where number = 2);
update public.profiles set is_admin = true, must_change_password = true
where id = (select id from people where number = 3);

insert into private.dav_objects (user_id, task_uid, name, raw)
select user_id, uid, title || uid, E'BEGIN:VCALENDAR\r\nX-KEPT:\\N\r\n' from public.tasks where title = 'plain';
insert into private.dav_objects (user_id, contact_uid, name, raw)
select user_id, uid, uid, 'BEGIN:VCARD' from public.contacts where first_name = 'Ada';
insert into private.dav_lists (user_id, list, sort_order, color, name)
select user_id, uid, id::integer, 'red', name || '-list' from public.categories;
insert into private.dav_lists (user_id, list, color) select id, 'none', 'blue' from people;
