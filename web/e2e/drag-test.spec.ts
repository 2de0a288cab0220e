import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { dragByMouse, pickUp, pointOn } from './support/drag.ts';
import { holdRequests } from './support/frame.ts';
import { PULL, refuseChanges } from './support/network.ts';
import { addTasks, toast } from './support/tasks.ts';

const list = (page: Page, name: string) => page.getByRole('list', { name });
const handle = (within: Locator, title: string) =>
  within.getByRole('button', { name: `Drag to reorder ${title}` });
const order = (page: Page) => page.getByText('Current Order:').locator('..');

async function expectOrder(page: Page, ...titles: string[]) {
  await expect(order(page)).toHaveText(`Current Order: ${titles.join(', ')}`);
  for (const name of ['List 1', 'List 2']) {
    const rows = list(page, name).getByRole('listitem');
    await expect(rows).toHaveText(titles.map((title) => new RegExp(`^${title}`)));
  }
}

async function dragOnto(page: Page, title: string, onto: string) {
  const within = list(page, 'List 2');
  await dragByMouse(
    page,
    await pointOn(handle(within, title)),
    await pointOn(handle(within, onto)),
  );
}

/** Moves the first of three tasks one place down, and waits for what is said about it. */
async function moveDownByKeyboard(page: Page, title: string) {
  await handle(list(page, 'List 1'), title).focus();
  await pickUp(page, `Picked up ${title}, position 1 of 3 in List 1.`);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`${title} is over position 2 of 3 in List 1.`)).toBeAttached();
  await page.keyboard.press('Space');
}

test('spec §5 drag-test: loading, empty, and open tasks of today in two lists, sorted by mouse and keyboard, live', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');

  await test.step('spec §2: loading, then empty', async () => {
    const release = await holdRequests(page, PULL);
    await page.goto('/drag-test');
    await expect(page.getByText('Loading tasks...')).toBeVisible();
    release();
    await expect(page.getByText('No tasks due today')).toHaveCount(2);
    await page.unrouteAll();
  });

  await test.step('spec §5: sorted by mouse and keyboard, live', async () => {
    await addTasks(
      alice,
      { title: 'Undated' },
      { title: 'Some day', due_date: '9999-01-01' },
      { title: 'Done', due_date: '2025-01-01', completed: true },
      { title: 'One', due_date: '2025-01-01' },
      { title: 'Two', due_date: '2025-01-02' },
      { title: 'Three', due_date: '2025-01-03' },
    );
    const other = await alice.open('/drag-test');
    await expectOrder(page, 'One', 'Two', 'Three');
    await expectOrder(other, 'One', 'Two', 'Three');

    await dragOnto(page, 'Three', 'One');
    await expectOrder(page, 'Three', 'One', 'Two');
    await expectOrder(other, 'Three', 'One', 'Two');
    await page.reload();
    await expectOrder(page, 'Three', 'One', 'Two');

    await moveDownByKeyboard(page, 'Three');
    await expectOrder(page, 'One', 'Three', 'Two');
    await expectOrder(other, 'One', 'Three', 'Two');

    await refuseChanges(page);
    await moveDownByKeyboard(page, 'One');
    await expect(toast(page, 'Error', 'Failed to reorder tasks')).toBeVisible();
    await expectOrder(page, 'One', 'Three', 'Two');
  });
});

test('spec §2 route table: reachable logged out, with nothing in it and nothing asked', async ({
  visitor: { page },
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.push(request.url());
  });
  await page.goto('/drag-test');
  await expect(page.getByText('No tasks due today')).toHaveCount(2);
  await expect(order(page)).toHaveText('Current Order:');
  expect(asked).toEqual([]);
});
