import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { addTasks, toast } from './support/tasks.ts';

const list = (page: Page, name: string) => page.getByRole('list', { name });
const handle = (within: Locator, title: string) =>
  within.getByRole('button', { name: `Drag to reorder ${title}` });
const order = (page: Page) => page.getByText('Current Order:').locator('..');

async function openWithThree(alice: Actor, options = {}): Promise<Page> {
  await addTasks(
    alice,
    { title: 'One', due_date: '2025-01-01' },
    { title: 'Two', due_date: '2025-01-02' },
    { title: 'Three', due_date: '2025-01-03' },
  );
  const page = await alice.open('/drag-test', options);
  await expect(order(page)).toHaveText('Current Order: One, Two, Three');
  return page;
}

async function expectOrder(page: Page, ...titles: string[]) {
  await expect(order(page)).toHaveText(`Current Order: ${titles.join(', ')}`);
  for (const name of ['List 1', 'List 2']) {
    const rows = list(page, name).getByRole('listitem');
    await expect(rows).toHaveText(titles.map((title) => new RegExp(`^${title}`)));
  }
}

test('§5 drag-test: open tasks due today or overdue, in two identical lists', async ({ alice }) => {
  await addTasks(
    alice,
    { title: 'Undated' },
    { title: 'Some day', due_date: '9999-01-01' },
    { title: 'Done', due_date: '2025-01-01', completed: true },
  );
  const page = await openWithThree(alice);
  await expect(page).toHaveTitle('Drag-and-Drop Test · Almanac');
  await expectOrder(page, 'One', 'Two', 'Three');
});

test('§2 drag-test: dragged by mouse in one list, moved in both, kept and live', async ({
  alice,
}) => {
  const page = await openWithThree(alice);
  const other = await alice.open('/drag-test');
  const [from, to] = [
    await handle(list(page, 'List 2'), 'Three').boundingBox(),
    await handle(list(page, 'List 2'), 'One').boundingBox(),
  ];
  if (!from || !to) throw new Error('A handle is not on the page');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 8 });
  await page.mouse.up();
  await expectOrder(page, 'Three', 'One', 'Two');
  await expectOrder(other, 'Three', 'One', 'Two');
  await page.reload();
  await expectOrder(page, 'Three', 'One', 'Two');
});

test('§2 drag-test: by keyboard, announced', async ({ alice }) => {
  const page = await openWithThree(alice);
  await handle(list(page, 'List 1'), 'One').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Picked up One, position 1 of 3 in List 1.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('One is over position 2 of 3 in List 1.')).toBeAttached();
  await page.keyboard.press('Space');
  await expectOrder(page, 'Two', 'One', 'Three');
});

test('§8 tasks: a failure to reorder says so, and the order goes back', async ({ alice }) => {
  const page = await openWithThree(alice);
  await page.route(/rpc\/reorder_tasks/, (route) =>
    route.fulfill({ status: 500, json: { message: 'secret detail', code: 'XX000' } }),
  );
  await handle(list(page, 'List 1'), 'One').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Picked up One, position 1 of 3 in List 1.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('One is over position 2 of 3 in List 1.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(toast(page, 'Error', 'Failed to reorder tasks')).toBeVisible();
  await expectOrder(page, 'One', 'Two', 'Three');
});

test('§2 drag-test: empty', async ({ alice }) => {
  const page = await alice.open('/drag-test');
  await expect(page.getByText('No tasks due today')).toHaveCount(2);
});

test('§2 drag-test: loading', async ({ alice }) => {
  const page = await alice.open('about:blank');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/rest\/v1\/tasks/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/drag-test');
  await expect(page.getByText('Loading tasks...')).toBeVisible();
  answer();
  await expect(page.getByText('No tasks due today')).toHaveCount(2);
});

test('§2 route table: reachable logged out, with nothing in it and nothing asked', async ({
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

for (const theme of ['light', 'dark']) {
  test(`design §8: axe finds nothing on the ${theme} drag-test`, async ({ alice }) => {
    await alice.client.from('profiles').update({ theme }).eq('id', alice.id);
    const page = await openWithThree(alice, { reducedMotion: 'reduce' });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}
