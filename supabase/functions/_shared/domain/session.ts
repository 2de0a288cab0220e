/**
 * Name of the cookie that holds the browser session (`@supabase/ssr`; large sessions are split into
 * `almanac-session.0`, `.1`, …). Fixed, so that the web app and `/api` share one session whatever
 * address the Supabase project has.
 */
export const SESSION_COOKIE = 'almanac-session';

/** SameSite=Lax: other sites' links arrive signed in, their forms and scripts do not. */
export const SESSION_COOKIE_OPTIONS = {
  path: '/',
  sameSite: 'lax',
  /** 400 days, the longest that browsers accept; the session itself ends by the identity service's rules. */
  maxAge: 400 * 24 * 60 * 60,
} as const;
