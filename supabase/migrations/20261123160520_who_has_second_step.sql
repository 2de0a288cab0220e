-- The administrator's list says who signs in in two steps, and offers to take it off only there.
create function public.who_has_second_step()
returns uuid []
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select distinct f.user_id from auth.mfa_factors as f where f.status = 'verified'
  );
end;
$$;
comment on function public.who_has_second_step() is 'Everybody who signs in in two steps.';
revoke execute on function public.who_has_second_step() from public, anon, authenticated;
grant execute on function public.who_has_second_step() to service_role;
