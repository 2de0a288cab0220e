-- Functions whose names said what they do in words of our own.

alter function public.taken_names(text, text) rename to check_availability;
alter function public.spend_limits(jsonb) rename to consume_rate_limits;
alter function public.forget_limits(text[]) rename to reset_rate_limits;
alter function public.spend_attempt(text, text, jsonb) rename to consume_sign_in_attempt;

create or replace function public.consume_sign_in_attempt(account text, address text, rules jsonb)
returns double precision
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  subject constant uuid := (
    select u.id from auth.users as u
    where u.email = consume_sign_in_attempt.account and u.is_sso_user = false
  );
  wait double precision;
begin
  if public.is_known_address(subject, address) then
    return public.consume_rate_limits((rules -> 'always') || (rules -> 'network'));
  end if;
  wait := public.consume_rate_limits(
    (rules -> 'always') || (rules -> 'network') || (rules -> 'unknown')
  );
  if wait = 0 or private.limit_wait(rules -> 'unknown', clock_timestamp()) = 0 then
    return wait;
  end if;
  return public.consume_rate_limits((rules -> 'always') || (rules -> 'guarded'));
end;
$$;

comment on function public.consume_sign_in_attempt(text, text, jsonb) is
  'Counts an attempt at the password of an account (its address at the identity service, whether there is one or not) as consume_rate_limits does. rules: lists of limits. From a known network: always and network. From others: unknown as well; once that is used up, always and guarded instead.';
