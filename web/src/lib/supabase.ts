import type { SupabaseClient } from '@supabase/supabase-js';
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '#domain/session.ts';
import type { Database } from '../db/database.types.ts';
import { loadConfig } from './config.ts';
import { importChunk } from './chunks.ts';
import { clientFetch } from './client-fetch.ts';
import { OFFLINE_TEXT, RequestError } from './errors.ts';
import { yieldToMain } from './idle.ts';
import { sessionUser } from './session-cookie.ts';

export type Client = SupabaseClient<Database>;

let client: Promise<Client> | undefined;

/** Whether the browser has a session to offer; whether it still is one only the server knows. */
export function hasSessionCookie(): boolean {
  return document.cookie.includes(SESSION_COOKIE);
}

/** Milliseconds after which what is on this device is waited for no longer. */
const PATIENCE = 1000;

const admission = Promise.withResolvers<void>();

/** The copy on this device is drawn, or there is none: now the server is asked. */
export function admitServer(): void {
  admission.resolve();
}

/**
 * Where somebody is signed in, what is on this device comes first: evaluating the client takes as long
 * as drawing it.
 */
async function waitForTurn(): Promise<void> {
  if (sessionUser(document.cookie) === undefined) return;
  const timer = setTimeout(admitServer, PATIENCE);
  await admission.promise;
  clearTimeout(timer);
}

async function connect(): Promise<Client> {
  await waitForTurn();
  // A third of the app's code, and visitors can do without until they sign in.
  const [{ createBrowserClient }, { supabaseUrl, publishableKey }] = await Promise.all([
    importChunk(() => import('@supabase/ssr')),
    loadConfig(),
  ]);
  const made = createBrowserClient<Database>(supabaseUrl, publishableKey, {
    isSingleton: false,
    cookieOptions: {
      name: SESSION_COOKIE,
      ...SESSION_COOKIE_OPTIONS,
      secure: location.protocol === 'https:',
    },
    // No automatic retries (spec section 9): what failed is said at once.
    db: { retry: false },
    global: { fetch: clientFetch() },
    // Links in mails never carry a session here, so nothing in an address may become one.
    auth: { detectSessionInUrl: false },
  });
  // Making it is long enough for a task, and so is reading the cookies with it, which comes next.
  await yieldToMain();
  return made;
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

type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: Record<string, unknown>;
};

/**
 * Calls an edge function and returns its parsed answer, unchecked. Throws a `RequestError` with the
 * function's own words and code (`{message, code}`, design section 6) for one without success.
 */
export async function callFunction(path: string, { method = 'POST', body }: Call = {}) {
  const supabase = await getSupabase();
  const { data, error, response } = await supabase.functions.invoke<unknown>(path, {
    method,
    ...(body ? { body } : {}),
  });
  if (!error) return data;
  if (!response) throw new RequestError(0, OFFLINE_TEXT);
  const text = await response.text();
  throw refusal(response.status, response.statusText, text);
}

function refusal(status: number, statusText: string, text: string): RequestError {
  try {
    const { message, code }: { message?: unknown; code?: unknown } = Object(JSON.parse(text));
    if (typeof message === 'string') {
      return new RequestError(status, message, typeof code === 'string' ? code : undefined);
    }
  } catch {
    // Not JSON: something in front of the function answered, in its own words.
  }
  return new RequestError(status, text.length > 0 && text.length < 200 ? text : statusText);
}
