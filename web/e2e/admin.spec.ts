import { randomUUID } from 'node:crypto';
import { usernameToEmail } from '#domain/account.ts';
import { expect, test } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import { findUser, overflowOf, toast, userRow } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { canSignIn, setProfile } from './support/frame.ts';

const USERS = '**/functions/v1/admin/users';

async function register(): Promise<string> {
  const username = `e2e-new-${randomUUID().slice(0, 8)}`;
  const { error } = await serviceClient().auth.admin.createUser({
    email: usernameToEmail(username),
    password: `Pw-${randomUUID()}`,
    email_confirm: true,
    user_metadata: { username },
  });
  if (error) throw error;
  return username;
}

test('spec §2 Administration: who has an account, their rights and their passwords, told to other tabs', async ({
  admin,
  alice,
}) => {
  const email = `${alice.username}@example.com`;
  await setProfile(alice, { email, created_at: '2025-01-05T12:00:00Z' });
  const page = await admin.open('/admin');

  await test.step('spec §8: toggles and registrations are told to another administrator without a reload', async () => {
    const elsewhere = await admin.openTab(page, '/admin');
    const flag = (await findUser(page, alice.username)).getByRole('switch');
    const there = (await findUser(elsewhere, alice.username)).getByRole('switch');
    await expect(there).not.toBeChecked();
    await flag.click();
    await expect(toast(page, 'User Updated', `${alice.username} is now an admin`)).toBeVisible();
    await expect(flag).toBeChecked();
    await expect(there).toBeChecked();
    await expect(
      elsewhere.getByText(`${admin.username} made ${alice.username} an administrator`),
    ).toBeVisible();
    await flag.click();
    await expect(toast(page, 'User Updated', 'is no longer an administrator')).toBeVisible();
    await expect(there).not.toBeChecked();
    await expect(
      page.getByText(`${admin.username} removed ${alice.username} as administrator`),
    ).toBeVisible();

    const newcomer = await register();
    await findUser(page, newcomer);
  });

  await test.step('spec §5: every rule of a new password, then it works and is told', async () => {
    const row = await findUser(page, alice.username);
    await row.getByRole('button', { name: 'Reset Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset Password' });
    const password = dialog.getByLabel('New Password', { exact: true });
    const confirmation = dialog.getByLabel('Confirm Password');
    const rules = dialog.getByRole('list', { name: 'Password rules' }).getByRole('listitem');
    await expect(rules).toHaveText([
      'At least 8 characters',
      'One uppercase letter',
      'One lowercase letter',
      'One number',
    ]);
    const submit = dialog.getByRole('button', { name: 'Reset Password' });
    const refusals = {
      Abcdef1: 'Password must be at least 8 characters',
      abcdefg1: 'Password must contain at least one uppercase letter',
      ABCDEFG1: 'Password must contain at least one lowercase letter',
      Abcdefgh: 'Password must contain at least one number',
    };
    for (const [typed, message] of Object.entries(refusals)) {
      await password.fill(typed);
      await confirmation.fill(typed);
      await submit.click();
      await expect(dialog.getByText(message, { exact: true })).toBeVisible();
    }
    const chosen = `Aa1-${randomUUID()}`;
    await password.fill(chosen);
    await expect(rules.filter({ hasText: ': met' })).toHaveCount(4);
    await confirmation.fill(`${chosen}x`);
    await submit.click();
    await expect(dialog.getByText("Passwords don't match", { exact: true })).toBeVisible();
    await confirmation.fill(chosen);
    await submit.click();
    await expect(toast(page, 'Password Reset', alice.username)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText(`${admin.username} reset the password of ${alice.username}`),
    ).toBeVisible();
    expect(await canSignIn(alice.username, chosen)).toBe(true);
  });

  await test.step('spec §2: who has an account, since when, and who is administrator', async () => {
    for (const name of ['Username', 'Email', 'Created', 'Administrator', 'Actions']) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    }
    await page.getByRole('searchbox', { name: 'Find a user' }).fill('');
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
    // The heading, and whom the search had left.
    await expect(rows).not.toHaveCount(2);
    const names = await rows.evaluateAll((all) =>
      all.slice(1).map((row) => row.querySelector('td span')?.textContent ?? ''),
    );
    const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual(names.toSorted(compare));

    const own = await findUser(page, admin.username);
    await expect(own.getByText('Admin', { exact: true })).toBeVisible();
    const hers = await findUser(page, alice.username);
    await expect(hers.getByText('Admin', { exact: true })).toBeHidden();
    await expect(hers).toContainText(email);
    await expect(hers).toContainText('Jan 5, 2025');
    await page.getByRole('searchbox', { name: 'Find a user' }).fill(email.toUpperCase());
    await expect(own).toBeHidden();
    await expect(hers).toBeVisible();
    await expect(page.getByText('1 user', { exact: true })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a user' }).fill('nobody is called that');
    await expect(page.getByText('No user found')).toBeVisible();

    await page.getByRole('tab', { name: 'Global Settings' }).click();
    await expect(page.getByText('Global settings will come in future updates.')).toBeVisible();
    await page.getByRole('link', { name: 'Email Configuration' }).click();
    await expect(page).toHaveURL(/\/email-config$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('spec §8 Admin: what fails is told, and can be tried again', async ({ admin }) => {
  const page = await admin.open('about:blank');
  // Else the list comes back by itself as soon as somebody registers.
  await page.routeWebSocket(/realtime/, () => undefined);
  await page.route(USERS, (route) => route.abort());
  await page.goto('/admin');
  await expect(page.getByText('The users could not be loaded')).toBeVisible();
  await page.unroute(USERS);
  await page.getByRole('button', { name: 'Try again' }).click();

  const row = await findUser(page, admin.username);
  const flag = row.getByRole('switch');
  // That the server says so is tested on an installation of its own (tests/functions).
  await page.route(`${USERS}/*/admin`, (route) =>
    route.fulfill({
      status: 409,
      json: { message: 'The last administrator cannot be demoted', code: 'conflict' },
    }),
  );
  await flag.click();
  await expect(toast(page, 'Error', 'The last administrator cannot be demoted')).toBeVisible();
  await expect(flag).toBeChecked();
  await page.unroute(`${USERS}/*/admin`);
  await page.route(`${USERS}/*/*`, (route) => route.abort());
  await flag.click();
  await expect(toast(page, 'Error', 'Failed to update user')).toBeVisible();
  await expect(flag).toBeChecked();

  await row.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByLabel('New Password', { exact: true }).fill('Abcdefg1');
  await page.getByLabel('Confirm Password').fill('Abcdefg1');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset Password' }).click();
  await expect(toast(page, 'Error', 'Failed to reset password')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('spec §6 roles: a plain user is refused, and one who is demoted loses the page', async ({
  admin,
  alice,
  visitor,
}) => {
  const page = await alice.open('/admin');
  await expect(page.getByText('Only administrators can open this page')).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.getByRole('link', { name: 'Back to tasks' }).click();
  await expect(page).toHaveURL(/\/$/);

  const demoted = await admin.open('/admin');
  await expect(demoted.getByRole('table', { name: 'Users' })).toBeVisible();
  await setProfile(admin, { is_admin: false });
  await expect(demoted.getByText('Only administrators can open this page')).toBeVisible();

  await visitor.page.goto('/admin');
  await expect(visitor.page.getByText('Page Not Found').last()).toBeVisible();
});

test('design §8: of a thousand users those in sight are drawn; axe finds nothing, and it fits a phone', async ({
  admin,
}) => {
  const page = await admin.open('about:blank');

  await test.step('those in sight are drawn, and all are in reach', async () => {
    const users = Array.from({ length: 1000 }, (_, index) => ({
      id: randomUUID(),
      username: `user ${String(index).padStart(4, '0')}`,
      email: null,
      createdAt: '2026-01-05T12:00:00Z',
      isAdmin: index === 0,
      hasSecondStep: false,
    }));
    await page.route(USERS, (route) => route.fulfill({ json: users }));
    await page.goto('/admin');
    const table = page.getByRole('table', { name: 'Users' });
    const rows = table.getByRole('row');
    await expect(userRow(page, 'user 0000')).toBeVisible();
    await expect(page.getByText('1,000 users', { exact: true })).toBeVisible();
    await expect(table).toHaveAttribute('aria-rowcount', '1001');
    expect(await rows.count()).toBeLessThan(60);
    // What is below the table stays in reach.
    await page.getByRole('heading', { name: 'Recent activity' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeInViewport();

    await expectNoFindings(page, 'a thousand users');
    const focused = userRow(page, 'user 0000').getByRole('switch');
    await focused.focus();
    // Open invitations of other tests may stand above.
    await table.scrollIntoViewIfNeeded();
    await table.evaluate((element) => element.parentElement?.scrollTo(0, 1e9));
    await expect(userRow(page, 'user 0999')).toBeInViewport();
    await expect(userRow(page, 'user 0999')).toHaveAttribute('aria-rowindex', '1001');
    await expect(userRow(page, 'user 0500')).toHaveCount(0);
    await expect(focused).toBeFocused();
    const found = await findUser(page, 'user 0500');
    await expect(found).toBeInViewport();
    await found.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('dialog')).toContainText('Set a new password for user 0500');
  });

  await test.step('axe finds nothing in the windows and tabs, and they fit a phone', async () => {
    await expectNoFindings(page, 'resetting a password');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Global Settings' }).click();
    await expect(page.getByText('will come in future updates')).toBeVisible();
    await expectNoFindings(page, 'global settings');

    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('tab', { name: 'Users' }).click();
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
  });
});

test('design §2: the search among users and the tab are in the URL', async ({ admin, alice }) => {
  const page = await admin.open('/admin');
  const tab = (name: string) => page.getByRole('tab', { name });
  await test.step('a search outlives a reload', async () => {
    await findUser(page, alice.username);
    await expect(page).toHaveURL(`/admin?q=${alice.username}`);
    await page.reload();
    await expect(userRow(page, alice.username)).toBeVisible();
    await expect(userRow(page, admin.username)).toHaveCount(0);
    await expect(page.getByRole('searchbox', { name: 'Find a user' })).toHaveValue(alice.username);
  });

  await test.step('coming back shows the tab that was left', async () => {
    await tab('Global Settings').click();
    await expect(page).toHaveURL(`/admin?q=${alice.username}&tab=global-settings`);
    await page.getByRole('link', { name: 'Email Configuration' }).click();
    await expect(page).toHaveURL('/email-config');
    await page.goBack();
    await expect(tab('Global Settings')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a tab that there is not is the first one', async () => {
    await page.goto('/admin?tab=elsewhere');
    await expect(tab('Users')).toHaveAttribute('aria-selected', 'true');
  });
});
