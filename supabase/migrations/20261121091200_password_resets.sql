-- The limits on asking for a temporary password are counted with all others, in
-- private.rate_limits, by account and by network address. What remains here is what was mailed.
-- The table holds the requests of a day and only functions of this version read it, so that a
-- short lock and lost columns disturb nobody.
-- squawk-ignore-file ban-drop-column, adding-not-nullable-field

delete from public.password_resets where token_hash is null;

alter table public.password_resets
  drop column identifier_hash,
  drop column address_hash,
  drop constraint a_token_is_for_a_user_and_expires,
  alter column user_id set not null,
  alter column token_hash set not null,
  alter column expires_at set not null;

comment on table public.password_resets is
  'Temporary passwords that were mailed. A password of the user''s own ends them all.';
comment on column public.password_resets.user_id is null;
comment on column public.password_resets.token_hash is 'Hash of the temporary password.';
comment on column public.password_resets.used_at is
  'When it signed somebody in. From then on it is only the current password of a change.';
