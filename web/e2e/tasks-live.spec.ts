import { expect, test } from './fixtures.ts';
import { holdRequests } from './support/frame.ts';
import { controlNetwork, PUSH } from './support/network.ts';
import {
  addTasks,
  changeTask,
  panel,
  row,
  storedTasks,
  toast,
  trashTask,
} from './support/tasks.ts';

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

  // By rows, and by reading what came.
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
  await changeTask(alice, 'Buy milk', { completed: true });
  await trashTask(alice, 'Old plan');
  // Done here at once, and no reason to bring back what was deleted elsewhere.
  await page.getByRole('checkbox', { name: 'Old plan' }).click();
  await expect(toast(page, 'Success', 'Task status updated!')).toBeVisible();
  await expect(row(panel(page, 'Completed Today'), 'Old plan')).toBeVisible();

  await network.mend();
  await expect(page.getByRole('checkbox', { name: 'While away' })).toBeVisible();
  await expect(row(panel(page, 'Completed Today'), 'Buy milk')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Old plan' })).toBeHidden();
  await expect(page.getByText(/Reconnecting|waiting/)).toBeHidden();
  expect((await storedTasks(alice)).map(({ title }) => title)).toEqual(['Buy milk', 'While away']);

  await addTasks(alice, { title: 'Live again' });
  await expect(page.getByRole('checkbox', { name: 'Live again' })).toBeVisible();
});

test('design §5: clicking faster than the server answers ends as the last click says', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Buy milk' });
  const page = await alice.open();
  const answer = await holdRequests(page, PUSH);
  const milk = page.getByRole('checkbox', { name: 'Buy milk' });
  await milk.click();
  await expect(milk).toBeChecked();
  await milk.click();
  await expect(milk).not.toBeChecked();
  await milk.click();
  await expect(milk).toBeChecked();
  answer();
  await expect.poll(async () => (await storedTasks(alice))[0]?.completed).toBe(true);
  await expect(row(panel(page, 'Completed Today'), 'Buy milk')).toBeVisible();
});
