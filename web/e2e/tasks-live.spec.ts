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

test('design §5: what one tab does is in the other', async ({ alice }) => {
  await addTasks(alice, { title: 'Buy milk' }, { title: 'Old plan' });
  const here = await alice.open();
  const there = await alice.openTab(here);
  await expect(row(panel(there, 'No Due Date'), 'Old plan')).toBeVisible();

  await here.getByRole('checkbox', { name: 'Buy milk' }).click();
  await expect(row(panel(there, 'Completed Today'), 'Buy milk')).toBeVisible();

  await row(panel(there, 'No Due Date'), 'Old plan')
    .getByRole('button', { name: 'Delete task' })
    .click();
  await there.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(panel(here, 'No Due Date')).toBeHidden();

  await addTasks(alice, { title: 'From elsewhere' });
  for (const page of [here, there]) {
    await expect(row(panel(page, 'No Due Date'), 'From elsewhere')).toBeVisible();
  }
});

test('design §5: the tasks of others never arrive', async ({ alice, bob }) => {
  const page = await alice.open();
  await expect(panel(page, 'Due Today')).toBeVisible();
  await addTasks(bob, { title: 'Of Bob' });
  await addTasks(alice, { title: 'Of Alice' });
  await expect(page.getByRole('checkbox', { name: 'Of Alice' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Of Bob' })).toBeHidden();
});

test('design §5: many changes at once arrive too, by ids and by reloading', async ({ alice }) => {
  const page = await alice.open();
  await expect(panel(page, 'Due Today')).toBeVisible();
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: `${count}: ${index}` }));
  await addTasks(alice, ...many(150));
  await expect(panel(page, 'No Due Date').getByText('150', { exact: true })).toBeVisible();
  await addTasks(alice, ...many(1200));
  await expect(panel(page, 'No Due Date').getByText('1350', { exact: true })).toBeVisible();
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
