import { createBrowserClient } from '@supabase/ssr';
import type { SupabaseClient } from '@supabase/supabase-js';
import {
  SESSION_COOKIE,
  SESSION_COOKIE_OPTIONS,
} from '../../../supabase/functions/_shared/domain/session.ts';
import type { Database } from '../db/database.types.ts';
import { loadConfig } from './config.ts';

export type Client = SupabaseClient<Database>;

let client: Promise<Client> | undefined;

async function connect(): Promise<Client> {
  const { supabaseUrl, publishableKey } = await loadConfig();
  return createBrowserClient<Database>(supabaseUrl, publishableKey, {
    isSingleton: false,
    cookieOptions: {
      name: SESSION_COOKIE,
      ...SESSION_COOKIE_OPTIONS,
      secure: location.protocol === 'https:',
    },
    // No automatic retries (spec section 9): what failed is said at once.
    db: { retry: false },
    // Links in mails never carry a session here, so nothing in an address may become one.
    auth: { detectSessionInUrl: false },
  });
}

/**
 * The one Supabase client of this tab; the session lives in cookies (design section 4). The first
 * call reads the configuration; after a failure the next call tries again.
 */
export function getSupabase(): Promise<Client> {
  client ??= connect().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}
