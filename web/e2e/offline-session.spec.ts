import { expect, test } from './fixtures.ts';
import { expireSoon } from './support/faults.ts';
import { openAccountMenu, signInButton, typeCredentials } from './support/frame.ts';
import { whenKept } from './support/offline.ts';
import { box } from './support/task-actions.ts';
import { addTasks, panel, row, storedTasks } from './support/tasks.ts';

test.use({ serviceWorkers: 'allow', actionTimeout: 15_000 });

test('design §5: with a token that ran out offline the app opens from the copy, and goes on when online', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Rent' });
  const page = await alice.open();
  await expect(box(page, 'Rent')).toBeVisible();
  await whenKept(page);
  const context = page.context();
  await context.setOffline(true);
  await expireSoon(context, { seconds: -3600 });
  await page.reload();
  await expect(box(page, 'Rent')).toBeVisible();
  await box(page, 'Rent').click();
  await expect(page.getByText('Offline, 1 change waiting')).toBeVisible();
  await page.reload();
  await expect(row(panel(page, 'Completed Today'), 'Rent')).toBeVisible();

  const renewed = page.waitForResponse(/grant_type=refresh_token/, { timeout: 30_000 });
  await context.setOffline(false);
  await renewed;
  const completed = async () => (await storedTasks(alice))[0]?.completed;
  // The client for the token waits longer from attempt to attempt.
  await expect.poll(completed, { timeout: 20_000 }).toBe(true);
  await expect(page.getByText('waiting')).toBeHidden();
  await expect(row(panel(page, 'Completed Today'), 'Rent')).toBeVisible();
});

test('design §5: logging out offline leaves nothing on the device, and the next person sees only what is theirs', async ({
  alice,
  bob,
}) => {
  await addTasks(alice, { title: 'Secret of Alice' });
  await addTasks(bob, { title: 'Secret of Bob' });
  const page = await alice.open();
  await expect(box(page, 'Secret of Alice')).toBeVisible();
  await whenKept(page);
  const context = page.context();
  await context.setOffline(true);
  await page.reload();
  await expect(box(page, 'Secret of Alice')).toBeVisible();
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(signInButton(page)).toBeVisible();
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
  const copies = async () =>
    (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name);
  expect(await copies()).not.toContain(`almanac-${alice.id}`);

  await context.setOffline(false);
  await page.goto('/login');
  await typeCredentials(page, bob.username, bob.password);
  await signInButton(page).click();
  await expect(box(page, 'Secret of Bob')).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(box(page, 'Secret of Bob')).toBeVisible();
  await expect(page.getByText('Secret of Alice')).toBeHidden();
});
