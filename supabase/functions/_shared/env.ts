/**
 * Settings as Supabase hands them to functions; the last two are ours.
 * `Deno.env` is read at the call, so that tests of pure parts need no environment.
 */
type Setting =
  | 'SUPABASE_URL'
  | 'SUPABASE_ANON_KEY'
  | 'SUPABASE_SERVICE_ROLE_KEY'
  | 'MAIL_ENCRYPTION_KEY'
  | 'SITE_URL'
  | 'TRUSTED_PROXIES'
  | 'RATE_LIMIT_FACTOR';

/** The value of a setting, or undefined when it is not set or empty. */
export function optionalSetting(name: Setting): string | undefined {
  return Deno.env.get(name) || undefined;
}

/** The value of a setting the functions cannot work without; throws (answered as 500) if missing. */
export function setting(name: Setting): string {
  const value = optionalSetting(name);
  if (value === undefined) throw new Error(`${name} is not set for the edge functions`);
  return value;
}
