import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import { holdSockets, expireSoon, zoneWhereItIs } from './support/faults.ts';
import { openAccountMenu, signInButton } from './support/frame.ts';
import { addTasks, panel, toast, trashTask } from './support/tasks.ts';

const HOUR = 60 * 60 * 1000;
const input = (page: Page) => page.getByPlaceholder('New task description...');
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
const leftText = (page: Page) => page.getByRole('dialog', { name: 'Recovered text' });

async function openChangePassword(page: Page) {
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Change Password' }).click();
}

test('design §5 deployment: what a tab that goes on does without the files it was made of', async ({
  alice,
}) => {
  const page = await alice.open();

  await test.step('a tab goes on, offers the reload, and gives back what was typed', async () => {
    await addTasks(alice, { title: 'Stays' });
    await expect(box(page, 'Stays')).toBeVisible();
    await input(page).fill('Half a thought');
    // The files of the version that this tab runs are gone.
    await page.route('**/assets/change-password-dialog-*.js', (route) =>
      route.fulfill({ status: 404, body: 'Not Found' }),
    );
    await openChangePassword(page);
    const updated = toast(page, 'Almanac was updated', 'Reload to use');
    await expect(updated).toBeVisible();
    await expect(box(page, 'Stays')).toBeVisible();
    await expect(input(page)).toHaveValue('Half a thought');

    await page.unrouteAll();
    await updated.getByRole('button', { name: 'Reload' }).click();
    await expect(leftText(page).getByRole('textbox')).toHaveValue('Half a thought');
    await leftText(page).getByText('Close', { exact: true }).click();
    await expect(leftText(page)).toBeHidden();
    await openChangePassword(page);
    await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible();
  });

  await test.step('code that cannot be fetched without a network comes when there is one', async () => {
    await page.reload();
    await expect(panel(page, 'Due Today')).toBeVisible();
    await openAccountMenu(page);
    await page.route('**/assets/*-{dialog,route}-*.js', (route) => route.abort());
    await page.route('**/config.json', (route) => route.abort());
    await page.getByRole('menuitem', { name: 'Change Password' }).click();
    await expect(toast(page, 'Error', 'This could not be loaded.')).toBeVisible();
    const menu = await openAccountMenu(page);
    await menu.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByText('This screen could not be loaded')).toBeVisible();

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('tab', { name: 'Categories' })).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await openChangePassword(page);
    await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible();
  });

  await test.step('a screen that a deployment has replaced is loaded again by itself', async () => {
    await page.goto('/');
    await expect(panel(page, 'Due Today')).toBeVisible();
    await page.route(
      '**/assets/settings-route-*.js',
      (route) => route.fulfill({ status: 404, body: 'Not Found' }),
      { times: 1 },
    );
    const menu = await openAccountMenu(page);
    await menu.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('tab', { name: 'Categories' })).toBeVisible();
    await expect(page).toHaveURL('/settings');
  });
});

test('design §5: where the copy on this device cannot be opened that is said, and can be tried again', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Water the plants', due_date: '2025-01-09' });
  const page = await alice.open('about:blank');
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function openDisk(...args) {
      if (sessionStorage.getItem('mended')) return open.apply(this, args);
      throw new DOMException('The disk is broken', 'UnknownError');
    };
  });
  await page.goto('/');
  const again = page.getByRole('button', { name: 'Try again' }).first();
  await again.click();
  await expect(again).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  await again.click();
  await expect(page.getByRole('checkbox', { name: 'Water the plants' })).toBeVisible();
});

test('design §4: the tabs of a deleted account are signed out, say why, and lose no text', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Private matter' });
  const typing = await alice.open();
  const idle = await alice.open('/settings');
  await expect(box(typing, 'Private matter')).toBeVisible();
  await input(typing).fill('Half a thought');
  const { error } = await serviceClient().auth.admin.deleteUser(alice.id);
  expect(error).toBeNull();
  for (const page of [typing, idle]) {
    await expect(toast(page, 'Logged out', 'This account no longer exists.')).toBeVisible();
  }
  await expect(leftText(typing).getByRole('textbox')).toHaveValue('Half a thought');
  await leftText(typing).getByText('Close', { exact: true }).click();
  await expect(signInButton(typing)).toBeVisible();
  await expect(typing.getByText('Private matter')).toBeHidden();
  await expect(idle.getByRole('heading', { name: 'Page Not Found' }).first()).toBeVisible();
  await expect(leftText(idle)).toBeHidden();
});

test('design §5: the laptop sleeps over midnight; the tab catches up and keeps what was typed', async ({
  alice,
}) => {
  const timezoneId = zoneWhereItIs(4);
  const local = (moment: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format(moment);
  await addTasks(alice, { title: 'On the day', due_date: local(Date.now()) }, { title: 'Goes' });
  const page = await alice.open('about:blank', { timezoneId });
  const sockets = await holdSockets(page);
  await page.clock.install({ time: Date.now() - 8 * HOUR });
  await page.goto('/');
  await expect(panel(page, 'Due Tomorrow').getByRole('checkbox')).toHaveCount(1);
  await input(page).fill('Half a thought');
  await sockets.joined;

  // Asleep: nothing arrives, and nobody tells the tab that its connection is gone.
  sockets.kill();
  await addTasks(alice, { title: 'Comes' });
  await trashTask(alice, 'Goes');
  await page.clock.fastForward(8 * HOUR);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await expect(panel(page, 'Due Today').getByRole('checkbox')).toHaveCount(1);
  await expect(box(page, 'Comes')).toBeVisible();
  await expect(box(page, 'Goes')).toBeHidden();
  await expect(input(page)).toHaveValue('Half a thought');
  await addTasks(alice, { title: 'Live again' });
  await expect(box(page, 'Live again')).toBeVisible();
});

test('design §4: the token expires while offline; the tab renews it as soon as it is online', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');
  await expireSoon(page.context());
  await page.clock.install();
  await page.goto('/');
  await expect(panel(page, 'Due Today')).toBeVisible();
  await input(page).fill('Half a thought');
  await page.context().setOffline(true);
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await page.clock.runFor(10 * 60_000);
  await addTasks(alice, { title: 'Comes' });
  await expect(panel(page, 'Due Today')).toBeVisible();

  const renewed = page.waitForResponse(/\/auth\/v1\/token\?grant_type=refresh_token/);
  await page.context().setOffline(false);
  expect((await renewed).status()).toBe(200);
  await expect(box(page, 'Comes')).toBeVisible();
  await expect(page.getByText('Reconnecting')).toBeHidden();
  await expect(input(page)).toHaveValue('Half a thought');
  await input(page).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await expect(panel(page, 'Due Today').getByRole('checkbox')).toHaveCount(1);
});
