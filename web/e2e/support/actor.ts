import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { createServerClient } from '@supabase/ssr';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { hash } from 'bcrypt';
import { usernameToEmail } from '#domain/account.ts';
import { SESSION_COOKIE } from '#domain/session.ts';
import { environment } from './environment.ts';
import { KeptContexts } from './kept-contexts.ts';

type Cookie = { name: string; value: string };

/** bcrypt's least: a test signs in often, and guards nothing. */
const HASH_COST = 4;

/** Where contexts come from: a browser, or those that stories before have left behind. */
export type Contexts = Pick<Browser, 'newContext'> | KeptContexts;

export type Actor = AsyncDisposable & {
  username: string;
  password: string;
  id: string;
  /** supabase-js signed in as the actor: set-up and assertions below the UI. */
  client: SupabaseClient;
  /** A new browser context that is signed in, with one page on `path`: another device. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** One more page in the context of an opened page: another tab. */
  openTab(page: Page, path?: string): Promise<Page>;
};

/** A client with the secret key, for what only set-up may do. */
export function serviceClient(): SupabaseClient {
  return createClient(environment.url, environment.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

/** A context and page on the instance under test, signed in by the given cookies, if any. */
export async function openContext(
  contexts: Contexts,
  options: BrowserContextOptions,
  cookies: Cookie[] = [],
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await contexts.newContext({ baseURL: environment.url, ...options });
  await context.addCookies(
    cookies.map((cookie) => ({ ...cookie, url: environment.url, sameSite: 'Lax' as const })),
  );
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** Closes a context, or gives it back to where it came from. */
export function endContext(contexts: Contexts, context: BrowserContext): Promise<void> {
  return contexts instanceof KeptContexts ? contexts.giveBack(context) : context.close();
}

/**
 * Signs in with supabase-js the way the web app does, and keeps the cookies that it sets. With the
 * secret key: many actors sign in from this one address, and the limits on that are not theirs.
 */
async function signIn(username: string, password: string) {
  const cookies = new Map<string, string>();
  const client = createServerClient(environment.url, environment.secretKey, {
    cookieOptions: { name: SESSION_COOKIE },
    cookies: {
      getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
      setAll: (set) => {
        for (const { name, value } of set) cookies.set(name, value);
      },
    },
  });
  const { data, error } = await client.auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  if (error) throw error;
  return {
    accessToken: data.session.access_token,
    cookies: [...cookies].map(([name, value]) => ({ name, value })),
  };
}

/** Creates an account of its own name below the UI. */
export async function createActor(
  source: Contexts,
  contextOptions: BrowserContextOptions,
  { isAdmin = false } = {},
): Promise<Actor> {
  const username = `e2e-${randomUUID().slice(0, 13)}`;
  const password = `Pw-${randomUUID()}`;
  const service = serviceClient();
  const { data, error } = await service.auth.admin.createUser({
    email: usernameToEmail(username),
    password_hash: await hash(password, HASH_COST),
    email_confirm: true,
    user_metadata: { username },
  });
  if (error) throw error;
  const { id } = data.user;
  if (isAdmin) {
    const flag = await service.from('profiles').update({ is_admin: true }).eq('id', id);
    if (flag.error) throw flag.error;
  }
  const first = await signIn(username, password);
  let unused: typeof first | undefined = first;
  const contexts: BrowserContext[] = [];
  return {
    username,
    password,
    id,
    client: createClient(environment.url, environment.publishableKey, {
      accessToken: () => Promise.resolve(first.accessToken),
    }),
    async open(path = '/', options = {}) {
      const merged = { ...contextOptions, ...options };
      // The first device takes the session that `client` was made with; each other has its own.
      const device = unused ?? (await signIn(username, password));
      unused = undefined;
      const { context, page } = await openContext(source, merged, device.cookies);
      contexts.push(context);
      await page.goto(path);
      return page;
    },
    async openTab(page, path = '/') {
      const tab = await page.context().newPage();
      await tab.goto(path);
      return tab;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(contexts.map((context) => endContext(source, context)));
    },
  };
}
