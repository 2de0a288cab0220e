import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { usernameToEmail } from '../../supabase/functions/_shared/domain/username.ts';
import { expect, test } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import { toast, userRow } from './support/administration.ts';

async function register(): Promise<{ username: string; id: string }> {
  const username = `e2e-new-${randomUUID().slice(0, 8)}`;
  const { data, error } = await serviceClient().auth.admin.createUser({
    email: usernameToEmail(username),
    password: `Pw-${randomUUID()}`,
    email_confirm: true,
    user_metadata: { username },
  });
  if (error) throw error;
  return { username, id: data.user.id };
}

test('§2 Administration: who has an account, since when, and who is administrator', async ({
  admin,
  alice,
}) => {
  const email = `${alice.username}@example.com`;
  const changed = await serviceClient()
    .from('profiles')
    .update({ email, created_at: '2025-01-05T12:00:00Z' })
    .eq('id', alice.id);
  expect(changed.error).toBeNull();
  const page = await admin.open('/admin');
  for (const name of ['Username', 'Email', 'Created', 'Administrator', 'Actions']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(userRow(page, admin.username).getByText('Admin', { exact: true })).toBeVisible();
  await expect(userRow(page, alice.username).getByText('Admin', { exact: true })).toBeHidden();
  await expect(userRow(page, alice.username)).toContainText(email);
  await expect(userRow(page, alice.username)).toContainText('Jan 5, 2025');
  const names = await page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => row.querySelector('td span')?.textContent ?? ''),
    );
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  expect(names.length).toBeGreaterThan(1);
  expect(names).toEqual(names.toSorted(compare));

  await page.getByRole('searchbox', { name: 'Find a user' }).fill(email.toUpperCase());
  await expect(userRow(page, admin.username)).toBeHidden();
  await expect(userRow(page, alice.username)).toBeVisible();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Global Settings' }).click();
  await expect(page.getByText('Global settings will come in future updates.')).toBeVisible();
  await page.getByRole('link', { name: 'Email Configuration' }).click();
  await expect(page).toHaveURL(/\/email-config$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('§8 Admin: the Administrator toggle, told to another administrator without a reload', async ({
  admin,
  alice,
}) => {
  test.slow();
  const [page, elsewhere] = [await admin.open('/admin'), await admin.open('/admin')];
  const flag = userRow(page, alice.username).getByRole('switch');
  const there = userRow(elsewhere, alice.username).getByRole('switch');
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
    page.getByText(`${admin.username} took administrator rights from ${alice.username}`),
  ).toBeVisible();
});

test('§8 Admin: the last administrator stays, and a failure is told', async ({ admin }) => {
  const page = await admin.open('/admin');
  const flag = userRow(page, admin.username).getByRole('switch');
  await page.route('**/functions/v1/admin/users/*/admin', (route) =>
    route.fulfill({
      status: 409,
      json: { message: 'The last administrator cannot be demoted', code: 'conflict' },
    }),
  );
  await flag.click();
  await expect(toast(page, 'Error', 'The last administrator cannot be demoted')).toBeVisible();
  await expect(flag).toBeChecked();
  await page.unroute('**/functions/v1/admin/users/*/admin');
  await page.route('**/functions/v1/admin/users/*/*', (route) => route.abort());
  await flag.click();
  await expect(toast(page, 'Error', 'Failed to update user')).toBeVisible();
  await expect(flag).toBeChecked();

  await userRow(page, admin.username).getByRole('button', { name: 'Reset Password' }).click();
  await page.getByLabel('New Password', { exact: true }).fill('Abcdefg1');
  await page.getByLabel('Confirm Password').fill('Abcdefg1');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset Password' }).click();
  await expect(toast(page, 'Error', 'Failed to reset password')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('§5 admin reset password: every rule, then the password works and is told', async ({
  admin,
  alice,
}) => {
  const page = await admin.open('/admin');
  await userRow(page, alice.username).getByRole('button', { name: 'Reset Password' }).click();
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
  const { error } = await serviceClient().auth.signInWithPassword({
    email: usernameToEmail(alice.username),
    password: chosen,
  });
  expect(error).toBeNull();
});

test('design §5: a new registration appears without a reload', async ({ admin }) => {
  const page = await admin.open('/admin');
  await expect(userRow(page, admin.username)).toBeVisible();
  const { username } = await register();
  await expect(userRow(page, username)).toBeVisible();
});

test('§6 roles: a plain user is refused, and one who is demoted loses the page', async ({
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
  await expect(userRow(demoted, admin.username)).toBeVisible();
  const { error } = await serviceClient()
    .from('profiles')
    .update({ is_admin: false })
    .eq('id', admin.id);
  expect(error).toBeNull();
  await expect(demoted.getByText('Only administrators can open this page')).toBeVisible();

  await visitor.page.goto('/admin');
  await expect(visitor.page.getByText('Page Not Found').last()).toBeVisible();
});

test('design §8: a failed reading is told, with a way to try again', async ({ admin }) => {
  const page = await admin.open('about:blank');
  await page.route('**/functions/v1/admin/users', (route) => route.abort());
  await page.goto('/admin');
  await expect(page.getByText('The users could not be loaded')).toBeVisible();
  await page.unroute('**/functions/v1/admin/users');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(userRow(page, admin.username)).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`design §8: axe finds nothing in the administration, ${theme}, ${width} px`, async ({
      admin,
    }) => {
      // Three screens are looked at.
      test.slow();
      await serviceClient().from('profiles').update({ theme }).eq('id', admin.id);
      const page = await admin.open('/admin', {
        viewport: { width, height: 800 },
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      const row = userRow(page, admin.username);
      await expect(row).toBeVisible();
      const findings = async () => (await new AxeBuilder({ page }).analyze()).violations;
      expect(await findings()).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await row.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Global Settings' }).click();
      await expect(page.getByText('will come in future updates')).toBeVisible();
      expect(await findings()).toEqual([]);
    });
  }
}
