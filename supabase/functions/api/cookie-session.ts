import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr';
import type { Session } from '@supabase/supabase-js';
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../_shared/domain/session.ts';
import { secretKey, setting } from '../_shared/env.ts';

/** What is needed of supabase-js' `auth`. */
type CookieAuth = {
  getSession(): Promise<{ data: { session: { access_token: string } | null } }>;
  setSession(tokens: {
    access_token: string;
    refresh_token: string;
  }): Promise<{ error: Error | null }>;
};

/** No tables: this client is for sessions only. */
type NoTables = {
  public: {
    Tables: Record<string, never>;
    Views: Record<string, never>;
    Functions: Record<string, never>;
  };
};

/**
 * The identity service with the session of the request's cookies, the same cookies that the web
 * app uses. Whatever becomes of the session is written to `headers` as Set-Cookie. It refreshes
 * with the secret key, so that limits count the caller's address and not this function's.
 */
function cookieAuth(request: Request, headers: Headers, address: string): CookieAuth {
  const secure = (
    request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol
  ).startsWith('https');
  const client = createServerClient<NoTables>(setting('SUPABASE_URL'), secretKey(), {
    cookieOptions: { name: SESSION_COOKIE, ...SESSION_COOKIE_OPTIONS, secure },
    auth: { detectSessionInUrl: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': address, 'sb-forwarded-for': address } },
    cookies: {
      getAll: () => parseCookieHeader(request.headers.get('cookie') ?? ''),
      setAll(cookies) {
        for (const { name, value, options } of cookies) {
          headers.append('set-cookie', serializeCookieHeader(name, value, options));
        }
      },
    },
  });
  return client.auth;
}

/** The access token of the cookie session, refreshed if its time is nearly over; undefined without. */
export async function cookieToken(
  request: Request,
  headers: Headers,
  address: string,
): Promise<string | undefined> {
  if (!request.headers.get('cookie')?.includes(SESSION_COOKIE)) return undefined;
  const { data } = await cookieAuth(request, headers, address).getSession();
  return data.session?.access_token;
}

/** Set-Cookie headers that put this session into the browser. */
export async function sessionCookies(
  request: Request,
  session: Session,
  address: string,
): Promise<Headers> {
  const headers = new Headers();
  const { error } = await cookieAuth(request, headers, address).setSession(session);
  if (error) throw error;
  return headers;
}

/** Set-Cookie headers that take the session out of the browser; nothing is asked of the server. */
export function clearedCookies(request: Request): Headers {
  const headers = new Headers();
  for (const { name } of parseCookieHeader(request.headers.get('cookie') ?? '')) {
    if (name !== SESSION_COOKIE && !name.startsWith(`${SESSION_COOKIE}.`)) continue;
    const options = { ...SESSION_COOKIE_OPTIONS, maxAge: 0 };
    headers.append('set-cookie', serializeCookieHeader(name, '', options));
  }
  return headers;
}
