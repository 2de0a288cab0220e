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

test('design §5: what others do arrives, by one and by thousands, live and after an interruption', async ({
  alice,
  bob,
}) => {
  await addTasks(alice, { title: 'Buy milk' }, { title: 'Old plan' });
  const page = await alice.open('about:blank');
  const network = await controlNetwork(page);

  await test.step('clicking faster than the server answers ends as the last click says', async () => {
    await page.goto('/');
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
    await milk.click();
    await expect.poll(async () => (await storedTasks(alice))[0]?.completed).toBe(false);
  });

  await test.step('after an interruption everything that was missed is there', async () => {
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
    expect((await storedTasks(alice)).map(({ title }) => title)).toEqual([
      'Buy milk',
      'While away',
    ]);

    await addTasks(alice, { title: 'Live again' });
    await expect(page.getByRole('checkbox', { name: 'Live again' })).toBeVisible();
  });

  await test.step('one change, many and very many arrive; the tasks of others never do', async () => {
    await expect(panel(page, 'Due Today')).toBeVisible();
    const list = panel(page, 'No Due Date');
    await addTasks(bob, { title: 'Of Bob' });
    await addTasks(alice, { title: 'Of Alice' });
    await expect(row(list, 'Of Alice')).toBeVisible();

    // By rows, and by reading what came.
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ title: `${count}: ${index}` }));
    await addTasks(alice, ...many(150));
    await expect(list.getByText('153', { exact: true })).toBeVisible();
    await addTasks(alice, ...many(1200));
    await expect(list.getByText('1353', { exact: true })).toBeVisible();
    expect(await storedTasks(bob)).toHaveLength(1);
  });
});
