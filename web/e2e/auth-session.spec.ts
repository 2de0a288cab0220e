import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { canSignIn, hasCopy, openAccountMenu, signInButton } from './support/frame.ts';
import { addTasks, panel, toast } from './support/tasks.ts';

const CHANGE = '**/functions/v1/account/change-password';

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

test('spec §2 logout: leads to /login, and the other tabs of the browser follow', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Private matter' });
  const page = await alice.open();
  const tab = await alice.openTab(page);
  const notes = await alice.openTab(page, '/notes');
  const elsewhere = await alice.open();
  for (const each of [page, tab, elsewhere]) {
    await expect(each.getByRole('checkbox', { name: 'Private matter' })).toBeVisible();
  }
  await expect(notes.getByText('All Notes', { exact: true })).toBeVisible();
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
  await expect(signInButton(tab)).toBeVisible();
  await expect(tab.getByText('Private matter')).toBeHidden();
  await expect.poll(() => hasCopy(page, alice)).toBe(false);
  expect(await hasCopy(elsewhere, alice)).toBe(true);
  await expect(notes.getByText('Please log in to access your notes')).toBeVisible();
  await notes.getByRole('link', { name: 'Log In' }).click();
  await expect(notes).toHaveURL('/login');
  await expect(signInButton(notes)).toBeVisible();

  await page.goBack();
  await expect(signInButton(page)).toBeVisible();
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Page Not Found' }).first()).toBeVisible();

  // The other browser is another session. Where the server does not answer, it ends there at least.
  await elsewhere.reload();
  await expect(panel(elsewhere, 'Due Today')).toBeVisible();
  const other = await openAccountMenu(elsewhere);
  await elsewhere.route('**/auth/v1/logout**', (route) => route.abort());
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(toast(elsewhere, 'Error', 'Failed to logout')).toBeVisible();
  await expect(signInButton(elsewhere)).toBeVisible();
  await elsewhere.reload();
  await expect(signInButton(elsewhere)).toBeVisible();

  // §8: on the notes screen that is only logged.
  const { username, password } = alice;
  await elsewhere.context().request.post('/api/auth/login', { data: { username, password } });
  await elsewhere.goto('/notes');
  const logged = elsewhere.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('Logging out failed.'),
  });
  const third = await openAccountMenu(elsewhere);
  await third.getByRole('menuitem', { name: 'Logout' }).click();
  await logged;
  await expect(elsewhere.getByText('Please log in to access your notes')).toBeVisible();
  await expect(toast(elsewhere, 'Error', '')).toHaveCount(0);
});

test('spec §5, §8 change password: every message, then success, and the other browser is signed out', async ({
  alice,
}) => {
  const page = await alice.open();

  await test.step('spec §5: every message of the form and of the server, and nothing changes', async () => {
    const dialog = await openDialog(page);
    const says = (text: string) => expect(dialog.getByText(text, { exact: true })).toBeVisible();
    const submit = dialog.getByRole('button', { name: 'Change Password' });
    await submit.click();
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

    await fill(dialog, 'not mine', 'long enough', 'long enough');
    await expect(toast(page, 'Error', 'Current password is incorrect')).toBeVisible();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('New Password', { exact: true })).toHaveValue('long enough');
    const limited = 'Too many attempts. Please try again in 12 minutes.';
    for (const [answer, text] of [
      [{ status: 400, body: '' }, 'Failed to change password'],
      [{ status: 429, json: { message: limited, code: 'too_many_requests' } }, limited],
      [{ status: 500, body: '' }, 'An error occurred while changing your password'],
    ] as const) {
      await page.route(CHANGE, (route) => route.fulfill(answer));
      await submit.click();
      await expect(toast(page, 'Error', text)).toBeVisible();
      await page.unroute(CHANGE);
    }
    await page.context().setOffline(true);
    await submit.click();
    await expect(
      toast(page, 'Error', 'An error occurred while changing your password'),
    ).toBeVisible();
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(await canSignIn(alice.username, alice.password)).toBe(true);
  });

  await test.step('spec §8: success says so, and the other browser is signed out', async () => {
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
});
