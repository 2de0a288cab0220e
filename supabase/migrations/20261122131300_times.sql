-- Times that every client can read: JavaScript has none before year 1 in the text that it is sent, nor
-- an infinite one. Rows that have another are kept, with the nearest one that was possible.
-- squawk-ignore-file constraint-missing-not-valid, prefer-robust-stmts, require-timeout-settings

alter table public.tasks disable trigger user;
alter table public.categories disable trigger user;
alter table public.contacts disable trigger user;
alter table public.folders disable trigger user;
alter table public.notes disable trigger user;

update public.tasks set created_at = least(greatest(created_at, '0001-01-01 00:00+00'), now())
where not created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00';
update public.categories set created_at = least(greatest(created_at, '0001-01-01 00:00+00'), now())
where not created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00';
update public.contacts set created_at = least(greatest(created_at, '0001-01-01 00:00+00'), now())
where not created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00';
update public.folders set created_at = least(greatest(created_at, '0001-01-01 00:00+00'), now())
where not created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00';
update public.notes set created_at = least(greatest(created_at, '0001-01-01 00:00+00'), now())
where not created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00';
update public.tasks set completed_at = least(greatest(completed_at, '0001-01-01 00:00+00'), now())
where not completed_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00';

alter table public.tasks enable trigger user;
alter table public.categories enable trigger user;
alter table public.contacts enable trigger user;
alter table public.folders enable trigger user;
alter table public.notes enable trigger user;

alter table public.tasks add constraint created_at_is_between_year_1_and_9999 check (
  created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
);
alter table public.categories add constraint created_at_is_between_year_1_and_9999 check (
  created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
);
alter table public.contacts add constraint created_at_is_between_year_1_and_9999 check (
  created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
);
alter table public.folders add constraint created_at_is_between_year_1_and_9999 check (
  created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
);
alter table public.notes add constraint created_at_is_between_year_1_and_9999 check (
  created_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
);
alter table public.tasks add constraint completed_at_is_between_year_1_and_9999 check (
  completed_at between '0001-01-01 00:00+00' and '9999-12-31 23:59:59.999+00'
);
