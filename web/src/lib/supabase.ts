import type { SupabaseClient } from '@supabase/supabase-js';
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '#domain/session.ts';
import type { Database } from '../db/database.types.ts';
import { OFFLINE_TEXT, RequestError } from './errors.ts';
import { importChunk, yieldToMain } from './later.ts';

export type Client = SupabaseClient<Database>;

let client: Promise<Client> | undefined;

/** Whether the browser has a session cookie; whether it is still valid only the server knows. */
export function hasSessionCookie(): boolean {
  return document.cookie.includes(SESSION_COOKIE);
}

/** Milliseconds that the client waits for the device's copy to be drawn. */
const COPY_PATIENCE = 1000;

const admission = Promise.withResolvers<void>();

/** Call it once the device's copy is drawn, or there is none: from now on the server is asked. */
export function admitServer(): void {
  admission.resolve();
}

/**
 * If somebody is signed in, the device's copy is drawn first: evaluating the client takes as long as
 * drawing it.
 */
async function waitForTurn(): Promise<void> {
  if (sessionUser(document.cookie) === undefined) return;
  const timer = setTimeout(admitServer, COPY_PATIENCE);
  await admission.promise;
  clearTimeout(timer);
}

async function connect(): Promise<Client> {
  await waitForTurn();
  // A third of the app's code; visitors do not need it until they sign in.
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
    // No automatic retries (spec section 9): a failure is shown at once.
    db: { retry: false },
    global: { fetch: clientFetch() },
    // No link in our mails carries a session, so none may be taken from an address.
    auth: { detectSessionInUrl: false },
  });
  // Both are long tasks: creating the client, and reading the cookies, which comes next.
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
 * function's own message and code (`{message, code}`) if it fails.
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
    // Not JSON: something in front of the function answered.
  }
  return new RequestError(status, text.length > 0 && text.length < 200 ? text : statusText);
}

/** `/config.json`: what an installation tells the built app (design section 1). */
export type AppConfig = {
  /** Absolute, without a slash at its end. */
  supabaseUrl: string;
  publishableKey: string;
};

/**
 * Reads `/config.json`, which index.html preloads. `supabaseUrl` may be `/`: the page's own origin.
 * Throws when the file is missing or is not what it should be.
 */
async function readConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return parseConfig(await response.json(), location.origin);
}

let config: Promise<AppConfig> | undefined;

/** The configuration, read once; after a failure the next call tries again. */
export function loadConfig(): Promise<AppConfig> {
  config ??= readConfig().catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

/** Checks the parsed file and makes the address absolute. */
export function parseConfig(answer: unknown, origin: string): AppConfig {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'supabaseUrl' in answer &&
    'publishableKey' in answer &&
    typeof answer.supabaseUrl === 'string' &&
    typeof answer.publishableKey === 'string' &&
    answer.publishableKey !== ''
  ) {
    const url = new URL(answer.supabaseUrl, origin).href;
    return { supabaseUrl: url.replace(/\/+$/, ''), publishableKey: answer.publishableKey };
  }
  throw new Error('/config.json must hold supabaseUrl and publishableKey');
}

const ENCODED = 'base64-';

/** The cookie's text, which `@supabase/ssr` divides into `.0`, `.1`, … where it is long. */
function storedText(cookies: string): string | undefined {
  const values = new Map(
    cookies.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return [cookie.slice(0, at), cookie.slice(at + 1)] as const;
    }),
  );
  const whole = values.get(SESSION_COOKIE);
  if (whole) return whole;
  let text = '';
  for (let part = 0; ; part += 1) {
    const value = values.get(`${SESSION_COOKIE}.${part}`);
    if (value === undefined) return text || undefined;
    text += value;
  }
}

function decode(text: string): unknown {
  const plain = decodeURIComponent(text);
  if (!plain.startsWith(ENCODED)) return JSON.parse(plain);
  const base64 = plain.slice(ENCODED.length).replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The object in a cookie's text or in a part of a token; empty if it is damaged. */
function readObject(text = '{}'): Record<string, unknown> {
  try {
    return Object(decode(text));
  } catch (error) {
    console.warn('The session cookie could not be read.', error);
    return {};
  }
}

/**
 * Whose session the browser's cookies hold, valid or not. Only for choosing which of the copies on
 * this device is opened. Undefined if there is none that can be read.
 */
export function sessionUser(cookies: string): string | undefined {
  const { id } = Object(readObject(storedText(cookies))['user']);
  return typeof id === 'string' ? id : undefined;
}

/**
 * Whether the session may need a code: its owner has an authenticator, and it was begun without one.
 * It may have been begun with a recovery code, which only the server knows.
 */
export function mayNeedCode(cookies: string): boolean {
  const { user, access_token: token } = readObject(storedText(cookies));
  if (!JSON.stringify(user ?? '').includes('"status":"verified"')) return false;
  return readObject(ENCODED + String(token).split('.')[1])['aal'] === 'aal1';
}

/** Milliseconds after which a request without an answer is aborted, plus the time for its body. */
const REQUEST_TIMEOUT = 20_000;
/** Bytes a millisecond of the slowest connection that is supported: 16 kB a second. */
const SLOWEST = 16;
/** Milliseconds at most: enough for 5 MB, more than any request of ours has. */
const MAX_REQUEST_TIMEOUT = 300_000;

/** Milliseconds until a request with such a body is aborted. */
function timeoutFor(body: RequestInit['body'], least: number): number {
  const bytes = typeof body === 'string' ? new Blob([body]).size : 0;
  return Math.min(least + Math.ceil(bytes / SLOWEST), Math.max(least, MAX_REQUEST_TIMEOUT));
}

/**
 * `fetch` as our Supabase client needs it.
 *
 * It has a timeout: a connection may be dead without an error, and other requests wait for this one. A
 * long body gets the time that it takes on a slow connection. Requests to functions have none: they may
 * take longer, and the person who started them sees it.
 *
 * It computes a token's expiry by the device's own clock: with a clock that is ahead, the client would
 * renew the token before every request.
 */
export function clientFetch(
  timeout: number = REQUEST_TIMEOUT,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes('/functions/v1/')) return send(input, init);
    const timer = AbortSignal.timeout(timeoutFor(init.body, timeout));
    const signal = init.signal ? AbortSignal.any([init.signal, timer]) : timer;
    const answer = await send(input, { ...init, signal });
    return answer.ok && url.includes('/auth/v1/token') ? onOwnClock(answer) : answer;
  };
}

async function onOwnClock(answer: Response): Promise<Response> {
  const session: { expires_at?: number; expires_in?: number } = await answer.json();
  const { expires_at = 0, expires_in = 0 } = session;
  const own = Math.round(Date.now() / 1000) + expires_in;
  return Response.json({ ...session, expires_at: Math.max(expires_at, own) }, answer);
}

/**
 * After a failed renewal of the token, auth-js does not try again for a minute and sends every request
 * without a session. If the network caused the failure and is back, this ends the wait.
 */
export function resetRefreshBackoff(supabase: Client): void {
  supabase.auth['lastRefreshFailure'] = null;
}
