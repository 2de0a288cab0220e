-- People change their own mail address.

create function public.change_email(subject uuid, wanted text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.profiles as p set email = nullif(wanted, '') where p.id = subject;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such user';
  end if;
  -- What was mailed to the address before and has not been used.
  delete from public.password_resets as r where r.user_id = subject and r.used_at is null;
  -- The address of the registration, which nothing reads any more.
  update auth.users as u set raw_user_meta_data = u.raw_user_meta_data - 'email'
  where u.id = subject;
end;
$$;
comment on function public.change_email(uuid, text) is
  'Sets or, with an empty text, removes the address that passwords are mailed to. Temporary passwords under way end. 23505: somebody else has it.';
revoke execute on function public.change_email(uuid, text) from public, anon, authenticated;
grant execute on function public.change_email(uuid, text) to service_role;
