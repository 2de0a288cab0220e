import { expect, type Locator, type Page } from '@playwright/test';
import { usernameToEmail } from '#domain/account.ts';
import { serviceClient, type Actor } from './actor.ts';

/** The bar that tasks, contacts and notes share. */
export function bar(page: Page): Locator {
  return page.getByRole('banner');
}

/** The category dropdown of the bar. */
export function categoryFilter(page: Page): Locator {
  return bar(page).getByLabel('Category', { exact: true });
}

/** Where toasts appear; F8 leads to it. */
export function toastRegion(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ });
}

/** When the next frame is drawn and the timers that were set before it have run. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
}

/**
 * Waits for a window that hears Escape and clicks beside it: Radix listens some milliseconds after it
 * has drawn it, for clicks from a timer on, sooner than a person is but not than a test.
 */
export async function whenOpen(window: Locator): Promise<Locator> {
  await expect(window).toHaveAttribute('style', /pointer-events: auto/);
  await settled(window.page());
  return window;
}

/** Types a text and presses Escape before the browser can do anything else. */
export async function typeAndEscape(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate(async (focused, typed) => {
    document.execCommand('insertText', false, typed);
    // What the page does at once about a key it does here, as after a real one.
    await Promise.resolve();
    focused.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  }, text);
}

/** The form of /login, by the one button that no other screen has. */
export function signInButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Log In', exact: true });
}

export async function typeCredentials(page: Page, username: string, password: string) {
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

export async function openAccountMenu(page: Page): Promise<Locator> {
  await bar(page).getByRole('button', { name: 'Account', exact: true }).click();
  return page.getByRole('menu');
}

/** What the database holds of an actor's preferences. */
export async function storedProfile(actor: Actor) {
  const { data, error } = await actor.client.from('profiles').select().single();
  if (error) throw error;
  return data;
}

export async function setProfile(actor: Actor, changes: Record<string, unknown>): Promise<void> {
  const { error } = await serviceClient().from('profiles').update(changes).eq('id', actor.id);
  if (error) throw error;
}

/** Whether the browser of a page holds a copy of an actor's rows. */
export function hasCopy(page: Page, { id }: Actor): Promise<boolean> {
  return page.evaluate(async (copy) => {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === copy);
  }, `almanac-${id}`);
}

/** True if the password opens the account. */
export async function canSignIn(username: string, password: string): Promise<boolean> {
  const client = serviceClient();
  const { error } = await client.auth.signInWithPassword({
    email: usernameToEmail(username),
    password,
  });
  if (error && error.code !== 'invalid_credentials') throw error;
  return !error;
}

/** Lets requests wait until the returned function is called; they then go to the server as usual. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
