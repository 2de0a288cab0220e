import { expect, test } from './fixtures.ts';
import { findUser, userRow } from './support/administration.ts';

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
