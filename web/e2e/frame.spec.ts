import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { zoneWhereItIs } from './support/faults.ts';
import { bar, categoryFilter, openAccountMenu, setProfile } from './support/frame.ts';
import { PULL } from './support/network.ts';
import { addCategories, addTasks, panel } from './support/tasks.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

async function openMainMenu(page: Page) {
  await bar(page).getByRole('button', { name: 'Menu', exact: true }).click();
  return page.getByRole('menu');
}

test('spec §2 top bar: the menus lead to every screen; what is to come is disabled', async ({
  alice,
}) => {
  const page = await alice.open();

  await test.step('spec §2: tasks, contacts and notes', async () => {
    /** What the bar has on all three pages. */
    const expectShared = async () => {
      for (const name of ['Menu', 'Notifications', 'Switch to dark mode', 'Account'])
        await expect(bar(page).getByRole('button', { name, exact: true })).toBeVisible();
      await expect(categoryFilter(page)).toHaveText('All');
    };
    const menu = await openMainMenu(page);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Tasks',
      'Contacts',
      'Notes',
      'Projects',
      'Collaboration',
    ]);
    for (const name of ['Projects', 'Collaboration']) {
      await expect(menu.getByRole('menuitem', { name })).toBeDisabled();
    }
    for (const name of ['Tasks', 'Contacts', 'Notes']) {
      await expect(menu.getByRole('menuitem', { name })).toBeEnabled();
    }
    // The arrow keys pass by what is disabled.
    await page.keyboard.press('End');
    await expect(menu.getByRole('menuitem', { name: 'Notes' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/notes');
    await expect(page.getByText('All Notes', { exact: true })).toBeVisible();
    await expectShared();
    await expect(page.getByPlaceholder('New task description...')).toBeHidden();
    await (await openMainMenu(page)).getByRole('menuitem', { name: 'Contacts' }).click();
    await expect(page).toHaveURL('/contacts');
    await expect(page.getByPlaceholder('Search contacts...')).toBeVisible();
    await expectShared();
    await (await openMainMenu(page)).getByRole('menuitem', { name: 'Tasks' }).click();
    await expect(page).toHaveURL('/');
    await expect(panel(page, 'Due Today')).toBeVisible();
    await expectShared();
    await expect(page.getByPlaceholder('Search contacts...')).toBeHidden();

    // The title is hidden on small screens, the logo stays.
    const home = bar(page).getByRole('link', { name: 'Almanac' });
    const title = home.getByText('Almanac');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(50);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(async () => (await title.boundingBox())?.width).toBeLessThanOrEqual(1);
    await expect(home.locator('svg')).toBeVisible();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

  await test.step('design §8: a tap from tasks to notes and back, in the header or below', async () => {
    const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    const go = async (name: string, path: string) => {
      await links.getByText(name, { exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(links.and(page.locator('[aria-current=page]'))).toHaveText(name);
    };
    await page.setViewportSize({ width: 390, height: 740 });
    await expect(links).toHaveText(['Tasks', 'Contacts', 'Notes']);
    const box = await links.first().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(740);
    await go('Notes', '/notes');
    await page.setViewportSize({ width: 1024, height: 740 });
    await expect(bar(page).getByRole('link', { name: 'Notes' })).toBeVisible();
    expect((await bar(page).boundingBox())?.height).toBe(52);
    await go('Contacts', '/contacts');
    await go('Tasks', '/');
  });

  await test.step('design §8: on a phone, Back closes what is open and leaves the screen where it is', async () => {
    await page.setViewportSize({ width: 390, height: 740 });
    for (const [name, role] of [
      ['Menu', 'menu'],
      ['Account', 'menu'],
      ['Notifications', 'dialog'],
      ['Category', 'listbox'],
    ] as const) {
      await bar(page).getByLabel(name).first().click();
      await expect(page.getByRole(role)).toBeVisible();
      await page.evaluate(() => history.back());
      await expect(page.getByRole(role)).toBeHidden();
      await expect(page).toHaveURL('/');
    }
  });

  await test.step('spec §6: the account menu, its version, and Administration only for administrators', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const menu = await openAccountMenu(page);
    const items = menu.getByRole('menuitem');
    await expect(items).toHaveText(['Change Password', 'Settings', 'Logout']);
    await expect(menu.getByRole('separator')).toBeVisible();
    await expect(menu.getByText(`Almanac ${version}`, { exact: true })).toBeVisible();
    await setProfile(alice, { is_admin: true });
    await expect(items).toHaveText(['Change Password', 'Settings', 'Administration', 'Logout']);
    await setProfile(alice, { is_admin: false });
    await expect(items).toHaveText(['Change Password', 'Settings', 'Logout']);
    await menu.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await page.getByRole('link', { name: 'Back' }).click();
    await setProfile(alice, { is_admin: true });
    await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Administration' }).click();
    await expect(page).toHaveURL('/admin');
  });
});

test('spec §4 category filter: filters the dashboard, is kept, and is the same in every tab', async ({
  alice,
}) => {
  await addCategories(alice, 'Work', 'Garden');
  await addTasks(
    alice,
    { title: 'Write report', category: 'Work' },
    { title: 'Plant beans', category: 'Garden' },
    { title: 'No category' },
  );
  const page = await alice.open();
  const tab = await alice.openTab(page);
  const boxes = (of: Page) => panel(of, 'No Due Date').getByRole('checkbox');
  await expect(boxes(page)).toHaveCount(3);
  await expect(categoryFilter(page)).toHaveText('All');
  await categoryFilter(page).click();
  await expect(page.getByRole('option')).toHaveText(['All', 'Garden', 'Work']);
  await page.getByRole('option', { name: 'Work' }).click();
  await expect(categoryFilter(page)).toHaveText('Work');
  for (const each of [page, tab]) {
    await expect(boxes(each)).toHaveCount(1);
    await expect(each.getByRole('checkbox', { name: 'Write report' })).toBeVisible();
  }
  expect(await page.evaluate(() => localStorage.getItem('selectedCategory'))).toBe('Work');
  await page.reload();
  await expect(categoryFilter(page)).toHaveText('Work');
  await expect(boxes(page)).toHaveCount(1);

  await categoryFilter(tab).click();
  await tab.getByRole('option', { name: 'All' }).click();
  await expect(boxes(page)).toHaveCount(3);
  expect(await page.evaluate(() => localStorage.getItem('selectedCategory'))).toBe('all');

  // The choice of a category that is no longer there hides nothing, nor does one that is deleted and not in use.
  await page.evaluate(() => localStorage.setItem('selectedCategory', 'Gone'));
  await page.reload();
  await expect(boxes(page)).toHaveCount(3);
  await expect(categoryFilter(page)).toHaveText('All');
  await categoryFilter(page).click();
  await page.getByRole('option', { name: 'Work' }).click();
  await expect(boxes(page)).toHaveCount(1);
  await alice.client
    .from('categories')
    .update({ deleted_at: new Date().toISOString() })
    .eq('name', 'Work')
    .throwOnError();
  // Its name is still in use: it can be filtered by until nothing has it any more.
  await expect(categoryFilter(page)).toHaveText('Work');
  await categoryFilter(page).click();
  await expect(page.getByRole('option')).toHaveText(['All', 'Garden', 'Work']);
  await page.keyboard.press('Escape');
  await alice.client.from('tasks').update({ category: null }).eq('category', 'Work').throwOnError();
  await expect(categoryFilter(page)).toHaveText('All');
  await expect(boxes(page)).toHaveCount(3);
});

test('spec §9 selects: what is typed within a second is one word; 10 px stay free at the edge; 50 ms a line', async ({
  alice,
}) => {
  const long = 'A name that is so long that no phone could ever show it in one line';
  const many = Array.from({ length: 12 }, (_, index) => `Item ${index}`);
  await addCategories(alice, long, 'Garden', 'Gym', ...many, 'Yoga');
  const page = await alice.open('about:blank', { viewport: { width: 360, height: 400 } });
  await page.clock.install();
  await page.goto('/');
  await expect(categoryFilter(page)).toHaveText('All');
  const height = (await bar(page).boundingBox())?.height;
  const option = (name: string) => page.getByRole('option', { name });
  await categoryFilter(page).click();
  await expect(option('All')).toBeFocused();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.keyboard.press('g');
  await page.clock.runFor(900);
  await page.keyboard.press('y');
  await page.clock.runFor(100);
  await expect(option('Gym')).toBeFocused();
  await page.clock.runFor(1000);
  await page.keyboard.press('y');
  await page.clock.runFor(100);
  await expect(option('Yoga')).toBeFocused();
  const box = await page.getByRole('listbox').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(10);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(350);

  // The arrow at an end that is not in sight scrolls a line every 50 ms.
  const place = () => page.locator('[data-radix-select-viewport]').evaluate((all) => all.scrollTop);
  await page.getByRole('listbox').locator('> [aria-hidden]').first().hover();
  const start = await place();
  await page.clock.runFor(49);
  expect(await place()).toBe(start);
  await page.clock.runFor(1);
  const line = start - (await place());
  expect(line).toBeGreaterThan(20);
  await page.clock.runFor(100);
  expect(start - (await place())).toBe(3 * line);

  // Chosen, it is cut off rather than pushing the bar apart.
  await option(long).click();
  await expect(categoryFilter(page)).toHaveText(long);
  expect((await bar(page).boundingBox())?.height).toBe(height);
});

/** The requests for data of a page, from now on. */
function watchAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/v1/')) asked.push(`${request.method()} ${pathname}`);
  });
  return asked;
}

test('spec §9 data fetching: nothing is asked for again on focus or by time', async ({ alice }) => {
  // A new day is asked for: a place where no midnight is near.
  const page = await alice.open('about:blank', { timezoneId: zoneWhereItIs(12) });
  await page.clock.install();
  const asked = watchAsked(page);
  await page.goto('/');
  await expect(panel(page, 'Due Today')).toBeVisible();
  // When it is opened, and when the live channel tells what changes from then on.
  const profiles = () => asked.filter((path) => path === 'GET /rest/v1/profiles');
  await expect.poll(profiles).toHaveLength(2);
  await page.waitForLoadState('networkidle');
  const first = [...asked];
  expect(profiles()).toHaveLength(2);
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.fastForward(5 * 60_000);
  // What comes by itself comes after whatever would have been asked for.
  await setProfile(alice, { theme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await addTasks(alice, { title: 'Arrives' });
  await expect(page.getByRole('checkbox', { name: 'Arrives' })).toBeVisible();
  expect(asked).toEqual(first);
});

test('design §5: only what this device lacks is asked for again by itself, ever more seldom', async ({
  alice,
}) => {
  const page = await alice.open('about:blank', { timezoneId: zoneWhereItIs(12) });
  await page.clock.install();
  const asked = watchAsked(page);
  const isPull = (path: string) => path.endsWith('/pull_changes');
  await page.route(PULL, (route) =>
    route.fulfill({ status: 500, json: { message: 'secret detail', code: 'XX000' } }),
  );
  await page.goto('/settings');
  await expect(page.getByText('Your categories could not be loaded')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const others = asked.filter((path) => !isPull(path));
  // After half a second, one, two, five, ten and then thirty.
  let turns = 0;
  for (; turns < 10; turns += 1) {
    // The next attempt is planned with it.
    const failed = page.waitForEvent('console', (message) => message.text().startsWith('Syncing'));
    await page.clock.runFor(30_000);
    await failed;
  }
  expect(asked.filter((path) => isPull(path)).length).toBeLessThan(turns + 10);
  // As the clock leaps, the live channel may be joined again, and the profile be read with it.
  const profile = 'GET /rest/v1/profiles';
  const isOther = (path: string) => !isPull(path) && path !== profile;
  expect(asked.filter(isOther)).toEqual(others.filter(isOther));
  expect(asked.filter((path) => path === profile).length).toBeLessThan(turns);
  await expect(page.getByText('secret detail')).toBeHidden();
  await page.unroute(PULL);
  await page.clock.runFor(30_000);
  await expect(page.getByText('No categories yet')).toBeVisible();
});
