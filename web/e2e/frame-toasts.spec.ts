import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  bar,
  holdRequests,
  setProfile,
  storedProfile,
  toastRegion,
  whenOpen,
} from './support/frame.ts';
import { addTasks, toast } from './support/tasks.ts';

const updated = (page: Page) => toast(page, 'Success', 'Theme updated successfully');
const items = (page: Page) => toastRegion(page).getByRole('listitem');

async function flipTheme(page: Page) {
  await bar(page)
    .getByRole('button', { name: /Switch to/ })
    .click();
  await expect(updated(page)).toBeVisible();
  await expect(items(page)).toHaveCount(1);
}

/** As above, with the pointer on the toast: it stays for as long as that. */
async function flipThemeAndStay(page: Page) {
  await flipTheme(page);
  await updated(page).hover();
}

async function swipe(page: Page, pixels: number) {
  const box = await updated(page).boundingBox();
  if (!box) throw new Error('There is no toast to swipe');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 6 });
  await page.mouse.up();
}

test('spec §9 toasts: one at a time, the newest; F8, Escape and a swipe of more than 50 px; 420 px wide', async ({
  alice,
}) => {
  await setProfile(alice, { header_color: 'green' });
  const page = await alice.open();
  await expect(toastRegion(page)).toBeAttached();
  // Whose theme it is has come with the colour.
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'green');
  await flipTheme(page);
  await page.getByPlaceholder('New task description...').fill('Buy milk');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(toast(page, 'Success', 'Task created successfully!')).toBeVisible();
  await expect(items(page)).toHaveCount(1);

  await test.step('F8 focuses the region, and Escape closes the toast', async () => {
    await flipThemeAndStay(page);
    await page.keyboard.press('F8');
    await expect(toastRegion(page).getByRole('list')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(updated(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(items(page)).toHaveCount(0);
  });

  await test.step('a swipe to the right of more than 50 px dismisses, a shorter one does not', async () => {
    await flipThemeAndStay(page);
    await swipe(page, 45);
    await expect(updated(page)).toHaveAttribute('data-swipe', 'cancel');
    await expect(updated(page)).toHaveAttribute('data-state', 'open');
    await swipe(page, -200);
    await expect(updated(page)).toHaveAttribute('data-state', 'open');
    await swipe(page, 60);
    await expect(items(page)).toHaveCount(0);
  });

  await test.step('at most 420 px wide, and within a phone', async () => {
    await flipTheme(page);
    const viewport = toastRegion(page).getByRole('list');
    for (const [screen, widest] of [
      [1440, 420],
      [768, 420],
      [360, 360],
    ] as const) {
      await page.setViewportSize({ width: screen, height: 800 });
      await expect.poll(async () => (await viewport.boundingBox())?.width).toBe(widest);
    }
  });

  await test.step('design §8: a failure names its reason, lies above the sheet, and Escape is for the sheet', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const { promise, resolve: fail } = Promise.withResolvers<void>();
    await page.route('**/rest/v1/profiles**', async (route) => {
      // Only what changes something: the page itself is to come.
      if (route.request().method() === 'GET') return route.fallback();
      await promise;
      return route.abort();
    });
    await page.goto('/settings?tab=display');
    await page.getByRole('radio', { name: 'Red', exact: true }).click();
    await page.keyboard.press('?');
    const sheet = await whenOpen(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    // The toast comes when the sheet is open: it has its five seconds from then on.
    fail();
    const failure = toastRegion(page).getByText('No connection to the server');
    await expect(failure).toBeVisible();
    const height = (await sheet.boundingBox())?.y ?? 0;
    const bottom = await items(page).evaluate((item) => item.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThan(Math.max(height, 400));
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(failure).toBeVisible();
    await page.unrouteAll();
  });
});

test('spec §9 toasts are shown for 5000 ms; tooltips after 700 ms, and within 300 ms of another at once', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');
  await page.clock.install();
  const sendCode = await holdRequests(page, /account-menu/);
  await page.goto('/');
  await expect(toastRegion(page)).toBeAttached();
  const tooltip = page.getByRole('tooltip');
  const account = bar(page).getByRole('button', { name: 'Account', exact: true });
  const menu = bar(page).getByRole('button', { name: 'Menu', exact: true });
  const leave = () => page.mouse.move(700, 700);
  // The first one fetches the code of all; that of the menu comes while it is pointed at.
  await account.hover();
  sendCode();
  await expect(tooltip).toHaveText('Account');
  await leave();
  await expect(tooltip).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);

  await flipTheme(page);
  await leave();
  await page.clock.runFor(4900);
  await expect(updated(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(items(page)).toHaveCount(0);

  await account.hover();
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toHaveText('Account');
  await leave();
  await page.clock.runFor(150);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await menu.hover();
  await expect(tooltip).toHaveText('Menu');
  await leave();
  await page.clock.runFor(500);
  await expect(tooltip).toHaveCount(0);
  await account.hover();
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);

  await test.step('design §8: none for a pointer at rest, which a closing window uncovers', async () => {
    await page.clock.resume();
    await page.goto('/contacts');
    const add = bar(page).getByRole('button', { name: 'Add new contact' });
    await add.click();
    const sheet = await whenOpen(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await page.clock.runFor(2000);
    await expect(tooltip).toHaveCount(0);
    // It opens as soon as somebody points.
    const box = await add.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 3);
    await page.clock.runFor(2000);
    await expect(tooltip).toHaveText('Add new contact');
  });
});

test('design §8 keyboard: single keys go, search, undo and are listed; off while typing and in Settings', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Water the beans' });
  const page = await alice.open();
  const box = page.getByRole('checkbox', { name: 'Water the beans' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await test.step('Ctrl+Z is the Undo of a toast that has gone', async () => {
    await box.click();
    await expect(toast(page, 'Success', 'Task status updated!')).toBeVisible();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(toastRegion(page).getByRole('listitem')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(box).not.toBeChecked();
  });

  await test.step('a ring shows the focus to who uses keys, and not to who uses a pointer', async () => {
    const account = bar(page).getByRole('button', { name: 'Account', exact: true });
    for (const [open, outline] of [
      [() => account.click(), 'none'],
      [() => account.press('Enter'), 'solid'],
    ] as const) {
      await open();
      await expect(page.getByRole('menu')).toBeVisible();
      if (outline === 'none') await page.mouse.click(5, 400);
      else await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(account).toBeFocused();
      await expect(account).toHaveCSS('outline-style', outline);
    }
  });

  await test.step('/ searches everything where there is no field for it', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('? lists them, Back closes it, and what is typed is text', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page).toHaveURL('/contacts');
    await page.keyboard.press('?');
    await expect(keys.getByText('Go to Notes')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(keys).toBeVisible();
    await page.goBack();
    await expect(keys).toBeHidden();
    await expect(page).toHaveURL('/contacts');
    await page.keyboard.press('/');
    await expect(page.getByPlaceholder('Search contacts...')).toBeFocused();
    await page.keyboard.type('gn?');
    await expect(page).toHaveURL('/contacts?q=gn%3F');
    await page.keyboard.press('Escape');
  });

  await test.step('WCAG 2.1.4: off as a whole, Ctrl+Z stays', async () => {
    await page.goto('/settings?tab=display');
    const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await expect(single).toBeChecked();
    await page.keyboard.press('?');
    await expect(keys).toBeVisible();
    await page.keyboard.press('Escape');
    await single.click();
    await expect(single).not.toBeChecked();
    await page.keyboard.press('?');
    await page.getByRole('combobox', { name: 'Week starts on' }).click();
    await page.getByRole('option', { name: 'Monday' }).click();
    await expect
      .poll(() => storedProfile(alice))
      .toMatchObject({ week_start: 1, keyboard_shortcuts: false });
    await expect(keys).toBeHidden();
    await single.click();
    await expect.poll(() => storedProfile(alice)).toMatchObject({ keyboard_shortcuts: true });
  });
});
