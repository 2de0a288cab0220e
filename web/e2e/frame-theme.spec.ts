import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bar, holdRequests, setProfile, signInButton, storedProfile } from './support/frame.ts';
import { panel, toast } from './support/tasks.ts';

const root = (page: Page) => page.locator('html');
const dark = /(^|\s)dark(\s|$)/;
const toggle = (page: Page, next: 'dark' | 'light') =>
  bar(page).getByRole('button', { name: `Switch to ${next} mode`, exact: true });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));
const isDarkNow = (page: Page) => root(page).evaluate((html) => html.classList.contains('dark'));

test('spec §4 theme: the stored choice, else the system, else light; no flash of the other', async ({
  visitor: { page },
}) => {
  await test.step('what is painted first', async () => {
    await page.goto('/manifest.webmanifest');
    for (const { system, choice, isDark } of [
      { system: 'no-preference', choice: null, isDark: false },
      { system: 'light', choice: null, isDark: false },
      { system: 'dark', choice: null, isDark: true },
      { system: 'dark', choice: 'light', isDark: false },
      { system: 'light', choice: 'dark', isDark: true },
    ] as const) {
      await page.emulateMedia({ colorScheme: system });
      await page.evaluate((theme) => {
        if (theme) localStorage.setItem('theme', theme);
        else localStorage.removeItem('theme');
      }, choice);
      // The app's code waits: what shows now is what the page paints first.
      const release = await holdRequests(page, /\/assets\/.*\.js/);
      await page.goto('/login', { waitUntil: 'commit' });
      await expect(page.locator('#root')).toBeAttached();
      expect(await isDarkNow(page), `${choice} on ${system}`).toBe(isDark);
      release();
      await expect(signInButton(page)).toBeVisible();
      expect(await isDarkNow(page), `${choice} on ${system}`).toBe(isDark);
      await page.unrouteAll();
    }
  });

  await test.step('a visitor follows the system until they choose; the choice stays here', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/')) sent.push(request.url());
    });
    await page.evaluate(() => localStorage.removeItem('theme'));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/drag-test');
    await expect(toggle(page, 'dark')).toBeVisible();
    await expect(root(page)).not.toHaveClass(dark);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(root(page)).toHaveClass(dark);
    await toggle(page, 'light').click();
    await expect(root(page)).not.toHaveClass(dark);
    expect(await stored(page)).toBe('light');
    await page.reload();
    await expect(toggle(page, 'dark')).toBeVisible();
    await expect(root(page)).not.toHaveClass(dark);
    expect(sent).toEqual([]);
  });
});

test("spec §4 theme: the user's theme wins over what is stored and over the system", async ({
  alice,
}) => {
  await setProfile(alice, { theme: 'dark' });
  const page = await alice.open('/manifest.webmanifest', { colorScheme: 'light' });
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

  // A choice is not lost because it came before the profile.
  const answerProfile = await holdRequests(page, /rest\/v1\/profiles/);
  await page.reload();
  await toggle(page, 'light').click();
  await expect(root(page)).not.toHaveClass(dark);
  answerProfile();
  await expect.poll(async () => (await storedProfile(alice)).theme).toBe('light');
  await expect(root(page)).not.toHaveClass(dark);
});

test('spec §4 theme: the toggle flips it, says so, stores it, tells every device; what is refused is taken back', async ({
  alice,
}) => {
  const page = await alice.open('/', { colorScheme: 'dark' });
  const other = await alice.open('/', { colorScheme: 'dark' });
  await toggle(page, 'dark').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Switch to dark mode');
  await toggle(page, 'dark').click();
  await expect(root(page)).toHaveClass(dark);
  await expect(toast(page, 'Success', 'Theme updated successfully')).toBeVisible();
  await expect(root(other)).toHaveClass(dark);
  expect(await stored(page)).toBe('dark');
  expect((await storedProfile(alice)).theme).toBe('dark');
  await page.mouse.move(400, 600);
  await expect(page.getByRole('tooltip')).toBeHidden();
  await toggle(page, 'light').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Switch to light mode');

  await toggle(other, 'light').click();
  await expect(root(other)).not.toHaveClass(dark);
  await expect(root(page)).not.toHaveClass(dark);
  await expect.poll(async () => (await storedProfile(alice)).theme).toBe('light');

  await other.route(/rest\/v1\/profiles/, (route) =>
    route.fulfill({ status: 500, json: { message: 'secret detail', code: 'XX000' } }),
  );
  await toggle(other, 'dark').click();
  await expect(toast(other, 'Error', 'Failed to update theme')).toBeVisible();
  await expect(root(other)).not.toHaveClass(dark);
});
