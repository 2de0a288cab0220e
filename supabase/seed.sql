-- A demonstration household for `supabase start` and `supabase db reset`: Anna, who administers, and
-- Ben. Both sign in with the password "household-demo". Only for development: never run it where
-- others can reach the installation. Dates are around today.

with members (id, username, mail) as (
  values
    ('a0000000-0000-4000-8000-000000000001'::uuid, 'anna', 'anna@household.example'),
    ('a0000000-0000-4000-8000-000000000002'::uuid, 'ben', null)
),
-- GoTrue reads the token columns as text and cannot read null, so they are empty.
users as (
  insert into auth.users (
    instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
    raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
    email_change_token_new, email_change
  )
  select
    '00000000-0000-0000-0000-000000000000', m.id, 'authenticated', 'authenticated',
    m.username || '@users.almanac.invalid',
    extensions.crypt('household-demo', extensions.gen_salt('bf', 10)), now(),
    '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('username', m.username, 'email', m.mail), now(), now(), '', '', '', ''
  from members as m
  order by m.id
  returning id, email
)
insert into auth.identities (
  id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
)
select
  gen_random_uuid(), u.id::text, u.id,
  jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false),
  'email', now(), now(), now()
from users as u;

update public.profiles
set header_color = 'green', theme = 'dark', time_zone = 'Europe/Berlin'
where username = 'ben';

insert into public.categories (user_id, name)
select p.id, c.name
from public.profiles as p
cross join (values ('Work'), ('Personal'), ('Projects'), ('Garden')) as c (name)
where p.username in ('anna', 'ben');

insert into public.tasks (
  user_id, title, description, priority, category, due_date, repeat_type
)
select
  p.id, t.title, t.description, t.priority::public.task_priority, t.category,
  current_date + t.days, t.repeat_type::public.repeat_type
from public.profiles as p
join (
  values
    ('anna', 'Answer the tax office', 'The letter is in the blue folder.', 'high', 'Personal', -2, 'none'),
    ('anna', 'Water the tomatoes', null, 'medium', 'Garden', 0, 'daily'),
    ('anna', 'Stand-up meeting', null, 'low', 'Work', 0, 'daily-weekday'),
    ('anna', 'Send the offer to Northwind', 'Ask Grace for the figures first.', 'high', 'Work', 1, 'none'),
    ('anna', 'Take out the paper bin', null, 'low', 'Personal', 2, 'biweekly'),
    ('anna', 'Prune the apple tree', null, 'medium', 'Garden', 5, 'yearly'),
    ('anna', 'Pay the rent', null, 'high', 'Personal', 9, 'monthly'),
    ('anna', 'Back up the photographs', null, 'medium', 'Projects', 20, 'quarterly'),
    ('anna', 'Read "The Home Library"', null, 'low', null, null, 'none'),
    ('ben', 'Repair the bicycle light', null, 'high', 'Personal', -1, 'none'),
    ('ben', 'Piano lesson', 'Bring the Schumann.', 'medium', 'Personal', 1, 'weekly'),
    ('ben', 'Plan the bird house', null, 'low', 'Projects', null, 'none')
) as t (username, title, description, priority, category, days, repeat_type)
  on t.username = p.username;

-- The last weeks, so that there is something behind the open tasks.
insert into public.tasks (user_id, title, category, due_date, completed, completed_at, created_at)
select
  p.id, (array['Buy bread', 'Call the dentist', 'Sort the post', 'Clean the bicycle'])[1 + n % 4],
  'Personal', current_date - n, true, now() - n * interval '1 day', now() - (n + 3) * interval '1 day'
from public.profiles as p
cross join generate_series(0, 40) as n
where p.username = 'anna';

insert into public.contacts (
  user_id, first_name, last_name, display_full_name, title, company, category, email_address,
  mobile_phone, address_one, city, zip_code
)
select
  p.id, c.first_name, c.last_name, c.first_name || ' ' || c.last_name, c.title, c.company, c.category,
  c.email_address, c.mobile_phone, c.address_one, c.city, c.zip_code
from public.profiles as p
cross join (
  values
    ('Grace', 'Holloway', 'Sales', 'Northwind', 'Work', 'grace@northwind.example', '+49 30 5550101', 'Hafenstrasse 4', 'Hamburg', '20359'),
    ('Omar', 'Rahimi', null, 'Rahimi Carpentry', 'Projects', 'omar@rahimi.example', '+49 30 5550102', 'Werkhof 11', 'Berlin', '10997'),
    ('Lucía', 'Fernández', 'Dentist', null, 'Personal', null, '+49 30 5550103', 'Lindenallee 8', 'Berlin', '13187'),
    ('Tom', 'Aldersey', null, null, 'none', 'tom@aldersey.example', null, null, null, null)
) as c (
  first_name, last_name, title, company, category, email_address, mobile_phone, address_one, city,
  zip_code
)
where p.username = 'anna';

with kitchen as (
  insert into public.folders (user_id, name, category)
  select p.id, 'Kitchen', 'Personal' from public.profiles as p where p.username = 'anna'
  returning uid, user_id
),
baking as (
  insert into public.folders (user_id, name, parent_uid)
  select k.user_id, 'Baking', k.uid from kitchen as k
  returning uid, user_id
)
insert into public.notes (user_id, folder_uid, title, content)
select
  b.user_id, b.uid, 'Sourdough',
  E'**Evening before**\n- 100 g starter\n- 400 g flour, *strong*\n- 300 g water\n\n**Morning**\n1. Fold\n2. Shape\n3. Bake at 240 degrees\n\n> The smell tells when.'
from baking as b
union all
select k.user_id, k.uid, 'Oven', 'The left shelf runs **hot**: turn the tray after half the time.'
from kitchen as k;

insert into public.notes (user_id, title, content)
select p.id, 'Wi-Fi at the cottage', 'On a __yellow__ slip behind the clock.'
from public.profiles as p
where p.username in ('anna', 'ben');
