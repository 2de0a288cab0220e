import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { publishableKey, secretKey, setting } from './env.ts';

/** Nothing is remembered between requests of different people. */
const STATELESS = {
  persistSession: false,
  autoRefreshToken: false,
  detectSessionInUrl: false,
} as const;

let service: SupabaseClient | undefined;

/** The database and the identity service with all rights; row-level security does not bind it. */
export function serviceClient(): SupabaseClient {
  service ??= createClient(setting('SUPABASE_URL'), secretKey(), {
    auth: STATELESS,
  });
  return service;
}

/** The identity service as a browser sees it. A new one each time: a sign-in stays inside it. */
export function anonymousClient(): SupabaseClient {
  return createClient(setting('SUPABASE_URL'), publishableKey(), { auth: STATELESS });
}

/** The database as the owner of `token` sees it: row-level security decides. */
export function userClient(token: string): SupabaseClient {
  return createClient(setting('SUPABASE_URL'), publishableKey(), {
    auth: STATELESS,
    accessToken: async () => token,
  });
}

/**
 * The identity service for signing somebody in on behalf of `address`, so that its limits count
 * the person's address and not this function's. Only the secret key may speak for another address.
 */
export function signInClient(address: string): SupabaseClient {
  return createClient(setting('SUPABASE_URL'), secretKey(), {
    auth: STATELESS,
    global: { headers: { 'x-forwarded-for': address, 'sb-forwarded-for': address } },
  });
}
