import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { breakDisk } from './support/faults.ts';
import { categoryFilter, holdRequests } from './support/frame.ts';
import { changesIn, PULL, PUSH, refuseChanges } from './support/network.ts';
import { addCategories, addTasks, storedTasks, toast } from './support/tasks.ts';

const input = (page: Page) => page.getByRole('textbox', { name: 'New category' });
const names = (page: Page) => page.getByRole('list', { name: 'Categories' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const newName = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `New name of ${name}` });

async function deleteCategory(page: Page, name: string): Promise<void> {
  await button(page, `Delete ${name}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

async function storedNames(actor: Actor): Promise<string[]> {
  const { data, error } = await actor.client
    .from('categories')
    .select('name')
    .is('deleted_at', null)
    .order('name');
  if (error) throw error;
  return data.map(({ name }) => String(name));
}

/** The names that a page sends to the server from now on. */
function watchSent(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/push_changes'))
      sent.push(...changesIn(request).map(({ set }) => set?.['name']));
  });
  return sent;
}

test('spec §2 categories: added, renamed and deleted, on every device', async ({ alice }) => {
  const page = await alice.open('/settings');
  const other = await alice.open('/settings');

  await test.step('spec §2: added by Enter and by the Add button; empty ones, duplicates and filter words are not', async () => {
    await expect(page.getByRole('tab', { name: 'Categories' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByText('No categories yet')).toBeVisible();
    await expect(other.getByText('No categories yet')).toBeVisible();
    const sent = watchSent(page);
    await button(page, 'Name your first category').click();
    await expect(input(page)).toBeFocused();
    await page.keyboard.type('  Work ');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Success', 'Category created successfully!')).toBeVisible();
    await expect(input(page)).toHaveValue('');
    for (const text of ['', '   ', 'Work', ' work ']) {
      await input(page).fill(text);
      await input(page).press('Enter');
      await button(page, 'Add').click();
    }
    await input(page).fill('none');
    await input(page).press('Enter');
    await expect(page.getByText('“All” and “None” are reserved names.')).toBeVisible();
    await expect(input(page)).toHaveValue('none');
    await input(page).fill('Garden');
    await button(page, 'Add').click();
    await expect(names(page)).toHaveText(['Garden', 'Work']);
    await expect(names(other)).toHaveText(['Garden', 'Work']);
    await expect.poll(() => storedNames(alice)).toEqual(['Garden', 'Work']);
    expect(sent).toEqual(['Work', 'Garden']);
  });

  await test.step('spec §4: renamed by Enter with the tasks; Escape, Cancel, empty and taken names change nothing', async () => {
    await addTasks(alice, { title: 'Report', category: 'Work' });
    const dashboard = await alice.openTab(other, '/');
    await expect(names(other)).toHaveText(['Garden', 'Work']);
    await expect(dashboard.getByText('Work', { exact: true })).toBeVisible();
    const sent = watchSent(page);
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => button(page, 'Cancel').click(),
    ]) {
      await button(page, 'Rename Work').click();
      await expect(newName(page, 'Work')).toBeFocused();
      await newName(page, 'Work').fill('Office');
      await leave();
      await expect(names(page)).toHaveText(['Garden', 'Work']);
      await expect(button(page, 'Rename Work')).toBeFocused();
    }
    for (const text of ['  ', 'Garden', 'Work']) {
      await button(page, 'Rename Work').click();
      await newName(page, 'Work').fill(text);
      await page.keyboard.press('Enter');
      await expect(names(page)).toHaveText(['Garden', 'Work']);
    }
    expect(sent).toEqual([]);
    await expect(page.getByText('Error')).toBeHidden();

    await button(page, 'Rename Work').click();
    await expect(newName(page, 'Work')).toBeFocused();
    await page.keyboard.type(' Office ');
    await page.keyboard.press('Enter');
    await expect(names(page)).toHaveText(['Garden', 'Office']);
    await expect(toast(page, 'Success', 'Category updated successfully!')).toBeVisible();
    await expect(button(page, 'Rename Office')).toBeFocused();
    await expect(names(other)).toHaveText(['Garden', 'Office']);
    await expect(dashboard.getByText('Office', { exact: true })).toBeVisible();
    expect(sent).toEqual(['Office']);
    expect((await storedTasks(alice)).map(({ category }) => category)).toEqual(['Office']);
  });

  await test.step('spec §2: deleted, the tasks keep the name, and Undo', async () => {
    await expect(names(other)).toHaveText(['Garden', 'Office']);
    await button(page, 'Delete Office').click();
    const confirm = page.getByRole('alertdialog', { name: 'Delete Category' });
    await expect(confirm).toContainText('1 task keeps its name, and the filter still finds it.');
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(button(page, 'Delete Office')).toBeFocused();
    await deleteCategory(page, 'Office');
    await expect(names(page)).toHaveText(['Garden']);
    await expect(button(page, 'Delete Garden')).toBeFocused();
    await expect(toast(page, 'Success', 'Category deleted successfully!')).toBeVisible();
    await expect(names(other)).toHaveText(['Garden']);
    expect((await storedTasks(alice)).map(({ category }) => category)).toEqual(['Office']);
    const dashboard = await alice.openTab(other, '/');
    await categoryFilter(dashboard).click();
    await expect(dashboard.getByRole('option')).toHaveText(['All', 'Garden', 'Office']);
    await dashboard.getByRole('option', { name: 'Office' }).click();
    await expect(dashboard.getByRole('checkbox', { name: 'Report' })).toBeVisible();
    // No contact keeps the name: there it is no choice, and everything is shown.
    await dashboard.getByRole('link', { name: 'Contacts' }).click();
    await expect(categoryFilter(dashboard)).toHaveText('All');
    await categoryFilter(dashboard).click();
    await expect(dashboard.getByRole('option')).toHaveText(['All', 'None', 'Garden']);
    await dashboard.close();
    await button(page, 'Undo').click();
    await expect(names(page)).toHaveText(['Garden', 'Office']);
    await expect(names(other)).toHaveText(['Garden', 'Office']);
  });

  await test.step('design §8: a colour is chosen by keyboard, seen on the other device, and given up', async () => {
    const chosen = (on: Page) => on.getByRole('menuitemradio', { checked: true });
    await button(page, 'Color of Garden').focus();
    await page.keyboard.press('Enter');
    await expect(chosen(page)).toHaveText('Automatic');
    await page.keyboard.press('t');
    await expect(page.getByRole('menuitemradio', { name: 'Teal' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Success', 'Category updated successfully!').last()).toBeVisible();
    await expect(button(page, 'Color of Garden')).toBeFocused();
    await button(other, 'Color of Garden').click();
    await expect(chosen(other)).toHaveText('Teal');
    await other.getByRole('menuitemradio', { name: 'Automatic' }).click();
    await button(page, 'Color of Garden').press('Enter');
    await expect(chosen(page)).toHaveText('Automatic');
    await page.keyboard.press('Escape');
  });

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
});

test('spec §8 categories: failures say so, and the list is as before; a change does not wait', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('about:blank');

  await test.step('spec §8: failures say so', async () => {
    await page.route(PULL, (route) => route.abort());
    await page.goto('/settings');
    await expect(page.getByText('Your categories could not be loaded')).toBeVisible();
    const asked = page.waitForRequest(PULL);
    await button(page, 'Try again').click();
    await asked;
    // It is tried again without being asked, too.
    await page.unrouteAll();
    await expect(names(page)).toHaveText(['Work']);

    await test.step('what this device cannot keep', async () => {
      const mendDisk = await breakDisk(page);
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
      await deleteCategory(page, 'Work');
      await expect(toast(page, 'Error', 'Failed to delete category')).toBeVisible();
      await expect(names(page)).toHaveText(['Work']);
      await mendDisk();
    });

    await test.step('what the server refuses later', async () => {
      await refuseChanges(page);
      const givenBack = page.getByRole('dialog', { name: 'Recovered text' });
      await input(page).fill('Home');
      await input(page).press('Enter');
      await expect(toast(page, 'Error', 'Failed to create category')).toBeAttached();
      await expect(givenBack.getByLabel('Name')).toHaveValue('Home');
      await button(page, 'Close').last().click();
      await expect(names(page)).toHaveText(['Work']);
      await button(page, 'Rename Work').click();
      await newName(page, 'Work').fill('Office');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Error', 'Failed to update category')).toBeAttached();
      await expect(givenBack.getByLabel('Name')).toHaveValue('Office');
      await button(page, 'Close').last().click();
      await expect(names(page)).toHaveText(['Work']);
      await deleteCategory(page, 'Work');
      await expect(toast(page, 'Error', 'Failed to delete category')).toBeVisible();
      await expect(names(page)).toHaveText(['Work']);
      expect(await storedNames(alice)).toEqual(['Work']);
    });
  });

  await test.step('design §5: a change shows before the server has answered', async () => {
    await page.unrouteAll();
    await expect(names(page)).toHaveText(['Work']);
    const answer = await holdRequests(page, PUSH);
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
});
