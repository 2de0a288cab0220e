import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { findUser, overflowOf, toast, userRow } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { canSignIn, setProfile, signInButton, typeCredentials, whenOpen } from './support/frame.ts';
import { addTasks, panel } from './support/tasks.ts';

const REGISTRATION = '**/functions/v1/admin/registration';
const INVITATIONS = '**/functions/v1/admin/invitations';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('spec §6 administrators: they invite, make an account with a password of its own, and copy both', async ({
  admin,
  alice,
  visitor,
}) => {
  const page = await admin.open('/admin', { permissions: ['clipboard-read', 'clipboard-write'] });

  await test.step('spec §6: an invitation with Copy, and the focus is where the work is', async () => {
    await button(page, 'Invite').click();
    await page.getByLabel('Email (Optional)').fill('nobody@nowhere');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Email (Optional)')).toHaveAccessibleDescription(
      /Please enter a valid email address/,
    );
    await page.getByLabel('Email (Optional)').fill('');
    await button(page, 'Create Invitation').click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    await button(page, 'Copy').click();
    await expect(toast(page, 'Copied', '')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await button(page, 'Done').press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(button(page, 'Invite')).toBeFocused();

    const mine = page.getByRole('listitem').filter({ hasText: `By ${admin.username}, valid` });
    await mine.getByRole('button').press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await expect(mine).toBeHidden();
    await expect(page.getByText(`${admin.username} revoked an invitation`)).toBeVisible();
    // The button that had it is gone: it stays beside where that was.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  await test.step('spec §6: a new user, by the rules, who chooses a password at the first sign-in', async () => {
    await button(page, 'New user').press('Enter');
    const field = (label: string) => dialog(page).getByLabel(label, { exact: true });
    await expect(field('Username')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field('Username')).toHaveAccessibleDescription('Username is required');
    await expect(field('Password')).toHaveAccessibleDescription(
      'Password must be at least 8 characters',
    );
    await field('Username').fill(alice.username);
    await field('Password').fill('Abcdefgh');
    const rules = dialog(page).getByRole('list', { name: 'Password rules' }).getByRole('listitem');
    await expect(rules.filter({ hasText: ': met' })).toHaveCount(3);
    await button(page, 'Generate').click();
    await expect(rules.filter({ hasText: ': met' })).toHaveCount(4);
    await expect(field('Password')).toHaveAttribute('type', 'text');
    await expect(field('Password')).toHaveAccessibleDescription('');
    await button(page, 'Create User').click();
    await expect(field('Username')).toHaveAccessibleDescription('This username is already taken');
    await expect(field('Username')).toBeFocused();

    const name = `e2e-dora-${randomUUID().slice(0, 8)}`;
    await field('Username').fill(name);
    await field('Email (Optional)').fill(`${name}@example.org`);
    await button(page, 'Copy').click();
    await button(page, 'Create User').click();
    await expect(toast(page, 'User Created', `${name} can log in now`)).toBeVisible();
    await expect(button(page, 'New user')).toBeFocused();
    await expect(await findUser(page, name)).toContainText(`${name}@example.org`);
    await expect(page.getByText(`${admin.username} created ${name}`)).toBeVisible();

    const generated = await page.evaluate(() => navigator.clipboard.readText());
    await visitor.page.goto('/login');
    await typeCredentials(visitor.page, name, generated);
    await signInButton(visitor.page).click();
    const change = visitor.page.getByRole('dialog', { name: 'Change Password' });
    await expect(change).toContainText('please choose a new one');
    await change.getByLabel('Current Password', { exact: true }).fill(generated);
    await change.getByLabel('New Password', { exact: true }).fill('my own secret');
    await change.getByLabel('Confirm New Password', { exact: true }).fill('my own secret');
    await change.getByRole('button', { name: 'Change Password' }).click();
    await expect(change).toBeHidden();
    await expect(panel(visitor.page, 'Due Today')).toBeVisible();
  });

  await test.step('spec §8: what the browser does not let us copy is said', async () => {
    await button(page, 'New user').click();
    await expect(button(page, 'Copy')).toBeDisabled();
    await button(page, 'Generate').click();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    });
    await button(page, 'Copy').click();
    await expect(toast(page, 'Error', 'It could not be copied.')).toBeVisible();
    // Without https there is no such clipboard: the browser's old command does it.
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
    await button(page, 'Copy').click();
    await expect(toast(page, 'Copied', '')).toBeVisible();
    const generated = await dialog(page).getByLabel('Password', { exact: true }).inputValue();
    await dialog(page).getByLabel('Username').press('ControlOrMeta+v');
    await expect(dialog(page).getByLabel('Username')).toHaveValue(generated);
  });
});

test('spec §6 administrators: a user is deleted after the name was typed, and hears of it', async ({
  admin,
  alice,
  bob,
}) => {
  await addTasks(alice, { title: 'Private matter' });
  const hers = await alice.open();
  await expect(hers.getByRole('checkbox', { name: 'Private matter' })).toBeVisible();
  const page = await admin.open('/admin');
  const elsewhere = await admin.openTab(page, '/admin');
  await findUser(elsewhere, alice.username);
  const row = await findUser(page, alice.username);
  const opener = row.getByRole('button', { name: `Delete ${alice.username}` });
  await opener.press('Enter');
  const name = dialog(page).getByLabel(`Type ${alice.username} to confirm`);
  const confirm = dialog(page).getByRole('button', { name: 'Delete User' });
  await expect(name).toBeFocused();
  await expect(dialog(page)).toContainText('This cannot be undone.');
  for (const typed of ['', 'alice', bob.username, alice.username.slice(0, -1)]) {
    await name.fill(typed);
    await expect(confirm).toBeDisabled();
    await name.press('Enter');
  }
  await (await whenOpen(dialog(page))).press('Escape');
  await expect(opener).toBeFocused();
  expect(await canSignIn(alice.username, alice.password)).toBe(true);

  await opener.press('Enter');
  await name.fill(alice.username);
  await confirm.press('Enter');
  // First what stands for five seconds only.
  await expect(toast(hers, 'Logged out', 'This account no longer exists.')).toBeVisible();
  await expect(signInButton(hers)).toBeVisible();
  await expect(toast(page, 'User Deleted', alice.username)).toBeVisible();
  await expect(row).toBeHidden();
  await expect(userRow(elsewhere, alice.username)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Users' })).toBeFocused();
  await expect(page.getByText(`${admin.username} deleted a user`)).toBeVisible();
  expect(await canSignIn(alice.username, alice.password)).toBe(false);

  // Oneself only in Settings.
  const own = await findUser(page, admin.username);
  await own.getByRole('button', { name: `Delete ${admin.username}` }).click();
  await expect(dialog(page)).toContainText('You can delete it in Settings');
  await page.getByRole('link', { name: 'Open Settings' }).click();
  await expect(page.getByRole('tab', { name: 'Account' })).toHaveAttribute('data-state', 'active');
});

test('spec §8 Admin: what fails about registration, invitations and users is told, and goes back', async ({
  admin,
  bob,
}) => {
  const page = await admin.open('about:blank');
  // Else it comes back by itself as soon as somebody registers.
  await page.routeWebSocket(/realtime/, () => undefined);
  await page.route(REGISTRATION, (route) => route.abort());
  await page.goto('/admin');
  await expect(page.getByText('Registration could not be loaded')).toBeVisible();
  await page.unroute(REGISTRATION);
  await page
    .getByRole('region', { name: 'Registration' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect(mode(page, 'Open')).toBeChecked();

  await page.route(REGISTRATION, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'secret detail', code: 'XX000' } })
      : route.continue(),
  );
  await mode(page, 'Closed').click();
  await expect(toast(page, 'Error', 'Failed to change registration')).toBeVisible();
  await expect(mode(page, 'Open')).toBeChecked();

  const tooMany = 'There are too many open invitations. Revoke some first.';
  await page.route(INVITATIONS, (route) =>
    route.fulfill({ status: 409, json: { message: tooMany, code: 'too_many_invitations' } }),
  );
  await button(page, 'Invite').click();
  await page.getByLabel('Email (Optional)').fill('bert@example.org');
  await button(page, 'Create Invitation').click();
  await expect(toast(page, 'Error', tooMany)).toBeVisible();
  await expect(page.getByLabel('Email (Optional)')).toHaveValue('bert@example.org');
  await button(page, 'Cancel').click();

  await page.unroute(INVITATIONS);
  await button(page, 'Invite').click();
  await button(page, 'Create Invitation').click();
  await button(page, 'Done').click();
  const mine = page.getByRole('listitem').filter({ hasText: `By ${admin.username}, valid` });
  await page.route(`${INVITATIONS}/*`, (route) => route.abort());
  await mine.getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Error', 'Failed to revoke invitation')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(mine).toBeVisible();

  await page.route('**/functions/v1/admin/users', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await button(page, 'New user').click();
  await dialog(page).getByLabel('Username').fill('dora');
  await dialog(page).getByLabel('Password', { exact: true }).fill('Doras-secret-1');
  await button(page, 'Create User').click();
  await expect(toast(page, 'Error', 'Failed to create user')).toBeVisible();
  await expect(dialog(page).getByLabel('Username')).toHaveValue('dora');
  await button(page, 'Cancel').click();

  const last = 'The last administrator cannot be deleted';
  await page.route('**/functions/v1/admin/users/*', (route) =>
    route.fulfill({ status: 409, json: { message: last, code: 'last_administrator' } }),
  );
  await (await findUser(page, bob.username)).getByRole('button', { name: /^Delete/ }).click();
  await page.getByLabel(`Type ${bob.username} to confirm`).fill(bob.username);
  await button(page, 'Delete User').click();
  await expect(toast(page, 'Error', last)).toBeVisible();
  await expect(dialog(page)).toBeVisible();
  expect(await canSignIn(bob.username, bob.password)).toBe(true);
});

test('design §8: axe finds nothing in registration and its windows, and they fit a phone', async ({
  admin,
  alice,
}) => {
  await setProfile(alice, { email: `${alice.username}.with.a.long.address@example.org` });
  const page = await admin.open('/admin', { reducedMotion: 'reduce' });

  await test.step('axe finds nothing in registration and its windows', async () => {
    await button(page, 'Invite').click();
    await expect(dialog(page)).toBeVisible();
    await expectNoFindings(page, 'invite', { within: '[role=dialog]' });
    await button(page, 'Create Invitation').click();
    await expect(page.getByLabel('Link', { exact: true })).toBeVisible();
    await expectNoFindings(page, 'invitation', { within: '[role=dialog]' });
    await button(page, 'Done').click();
    const mine = page.getByRole('listitem').filter({ hasText: `By ${admin.username}, valid` });
    await expect(mine).toBeVisible();
    await expectNoFindings(page, 'open invitations');
    await mine.getByRole('button').click();
    await expectNoFindings(page, 'revoke', { within: '[role=alertdialog]' });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'New user').click();
    await button(page, 'Generate').click();
    await button(page, 'Create User').click();
    await expect(dialog(page).getByText('Username is required')).toBeVisible();
    await expectNoFindings(page, 'new user', { within: '[role=dialog]' });
    await button(page, 'Cancel').click();
  });

  await test.step('they fit a phone, and so does deleting a user', async () => {
    await expect(mode(page, 'Open')).toBeChecked();
    await page.setViewportSize({ width: 390, height: 700 });
    expect(await overflowOf(page)).toBe(0);
    // The window is higher than what is left of the phone: it scrolls, and its buttons come into reach.
    await button(page, 'New user').click();
    await expect(button(page, 'Create User')).toBeInViewport();
    await button(page, 'Cancel').click();
    for (const name of [alice.username, admin.username]) {
      await (await findUser(page, name)).getByRole('button', { name: `Delete ${name}` }).click();
      await expect(dialog(page)).toBeVisible();
      await expectNoFindings(page, `deleting ${name}`, { within: '[role=dialog]' });
      expect(await overflowOf(page)).toBe(0);
      await button(page, 'Cancel').click();
    }
  });
});
