import type { SupabaseClient } from '@supabase/supabase-js';
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '#domain/session.ts';
import type { Database } from '../db/database.types.ts';
import { OFFLINE_TEXT, RequestError } from './errors.ts';
import { importChunk, yieldToMain } from './later.ts';

export type Client = SupabaseClient<Database>;

let client: Promise<Client> | undefined;

/** Whether the browser has a session to offer; whether it still is one only the server knows. */
export function hasSessionCookie(): boolean {
  return document.cookie.includes(SESSION_COOKIE);
}

/** Milliseconds after which what is on this device is waited for no longer. */
const COPY_PATIENCE = 1000;

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
  const timer = setTimeout(admitServer, COPY_PATIENCE);
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

/** What one installation tells the bundle (design section 1). */
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

/** What a cookie's text or a part of a token says; nothing where it is damaged. */
function readObject(text = '{}'): Record<string, unknown> {
  try {
    return Object(decode(text));
  } catch (error) {
    console.warn('The session cookie could not be read.', error);
    return {};
  }
}

/**
 * Whose session the browser's cookies hold, fresh or not: which of the copies on this device is
 * opened, and nothing more. Undefined if there is none that can be read.
 */
export function sessionUser(cookies: string): string | undefined {
  const { id } = Object(readObject(storedText(cookies))['user']);
  return typeof id === 'string' ? id : undefined;
}

/**
 * Whether the session's own words leave open that a code is missing: its owner has an authenticator,
 * and it was begun without. A recovery code does as well, which only the server knows.
 */
export function mayNeedCode(cookies: string): boolean {
  const { user, access_token: token } = readObject(storedText(cookies));
  if (!JSON.stringify(user ?? '').includes('"status":"verified"')) return false;
  return readObject(ENCODED + String(token).split('.')[1])['aal'] === 'aal1';
}

/** Milliseconds after which a request that is not answered is given up, beside what its body takes. */
const REQUEST_PATIENCE = 20_000;
/** Bytes of a body that the slowest line is given a millisecond for: 16 kB a second. */
const SLOWEST = 16;
/** Milliseconds at the most, for five minutes and 5 MB: more is in no request of ours. */
const MOST_REQUEST_PATIENCE = 300_000;

/** Milliseconds that a request with such a body is waited for. */
function patienceFor(body: RequestInit['body'], least: number): number {
  const bytes = typeof body === 'string' ? new Blob([body]).size : 0;
  return Math.min(least + Math.ceil(bytes / SLOWEST), Math.max(least, MOST_REQUEST_PATIENCE));
}

/**
 * `fetch` as our Supabase client needs it.
 *
 * It gives up: a connection may be dead without saying so, and whoever waits for its answer holds up
 * everybody behind. A long body is given the time that it takes on a slow line. Not what functions do,
 * which may take longer and are asked for by a person who sees it.
 *
 * And it tells by the device's own clock until when a token is valid: with one that is ahead, the
 * client would renew it before every request.
 */
export function clientFetch(
  patience: number = REQUEST_PATIENCE,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes('/functions/v1/')) return send(input, init);
    const patient = AbortSignal.timeout(patienceFor(init.body, patience));
    const signal = init.signal ? AbortSignal.any([init.signal, patient]) : patient;
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
 * After a renewal of the token that failed, auth-js does not try another for a minute and sends every
 * request as a stranger's. Where the failure was the network's and that is back, this ends the wait.
 */
export function resetRefreshBackoff(supabase: Client): void {
  supabase.auth['lastRefreshFailure'] = null;
}
