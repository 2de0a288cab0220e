import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  bar,
  categoryFilter,
  openAccountMenu,
  setProfile,
  storedProfile,
} from './support/frame.ts';
import { addCategories, addTasks, panel } from './support/tasks.ts';

async function openMainMenu(page: Page) {
  await bar(page).getByRole('button', { name: 'Menu', exact: true }).click();
  return page.getByRole('menu');
}

test('§2 top bar: the menu leads to tasks, contacts and notes', async ({ alice }) => {
  const page = await alice.open();
  const menu = await openMainMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Tasks',
    'Contacts',
    'Notes',
    'Projects',
    'Collaboration',
  ]);
  await menu.getByRole('menuitem', { name: 'Contacts' }).click();
  await expect(page).toHaveURL('/contacts');
  await expect(page.getByPlaceholder('Search contacts...')).toBeVisible();
  await (await openMainMenu(page)).getByRole('menuitem', { name: 'Tasks' }).click();
  await expect(page).toHaveURL('/');
  await expect(panel(page, 'Due Today')).toBeVisible();
});

test('§1 top bar: Projects and Collaboration are listed, and disabled', async ({ alice }) => {
  const page = await alice.open();
  const menu = await openMainMenu(page);
  for (const name of ['Projects', 'Collaboration']) {
    await expect(menu.getByRole('menuitem', { name })).toBeDisabled();
  }
  for (const name of ['Tasks', 'Contacts', 'Notes']) {
    await expect(menu.getByRole('menuitem', { name })).toBeEnabled();
  }
  // The arrow keys pass them by.
  await page.keyboard.press('End');
  await expect(menu.getByRole('menuitem', { name: 'Notes' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('§2 top bar: the title is hidden on small screens, the logo stays', async ({ alice }) => {
  const page = await alice.open();
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

test('§4 category filter: filters the dashboard, is kept, and is the same in every tab', async ({
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

  // A category that is deleted elsewhere hides nothing any more.
  await alice.client.from('categories').delete().eq('name', 'Work');
  await expect(categoryFilter(page)).toHaveText('All');
  await expect(boxes(page)).toHaveCount(3);
});

test('§2 account menu: its entries for everybody', async ({ alice }) => {
  const page = await alice.open();
  const menu = await openAccountMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText(['Change Password', 'Settings', 'Logout']);
  await expect(menu.getByRole('separator')).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
});

test('§6 account menu: Administration only for administrators, at once when that changes', async ({
  admin,
  alice,
}) => {
  const page = await admin.open();
  const menu = await openAccountMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Change Password',
    'Settings',
    'Administration',
    'Logout',
  ]);
  await menu.getByRole('menuitem', { name: 'Administration' }).click();
  await expect(page).toHaveURL('/admin');

  const hers = await alice.open();
  const open = await openAccountMenu(hers);
  await expect(open.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await expect(open.getByRole('menuitem', { name: 'Administration' })).toBeHidden();
  await setProfile(alice, { is_admin: true });
  await expect(open.getByRole('menuitem', { name: 'Administration' })).toBeVisible();
  await setProfile(alice, { is_admin: false });
  await expect(open.getByRole('menuitem', { name: 'Administration' })).toBeHidden();
});

test("§2 header colour: the bar wears the user's colour, on every device at once", async ({
  alice,
}) => {
  const page = await alice.open();
  const other = await alice.open();
  const colour = (of: Page) =>
    bar(of).evaluate((header) => getComputedStyle(header).backgroundColor);
  const root = (of: Page) => of.locator('html');
  await expect(root(page)).toHaveAttribute('data-accent', 'blue');
  const seen = new Set<string>();
  for (const name of ['blue', 'green', 'purple', 'red', 'orange', 'gray']) {
    const { error } = await alice.client
      .from('profiles')
      .update({ header_color: name })
      .eq('id', alice.id);
    expect(error).toBeNull();
    for (const each of [page, other]) {
      await expect(root(each)).toHaveAttribute('data-accent', name);
    }
    const shown = await colour(page);
    expect(await colour(other)).toBe(shown);
    seen.add(shown);
  }
  expect(seen.size).toBe(6);
  expect((await storedProfile(alice)).header_color).toBe('gray');
});
