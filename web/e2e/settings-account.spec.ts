import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { overflowOf } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { canSignIn, hasCopy, setProfile, signInButton, storedProfile } from './support/frame.ts';
import { addCategories, addTasks, panel, toast } from './support/tasks.ts';

const CHANGE = '**/functions/v1/account/change-email';
const DELETE = '**/functions/v1/account/delete';

async function openAccount(actor: Actor, options = {}): Promise<Page> {
  const page = await actor.open('/settings', options);
  await page.getByRole('tab', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  return page;
}

async function openDialog(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button }).press('Enter');
  return page.getByRole('dialog');
}

test('design §4 account: name and address; each is changed with the password, and refusals leave it as it is', async ({
  alice,
  bob,
}) => {
  const taken = `${bob.username}@example.org`;
  await setProfile(bob, { email: taken });
  const page = await alice.open('about:blank');

  await test.step('what cannot be loaded can be tried again', async () => {
    await page.route(/rest\/v1\/profiles/, (route) => route.abort());
    // It is read once more by itself when the live channel stands.
    const readAgain = page.waitForEvent('console', (message) =>
      message.text().startsWith('The profile could not be read again.'),
    );
    await page.goto('/settings?tab=account');
    await readAgain;
    await expect(page.getByText('Your account could not be loaded')).toBeVisible();
    await page.unroute(/rest\/v1\/profiles/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('definition').first()).toHaveText(alice.username);
  });

  await test.step('the address is changed and removed with the password', async () => {
    const other = await openAccount(alice);
    const shown = (on: Page) => on.getByRole('definition').filter({ hasNotText: 'Change' });
    await expect(shown(page)).toHaveText([alice.username, 'None']);

    const dialog = await openDialog(page, 'Change email');
    const email = dialog.getByLabel('Email');
    const password = dialog.getByLabel('Current Password');
    await expect(email).toBeFocused();
    await email.fill('alice@nowhere');
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(password).toHaveAccessibleDescription('Current password is required');
    await email.fill(taken.toUpperCase());
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription('Current password is incorrect');
    await expect(password).toBeFocused();
    await expect(email).toHaveValue(taken.toUpperCase());
    await password.fill(alice.password);
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription('This email address is already in use');
    await expect(email).toBeFocused();
    const own = `${alice.username}@example.org`;
    await email.fill(own);
    await page.keyboard.press('Enter');
    await expect(
      toast(page, 'Email Changed', 'Your email address has been changed.'),
    ).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused();
    await expect(shown(page)).toHaveText([alice.username, own]);
    await expect(shown(other)).toHaveText([alice.username, own]);

    await openDialog(page, 'Change email');
    await expect(email).toHaveValue(own);
    await email.fill('');
    await password.fill(alice.password);
    for (const answer of [{ status: 500, body: '' }, null]) {
      await page.route(CHANGE, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await dialog.getByRole('button', { name: 'Change Email' }).click();
      await expect(toast(page, 'Error', 'Failed to change email')).toBeVisible();
      await page.unroute(CHANGE);
    }
    await expect(password).toHaveValue(alice.password);
    await dialog.getByRole('button', { name: 'Change Email' }).click();
    await expect(toast(page, 'Email Changed', 'has been removed')).toBeVisible();
    await expect(shown(page)).toHaveText([alice.username, 'None']);
    expect(await storedProfile(alice)).toMatchObject({ email: null });
  });

  await test.step('a deletion that is refused leaves everything', async () => {
    const dialog = await openDialog(page, 'Delete account');
    const password = dialog.getByLabel('Current Password');
    const confirm = dialog.getByRole('button', { name: 'Delete Account' });
    await expect(password).toBeFocused();
    await expect(dialog).toContainText(
      'all of your tasks, contacts, notes, folders and categories',
    );
    await confirm.click();
    await expect(password).toHaveAccessibleDescription('Current password is required');
    await password.fill('not the password');
    await confirm.click();
    await expect(password).toHaveAccessibleDescription('Current password is incorrect');

    const limited = 'Too many attempts. Please try again in 12 minutes.';
    await page.route(DELETE, (route) =>
      route.fulfill({ status: 429, json: { message: limited, code: 'too_many_requests' } }),
    );
    await confirm.click();
    await expect(toast(page, 'Error', limited)).toBeVisible();
    await page.unroute(DELETE);
    await page.route(DELETE, (route) => route.abort());
    await confirm.click();
    await expect(toast(page, 'Error', 'Failed to delete account')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();
    // Nobody has left: what ends this session now is still told.
    expect(await page.evaluate(() => localStorage.getItem('loggedOutAt'))).toBe(null);
    expect(await canSignIn(alice.username, alice.password)).toBe(true);
  });
});

test('design §4 account: deleted, it leaves nothing in this browser, and other devices are told', async ({
  alice,
}) => {
  await addCategories(alice, 'Secret project');
  await addTasks(alice, { title: 'Private matter', category: 'Secret project' });
  const note = await alice.client.from('notes').insert({ title: 'Diary', content: '' });
  expect(note.error).toBeNull();
  const page = await alice.open();
  await page.evaluate(() => localStorage.setItem('selectedCategory', 'Secret project'));
  const tab = await alice.openTab(page, '/notes');
  const elsewhere = await alice.open();
  await expect(panel(elsewhere, 'Due Today')).toBeVisible();
  // What is half typed in another tab is a draft on this disk.
  await tab.getByRole('button', { name: 'Diary', exact: true }).click();
  await tab.getByRole('button', { name: 'Edit', exact: true }).click();
  await tab.getByRole('textbox').last().fill('Dear diary');
  const drafts = (at: Page) =>
    at.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('almanac-drafts', 1);
          opening.addEventListener('success', () => {
            const database = opening.result;
            const counted = database.transaction('drafts').objectStore('drafts').count();
            counted.addEventListener('success', () => {
              database.close();
              resolve(counted.result);
            });
          });
        }),
    );
  await expect.poll(() => drafts(tab)).toBe(1);
  // So is the copy that a device works with.
  expect(await hasCopy(page, alice)).toBe(true);
  expect(await hasCopy(elsewhere, alice)).toBe(true);

  await page.goto('/settings?tab=account');
  const dialog = await openDialog(page, 'Delete account');
  await dialog.getByLabel('Current Password').fill(alice.password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Account Deleted', 'Your account has been deleted')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['loggedOutAt']);
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('sb-'))).toEqual([]);
  await expect(page.getByText('Private matter')).toBeHidden();
  await expect(tab.getByText('Please log in to access your notes')).toBeVisible();
  await expect.poll(() => drafts(page)).toBe(0);
  await expect.poll(() => hasCopy(page, alice)).toBe(false);
  await expect(toast(tab, 'Logged out', '')).toHaveCount(0);

  await expect(signInButton(elsewhere)).toBeVisible();
  await expect(toast(elsewhere, 'Logged out', 'This account no longer exists.')).toBeVisible();
  await expect.poll(() => hasCopy(elsewhere, alice)).toBe(false);
  expect(await canSignIn(alice.username, alice.password)).toBe(false);
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Page Not Found' }).first()).toBeVisible();
});

test('design §8: axe finds nothing in the account, and it fits a phone', async ({ alice }) => {
  await setProfile(alice, { email: `${alice.username}.with.a.long.address@family.example.org` });
  const page = await openAccount(alice, { reducedMotion: 'reduce' });
  await expectNoFindings(page, 'account');
  for (const name of ['Change email', 'Delete account']) {
    const dialog = await openDialog(page, name);
    await dialog.getByRole('button', { name: new RegExp(`^${name}$`, 'i') }).click();
    await expect(dialog.getByText('Current password is required')).toBeVisible();
    await expectNoFindings(page, name, { within: '[role=dialog]' });
    await page.setViewportSize({ width: 390, height: 700 });
    expect(await overflowOf(page)).toBe(0);
    await expect(dialog.getByRole('button').last()).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 720 });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
  await page.setViewportSize({ width: 390, height: 700 });
  expect(await overflowOf(page)).toBe(0);
});
