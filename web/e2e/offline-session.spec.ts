import { expect, test } from './fixtures.ts';
import { expireSoon } from './support/faults.ts';
import {
  hasCopy,
  holdRequests,
  openAccountMenu,
  setProfile,
  signInButton,
  typeCredentials,
} from './support/frame.ts';
import { whenKept } from './support/offline.ts';
import { box, chooseCategory, quickAdd } from './support/task-actions.ts';
import { addCategories, addTasks, panel, row, storedTasks, toast } from './support/tasks.ts';

test.use({ serviceWorkers: 'allow', actionTimeout: 15_000 });

test('design §5: with a token that ran out offline the app opens from the copy, and the account menu knows who is here', async ({
  admin: alice,
}) => {
  const page = await alice.open();

  await test.step('a token that ran out offline; it goes on when online', async () => {
    await addTasks(alice, { title: 'Rent' });
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

  await test.step('offline the account menu knows who is here, and nothing of it stays after logging out', async () => {
    const online = await openAccountMenu(page);
    await expect(online.getByRole('menuitem', { name: 'Administration' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.context().setOffline(true);
    await page.reload();
    const menu = await openAccountMenu(page);
    await expect(menu.getByText(alice.username, { exact: true })).toBeVisible();
    await expect(menu.getByRole('menuitem', { name: 'Administration' })).toBeVisible();
    await menu.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(signInButton(page)).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain(alice.username);
  });
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

test('design §5: a tab that sleeps over the copy holds up neither logging out nor coming back, and the copy goes with it', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Secret of Alice' });
  const page = await alice.open();
  await expect(box(page, 'Secret of Alice')).toBeVisible();
  const asleep = await page.context().newPage();
  await asleep.goto('/config.json');
  await asleep.evaluate(
    (name) =>
      new Promise((resolve) => {
        const request = indexedDB.open(name);
        // Held for as long as the page is open.
        Reflect.set(globalThis, 'held', request);
        request.addEventListener('success', resolve);
      }),
    `almanac-${alice.id}`,
  );
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(signInButton(page)).toBeVisible();
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
  expect(await hasCopy(page, alice)).toBe(true);
  await typeCredentials(page, alice.username, alice.password);
  await signInButton(page).click();
  await expect(box(page, 'Secret of Alice')).toBeVisible();
  await page.context().setOffline(true);
  await box(page, 'Secret of Alice').click();
  await expect(page.getByText('Offline, 1 change waiting')).toBeVisible();
  await asleep.close();
  await expect.poll(() => hasCopy(page, alice)).toBe(false);
  await page.context().setOffline(false);
  await page.reload();
  await expect(row(panel(page, 'Completed Today'), 'Secret of Alice')).toBeVisible();
  await expect.poll(() => storedTasks(alice)).toMatchObject([{ completed: true }]);
});

test('design §5: the sign of what waits on a phone, and when the browser is asked to keep this device', async ({
  alice,
}) => {
  const page = await alice.open('about:blank', { viewport: { width: 390, height: 800 } });

  await test.step('the browser is asked when the first change waits, and not before', async () => {
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'asked', 0);
      StorageManager.prototype.persisted = () => Promise.resolve(false);
      StorageManager.prototype.persist = () => {
        Reflect.set(globalThis, 'asked', Number(Reflect.get(globalThis, 'asked')) + 1);
        return Promise.resolve(false);
      };
    });
    const asked = () => page.evaluate(() => Number(Reflect.get(globalThis, 'asked')));
    await page.goto('/');
    await addCategories(alice, 'Work');
    await chooseCategory(page, 'Work');
    await quickAdd(page, 'Online');
    await expect.poll(() => storedTasks(alice)).toHaveLength(1);
    await page.context().setOffline(true);
    expect(await asked()).toBe(0);
    await quickAdd(page, 'Offline');
    await expect.poll(asked).toBe(1);
    await quickAdd(page, 'Once more');
    await expect(box(page, 'Once more')).toBeVisible();
    expect(await asked()).toBe(1);
  });

  await test.step('a toast does not cover the sign of what waits', async () => {
    await quickAdd(page, 'Milk');
    const sign = page.getByText('Offline, 3 changes waiting');
    await expect(sign).toBeVisible();
    const told = toast(page, 'Task created', '"Milk" was added to Work');
    await expect(told).toBeVisible();
    const [below, above] = [await sign.boundingBox(), await told.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });
});

test('design §5 profile: what is chosen elsewhere between the first answer and the live channel is not missed', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');
  const join = await holdRequests(page, /\/assets\/channel-.*\.js/);
  await page.goto('/');
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await openAccountMenu(page);
  await expect(page.getByRole('menu').getByText(alice.username, { exact: true })).toBeVisible();
  await setProfile(alice, { theme: 'dark' });
  join();
  await expect(page.locator('html')).toHaveClass(/dark/);
});
