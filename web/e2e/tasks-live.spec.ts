import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addTasks, panel, row, storedTasks, toast } from './support/tasks.ts';

/** Takes a page's network away: also the open connection, which `setOffline` leaves alone. */
async function controlNetwork(page: Page) {
  let isCut = false;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/realtime/, async (socket) => {
    if (isCut) return socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  return {
    async cut() {
      isCut = true;
      await page.context().setOffline(true);
      await Promise.all(sockets.map((socket) => socket.close()));
    },
    async mend() {
      isCut = false;
      await page.context().setOffline(false);
    },
  };
}

test('design §5: one change, many and very many arrive; the tasks of others never do', async ({
  alice,
  bob,
}) => {
  const page = await alice.open();
  await expect(panel(page, 'Due Today')).toBeVisible();
  const list = panel(page, 'No Due Date');
  await addTasks(bob, { title: 'Of Bob' });
  await addTasks(alice, { title: 'Of Alice' });
  await expect(row(list, 'Of Alice')).toBeVisible();

  // By rows, by ids, and by reloading.
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: `${count}: ${index}` }));
  await addTasks(alice, ...many(150));
  await expect(list.getByText('151', { exact: true })).toBeVisible();
  await addTasks(alice, ...many(1200));
  await expect(list.getByText('1351', { exact: true })).toBeVisible();
  expect(await storedTasks(bob)).toHaveLength(1);
});

test('design §5: after an interruption everything that was missed is there', async ({ alice }) => {
  await addTasks(alice, { title: 'Buy milk' }, { title: 'Old plan' });
  const page = await alice.open('about:blank');
  const network = await controlNetwork(page);
  await page.goto('/');
  await expect(row(panel(page, 'No Due Date'), 'Buy milk')).toBeVisible();
  // What is loaded when the page is idle is there.
  await expect(page.getByRole('region', { name: /Notifications/ })).toBeAttached();
  await network.cut();
  await expect(page.getByText('Reconnecting')).toBeVisible();

  await addTasks(alice, { title: 'While away' });
  const [milk, plan] = await storedTasks(alice);
  await alice.client.from('tasks').update({ completed: true }).eq('id', milk.id);
  await alice.client.from('tasks').delete().eq('id', plan.id);
  await page.getByRole('checkbox', { name: 'Old plan' }).click();
  await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();

  await network.mend();
  await expect(page.getByRole('checkbox', { name: 'While away' })).toBeVisible();
  await expect(row(panel(page, 'Completed Today'), 'Buy milk')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Old plan' })).toBeHidden();
  await expect(page.getByText('Reconnecting')).toBeHidden();

  await addTasks(alice, { title: 'Live again' });
  await expect(page.getByRole('checkbox', { name: 'Live again' })).toBeVisible();
});

test('design §5: clicking faster than the server answers ends as the last click says', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Buy milk' });
  const page = await alice.open();
  const waiting: (() => void)[] = [];
  let isSlow = true;
  await page.route('**/rpc/toggle_task', async (route) => {
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  const milk = page.getByRole('checkbox', { name: 'Buy milk' });
  await milk.click();
  await expect(milk).toBeChecked();
  await milk.click();
  await expect(milk).not.toBeChecked();
  await milk.click();
  await expect(milk).toBeChecked();
  isSlow = false;
  for (const answer of waiting) answer();
  await expect.poll(async () => (await storedTasks(alice))[0]?.completed).toBe(true);
  await expect(row(panel(page, 'Completed Today'), 'Buy milk')).toBeVisible();
});
