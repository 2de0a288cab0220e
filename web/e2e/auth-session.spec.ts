import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { canSignIn, openAccountMenu, signInButton } from './support/frame.ts';
import { addTasks, panel, toast } from './support/tasks.ts';

async function openDialog(page: Page): Promise<Locator> {
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Change Password' }).click();
  return page.getByRole('dialog', { name: 'Change Password' });
}

async function fill(dialog: Locator, current: string, next: string, confirmation: string) {
  await dialog.getByLabel('Current Password', { exact: true }).fill(current);
  await dialog.getByLabel('New Password', { exact: true }).fill(next);
  await dialog.getByLabel('Confirm New Password', { exact: true }).fill(confirmation);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
}

test('§2 logout: leads to /login, and the other tab of the browser follows', async ({ alice }) => {
  await addTasks(alice, { title: 'Private matter' });
  const page = await alice.open();
  const tab = await alice.openTab(page);
  const elsewhere = await alice.open();
  for (const each of [page, tab, elsewhere]) {
    await expect(each.getByRole('checkbox', { name: 'Private matter' })).toBeVisible();
  }
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
  await expect(signInButton(tab)).toBeVisible();
  await expect(tab.getByText('Private matter')).toBeHidden();

  await page.goBack();
  await expect(signInButton(page)).toBeVisible();
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Page Not Found' }).first()).toBeVisible();

  // The other browser is another session.
  await elsewhere.reload();
  await expect(panel(elsewhere, 'Due Today')).toBeVisible();
});

test("§2 notes: when the session ends there, 'Please log in to access your notes'", async ({
  alice,
}) => {
  const page = await alice.open('/notes');
  const tab = await alice.openTab(page);
  await expect(page.getByText('All Notes', { exact: true })).toBeVisible();
  const menu = await openAccountMenu(tab);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Please log in to access your notes')).toBeVisible();
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
});

test('§2 logout: without a network it ends here at least, and says what failed', async ({
  alice,
}) => {
  const page = await alice.open();
  await expect(panel(page, 'Due Today')).toBeVisible();
  const menu = await openAccountMenu(page);
  await page.context().setOffline(true);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(signInButton(page).or(toast(page, 'Error', 'Failed to logout'))).toBeVisible();
  await page.context().setOffline(false);
});

test('§5 change password: every message of the form', async ({ alice }) => {
  const page = await alice.open();
  const dialog = await openDialog(page);
  const says = (text: string) => expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await says('Current password is required');
  await says('New password must be at least 6 characters');
  await says('Please confirm your new password');

  await fill(dialog, 'x', '12345', '12345');
  await says('New password must be at least 6 characters');
  await fill(dialog, 'x', 'long enough', 'long enough?');
  await says("Passwords don't match");
  await expect(
    dialog.getByLabel('Confirm New Password', { exact: true }),
  ).toHaveAccessibleDescription("Passwords don't match");
  await expect(dialog.getByText('New password must be at least 6 characters')).toBeHidden();

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await canSignIn(alice.username, alice.password)).toBe(true);
});

test('§8 change password: a wrong current password is told and nothing changes', async ({
  alice,
}) => {
  const page = await alice.open();
  const dialog = await openDialog(page);
  await fill(dialog, 'not mine', 'long enough', 'long enough');
  await expect(toast(page, 'Error', 'Current password is incorrect')).toBeVisible();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('New Password', { exact: true })).toHaveValue('long enough');

  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    toast(page, 'Error', 'An error occurred while changing your password'),
  ).toBeVisible();
  await page.context().setOffline(false);
  expect(await canSignIn(alice.username, alice.password)).toBe(true);
});

test('§8 change password: success says so, and the other browser is signed out', async ({
  alice,
}) => {
  const page = await alice.open();
  const tab = await alice.openTab(page);
  const elsewhere = await alice.open();
  const asleep = await alice.open();
  for (const each of [tab, elsewhere, asleep]) {
    await expect(panel(each, 'Due Today')).toBeVisible();
  }
  await asleep.goto('about:blank');

  const dialog = await openDialog(page);
  await fill(dialog, alice.password, 'a new password', 'a new password');
  await expect(
    toast(page, 'Password Changed', 'Your password has been successfully updated.'),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await canSignIn(alice.username, 'a new password')).toBe(true);
  expect(await canSignIn(alice.username, alice.password)).toBe(false);

  // A browser that is open follows at once, one that was not when it is opened.
  await expect(signInButton(elsewhere)).toBeVisible();
  await asleep.goto('/');
  await expect(signInButton(asleep)).toBeVisible();

  // The browser that changed it stays signed in, in all its tabs.
  await page.reload();
  await expect(panel(page, 'Due Today')).toBeVisible();
  await tab.reload();
  await expect(panel(tab, 'Due Today')).toBeVisible();
});
