import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { addCategories, addTasks, storedTasks, toast } from './support/tasks.ts';

const input = (page: Page) => page.getByRole('textbox', { name: 'New category' });
const names = (page: Page) => page.getByRole('list', { name: 'Categories' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const newName = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `New name of ${name}` });

async function storedNames(actor: Actor): Promise<string[]> {
  const { data, error } = await actor.client.from('categories').select('name').order('name');
  if (error) throw error;
  return data.map(({ name }) => String(name));
}

test('§2 settings: the way back leads to the tasks', async ({ alice }) => {
  const page = await alice.open('/settings');
  await expect(page).toHaveTitle('Settings · Almanac');
  await expect(page.getByRole('tab', { name: 'Categories' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('§2 settings: logged out it is Page Not Found', async ({ visitor: { page } }) => {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('§2 categories: added by Enter and by the Add button, also on the other device', async ({
  alice,
}) => {
  const page = await alice.open('/settings');
  const other = await alice.open('/settings');
  await expect(page.getByText('No categories yet')).toBeVisible();
  await expect(other.getByText('No categories yet')).toBeVisible();
  await button(page, 'Name your first category').click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('  Work ');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Success', 'Category created successfully!')).toBeVisible();
  await expect(input(page)).toHaveValue('');
  await input(page).fill('Garden');
  await button(page, 'Add').click();
  await expect(names(page)).toHaveText(['Garden', 'Work']);
  await expect(names(other)).toHaveText(['Garden', 'Work']);
  expect(await storedNames(alice)).toEqual(['Garden', 'Work']);
});

test('§5 categories: empty and duplicate names are ignored', async ({ alice }) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('/settings');
  await expect(names(page)).toHaveText(['Work']);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/categories'))
      sent.push(request.url());
  });
  for (const text of ['', '   ', 'Work', ' work ']) {
    await input(page).fill(text);
    await input(page).press('Enter');
    await button(page, 'Add').click();
  }
  await input(page).fill('Home');
  await input(page).press('Enter');
  await expect(names(page)).toHaveText(['Home', 'Work']);
  await expect(toast(page, 'Success', 'Category created successfully!')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("§2 category dropdown: the filter's own words cannot be added, and it says so", async ({
  alice,
}) => {
  const page = await alice.open('/settings');
  await input(page).fill('none');
  await input(page).press('Enter');
  await expect(page.getByText('All and None are words of the filters.')).toBeVisible();
  await expect(input(page)).toHaveValue('none');
  expect(await storedNames(alice)).toEqual([]);
});

test('§4 categories: a rename by Enter changes the tasks too, live everywhere', async ({
  alice,
}) => {
  await addCategories(alice, 'Work', 'Zoo');
  await addTasks(alice, { title: 'Report', category: 'Work' });
  const page = await alice.open('/settings');
  const other = await alice.open('/settings');
  const dashboard = await alice.open('/');
  await expect(names(other)).toHaveText(['Work', 'Zoo']);
  await expect(dashboard.getByText('Work', { exact: true })).toBeVisible();
  await button(page, 'Rename Work').click();
  await expect(newName(page, 'Work')).toBeFocused();
  await page.keyboard.type(' Office ');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Office', 'Zoo']);
  await expect(toast(page, 'Success', 'Category updated successfully!')).toBeVisible();
  await expect(button(page, 'Rename Office')).toBeFocused();
  await expect(names(other)).toHaveText(['Office', 'Zoo']);
  await expect(dashboard.getByText('Office', { exact: true })).toBeVisible();
  expect((await storedTasks(alice)).map(({ category }) => category)).toEqual(['Office']);
});

test('§2 categories: Escape and Cancel leave the name as it was', async ({ alice }) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('/settings');
  await button(page, 'Rename Work').click();
  await newName(page, 'Work').fill('Office');
  await page.keyboard.press('Escape');
  await expect(names(page)).toHaveText(['Work']);
  await expect(button(page, 'Rename Work')).toBeFocused();
  await button(page, 'Rename Work').click();
  await newName(page, 'Work').fill('Office');
  await button(page, 'Cancel').click();
  await expect(names(page)).toHaveText(['Work']);
  expect(await storedNames(alice)).toEqual(['Work']);
});

test('§5 categories: an empty rename is ignored, an existing name silently refused', async ({
  alice,
}) => {
  await addCategories(alice, 'Garden', 'Work');
  const page = await alice.open('/settings');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('rename_category')) sent.push(request.url());
  });
  for (const text of ['  ', 'Garden', 'Work']) {
    await button(page, 'Rename Work').click();
    await newName(page, 'Work').fill(text);
    await page.keyboard.press('Enter');
    await expect(names(page)).toHaveText(['Garden', 'Work']);
  }
  expect(sent).toEqual([]);
  await expect(page.getByText('Error')).toBeHidden();
});

test('§2 categories: deleted on every device, the tasks keep the name, and Undo', async ({
  alice,
}) => {
  await addCategories(alice, 'Garden', 'Work');
  await addTasks(alice, { title: 'Report', category: 'Work' });
  const page = await alice.open('/settings');
  const other = await alice.open('/settings');
  await expect(names(other)).toHaveText(['Garden', 'Work']);
  await button(page, 'Delete Work').click();
  await expect(names(page)).toHaveText(['Garden']);
  await expect(button(page, 'Delete Garden')).toBeFocused();
  await expect(toast(page, 'Success', 'Category deleted successfully!')).toBeVisible();
  await expect(names(other)).toHaveText(['Garden']);
  expect((await storedTasks(alice)).map(({ category }) => category)).toEqual(['Work']);
  await button(page, 'Undo').click();
  await expect(names(page)).toHaveText(['Garden', 'Work']);
  await expect(names(other)).toHaveText(['Garden', 'Work']);
});

test('§8 categories: failures say so, and the list is as before', async ({ alice }) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('/settings');
  await expect(names(page)).toHaveText(['Work']);
  await page.route(/rest\/v1\/(categories|rpc)/, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'secret detail', code: 'XX000' } }),
  );
  await input(page).fill('Home');
  await input(page).press('Enter');
  await expect(toast(page, 'Error', 'Failed to create category')).toBeVisible();
  await expect(names(page)).toHaveText(['Work']);
  await expect(input(page)).toHaveValue('Home');
  await button(page, 'Rename Work').click();
  await newName(page, 'Work').fill('Office');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Error', 'Failed to update category')).toBeVisible();
  await expect(names(page)).toHaveText(['Work']);
  await button(page, 'Delete Work').click();
  await expect(toast(page, 'Error', 'Failed to delete category')).toBeVisible();
  await expect(names(page)).toHaveText(['Work']);
  await expect(page.getByText('secret detail')).toBeHidden();
});

test('design §5: a change shows before the server has answered', async ({ alice }) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('/settings');
  await expect(names(page)).toHaveText(['Work']);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/rest\/v1\/(categories|rpc)/, async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.continue();
  });
  await input(page).fill('Home');
  await input(page).press('Enter');
  await button(page, 'Rename Work').click();
  await newName(page, 'Work').fill('Office');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Home', 'Office']);
  expect(await storedNames(alice)).toEqual(['Work']);
  answer();
  await expect.poll(() => storedNames(alice)).toEqual(['Home', 'Office']);
  await expect(names(page)).toHaveText(['Home', 'Office']);
});

test('design §8: an error state with a retry', async ({ alice }) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('about:blank');
  await page.route(/rest\/v1\/categories/, (route) => route.abort());
  await page.goto('/settings');
  await expect(page.getByText('Your categories could not be loaded')).toBeVisible();
  await page.unroute(/rest\/v1\/categories/);
  await button(page, 'Try again').click();
  await expect(names(page)).toHaveText(['Work']);
});
