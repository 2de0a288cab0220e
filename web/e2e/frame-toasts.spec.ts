import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bar, toastRegion } from './support/frame.ts';
import { toast } from './support/tasks.ts';

const updated = (page: Page) => toast(page, 'Success', 'Theme updated successfully');
const items = (page: Page) => toastRegion(page).getByRole('listitem');

async function flipTheme(page: Page, next: 'dark' | 'light') {
  await bar(page)
    .getByRole('button', { name: `Switch to ${next} mode` })
    .click();
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

test('§9 toasts: at most one at a time, the newest', async ({ alice }) => {
  const page = await alice.open();
  await flipTheme(page, 'dark');
  await expect(items(page)).toHaveCount(1);
  await page.getByPlaceholder('New task description...').fill('Buy milk');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(toast(page, 'Success', 'Task created successfully!')).toBeVisible();
  await expect(items(page)).toHaveCount(1);
});

test('§9 toasts: shown for 5000 ms', async ({ alice }) => {
  const page = await alice.open('about:blank');
  await page.clock.install();
  await page.goto('/');
  await expect(toastRegion(page)).toBeAttached();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await flipTheme(page, 'dark');
  await expect(updated(page)).toBeVisible();
  await page.clock.runFor(4900);
  await expect(updated(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(items(page)).toHaveCount(0);
});

test('§9 toasts: F8 focuses the region, and Escape closes the toast', async ({ alice }) => {
  const page = await alice.open();
  await expect(toastRegion(page)).toBeAttached();
  await flipTheme(page, 'dark');
  await expect(updated(page)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(toastRegion(page).getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(updated(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(items(page)).toHaveCount(0);
});

test('§9 toasts: a swipe to the right of more than 50 px dismisses, a shorter one does not', async ({
  alice,
}) => {
  const page = await alice.open();
  await flipTheme(page, 'dark');
  await expect(updated(page)).toBeVisible();
  await swipe(page, 45);
  await expect(updated(page)).toHaveAttribute('data-swipe', 'cancel');
  await expect(updated(page)).toHaveAttribute('data-state', 'open');
  await swipe(page, -200);
  await expect(updated(page)).toHaveAttribute('data-state', 'open');
  await swipe(page, 60);
  await expect(items(page)).toHaveCount(0);
});

test('§9 toasts: at most 420 px wide, and within a phone', async ({ alice }) => {
  const page = await alice.open();
  await flipTheme(page, 'dark');
  await expect(updated(page)).toBeVisible();
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
