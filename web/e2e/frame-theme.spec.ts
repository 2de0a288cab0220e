import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import {
  bar,
  holdRequests,
  openVisitor,
  setProfile,
  signInButton,
  storedProfile,
} from './support/frame.ts';
import { panel, toast } from './support/tasks.ts';

const root = (page: Page) => page.locator('html');
const dark = /(^|\s)dark(\s|$)/;
const toggle = (page: Page, next: 'dark' | 'light') =>
  bar(page).getByRole('button', { name: `Switch to ${next} mode`, exact: true });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));

const orders = [
  { colorScheme: 'dark', stored: {}, isDark: true },
  { colorScheme: 'light', stored: {}, isDark: false },
  { colorScheme: 'dark', stored: { theme: 'light' }, isDark: false },
  { colorScheme: 'light', stored: { theme: 'dark' }, isDark: true },
] as const;

for (const { isDark, ...given } of orders) {
  const choice = 'theme' in given.stored ? given.stored.theme : 'nothing';
  test(`§4 theme: ${choice} stored and a ${given.colorScheme} system, without a flash`, async ({
    browser,
  }) => {
    const { context, page } = await openVisitor(browser, given);
    // The app's code waits: what shows now is what the page paints first.
    const release = await holdRequests(page, /\/assets\/.*\.js/);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.locator('#root')).toBeAttached();
    const hasDark = () => root(page).evaluate((html) => html.classList.contains('dark'));
    expect(await hasDark()).toBe(isDark);
    release();
    await expect(signInButton(page)).toBeVisible();
    expect(await hasDark()).toBe(isDark);
    await context.close();
  });
}

test('§4 theme: follows the system while nothing is stored', async ({ browser }) => {
  const { context, page } = await openVisitor(browser, { colorScheme: 'light' });
  await page.goto('/login');
  await expect(signInButton(page)).toBeVisible();
  await expect(root(page)).not.toHaveClass(dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root(page)).toHaveClass(dark);
  await context.close();
});

test("§4 theme: the user's theme wins over what is stored and over the system", async ({
  alice,
}) => {
  await setProfile(alice, { theme: 'dark' });
  const page = await alice.open('about:blank', { colorScheme: 'light' });
  await page.goto('/manifest.webmanifest');
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.goto('/');
  await expect(root(page)).toHaveClass(dark);
  await expect.poll(() => stored(page)).toBe('dark');

  // Kept here, it is there before the app is from now on.
  const release = await holdRequests(page, /\/assets\/.*\.js/);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeAttached();
  await expect(root(page)).toHaveClass(dark);
  release();
  await expect(panel(page, 'Due Today')).toBeVisible();
  await expect(root(page)).toHaveClass(dark);
});

test('§4 theme: the toggle flips it, says so, stores it and tells every device', async ({
  alice,
}) => {
  const page = await alice.open('/', { colorScheme: 'dark' });
  const other = await alice.open('/', { colorScheme: 'dark' });
  await expect(toggle(page, 'dark')).toBeVisible();
  await toggle(page, 'dark').click();
  await expect(root(page)).toHaveClass(dark);
  await expect(toast(page, 'Success', 'Theme updated successfully')).toBeVisible();
  await expect(root(other)).toHaveClass(dark);
  await expect(toggle(other, 'light')).toBeVisible();
  expect(await stored(page)).toBe('dark');
  expect((await storedProfile(alice)).theme).toBe('dark');

  await toggle(other, 'light').click();
  await expect(root(other)).not.toHaveClass(dark);
  await expect(root(page)).not.toHaveClass(dark);
  await expect.poll(async () => (await storedProfile(alice)).theme).toBe('light');
});

test("§2 theme: tooltips 'Switch to dark mode' and 'Switch to light mode'", async ({ alice }) => {
  const page = await alice.open();
  for (const next of ['dark', 'light'] as const) {
    await toggle(page, next).hover();
    await expect(page.getByRole('tooltip')).toHaveText(`Switch to ${next} mode`);
    await toggle(page, next).click();
    await page.mouse.move(400, 600);
    await expect(page.getByRole('tooltip')).toBeHidden();
  }
});

test('§8 theme: what the server refuses is taken back and told', async ({ alice }) => {
  const page = await alice.open();
  await expect(toggle(page, 'dark')).toBeVisible();
  const release = await holdRequests(page, '**/rest/v1/profiles**');
  await toggle(page, 'dark').click();
  await expect(root(page)).toHaveClass(dark);
  const { error } = await serviceClient().auth.admin.deleteUser(alice.id);
  expect(error).toBeNull();
  release();
  await expect(toast(page, 'Error', 'Failed to update theme')).toBeVisible();
  await expect(root(page)).not.toHaveClass(dark);
});
