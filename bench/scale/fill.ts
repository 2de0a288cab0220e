import type { Client } from 'pg';

/** The id of the n-th invented user, in SQL and here. */
export const userId = (n: number): string =>
  `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const USER_ID = `('00000000-0000-4000-8000-' || lpad(u::text, 12, '0'))::uuid`;

export const TASKS_EACH = 100;

// Each time all users' first rows, then all users' second ones and so on: what belongs to one user
// lies scattered over the whole table, as it does after years.
const statements = [
  `insert into auth.users (id, instance_id, aud, role, email, email_confirmed_at, raw_app_meta_data,
     raw_user_meta_data, created_at, updated_at)
   select ${USER_ID}, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated',
     'user-' || u || '@users.almanac.invalid', now(), '{}', '{}', now(), now()
   from generate_series($1::int, $2::int) as u`,
  `insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at)
   select gen_random_uuid(), u, 'email', ${USER_ID}, '{}', now()
   from generate_series($1::int, $2::int) as u`,
  `with session as (
     insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     select gen_random_uuid(), ${USER_ID}, now(), now(), 'aal1'
     from generate_series($1::int, $2::int) as u
     returning id, user_id
   )
   insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
   select md5(id::text), user_id, id, false, now(), now() from session`,
  `insert into public.profiles (id, username, email)
   select ${USER_ID}, 'user-' || u, 'user-' || u || '@example.com'
   from generate_series($1::int, $2::int) as u`,
  `insert into public.tasks (user_id, title, category, priority, completed, completed_at, due_date,
     repeat_type, rev)
   select ${USER_ID}, 'Task ' || n, 'Category ' || n % 4, 'medium', done, moment,
     current_date - n % 30, case when n % 10 = 0 then 'weekly' else 'none' end::public.repeat_type, n
   from generate_series(1, ${TASKS_EACH}) as n, generate_series($1::int, $2::int) as u,
     lateral (select n > 30 as done) as a,
     lateral (select case when done then now() - (n - 31) * interval '8 hours' end as moment) as b`,
  `insert into public.contacts (user_id, first_name, last_name, company, email_address)
   select ${USER_ID}, 'First ' || n, 'Last ' || n, 'Company ' || n, 'contact-' || n || '@example.com'
   from generate_series(1, 20) as n, generate_series($1::int, $2::int) as u`,
  `insert into public.folders (user_id, name)
   select ${USER_ID}, 'Folder ' || n
   from generate_series(1, 5) as n, generate_series($1::int, $2::int) as u`,
  `insert into public.folders (user_id, name, parent_uid)
   select f.user_id, 'Folder in ' || f.id, f.uid
   from public.folders as f join generate_series($1::int, $2::int) as u on f.user_id = ${USER_ID}
   where f.name = 'Folder 1'`,
  `insert into public.notes (user_id, title, content, folder_uid)
   select f.user_id, 'Note ' || n, repeat('All that is to be remembered. ', 20), f.uid
   from generate_series(1, 2) as n, public.folders as f
     join generate_series($1::int, $2::int) as u on f.user_id = ${USER_ID}
   where f.parent_uid is null`,
  `insert into public.categories (user_id, name)
   select ${USER_ID}, 'Category ' || n
   from generate_series(0, 3) as n, generate_series($1::int, $2::int) as u`,
  // What everybody has who has written something and signed in.
  `insert into private.histories (user_id, rev)
   select ${USER_ID}, ${TASKS_EACH} from generate_series($1::int, $2::int) as u`,
  `insert into private.allowances (user_id, rows, bytes)
   select ${USER_ID}, 100000, 200000000 from generate_series($1::int, $2::int) as u`,
  `insert into private.broadcast_spending (user_id, busy_until)
   select ${USER_ID}, now() from generate_series($1::int, $2::int) as u`,
  `insert into private.known_addresses (user_id, network, last_used)
   select ${USER_ID}, '192.0.2.1/32', now() from generate_series($1::int, $2::int) as u`,
  `insert into private.category_renames (user_id, old_name, category_uid)
   select c.user_id, 'Former ' || c.name, c.uid
   from public.categories as c join generate_series($1::int, $2::int) as u on c.user_id = ${USER_ID}
   where c.name = 'Category 3'`,
];

/** Adds the users `first` to `last` with all that is theirs. No triggers: nobody listens. */
export async function addUsers(database: Client, first: number, last: number): Promise<void> {
  await database.query("set session_replication_role = 'replica'; set synchronous_commit = off");
  for (const statement of statements) await database.query(statement, [first, last]);
  await database.query('reset session_replication_role; reset synchronous_commit');
  await database.query('vacuum analyze');
}
