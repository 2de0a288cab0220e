import { expect, test } from './fixtures.ts';
import { addTasks, openOn, panel, row, storedTasks, toast } from './support/tasks.ts';

const wednesday = '2026-03-04';

test('§2 row: priority badge, category, repeat icon and date of an open task', async ({
  alice,
}) => {
  await addTasks(alice, {
    title: 'Water the plants',
    priority: 'high',
    category: 'work',
    repeat_type: 'weekly',
    due_date: wednesday,
  });
  const page = await openOn(alice, wednesday);
  const task = row(panel(page, 'Due Today'), 'Water the plants');
  await expect(task.getByText('H', { exact: true })).toBeVisible();
  await expect(task.getByText('High priority')).toBeAttached();
  await expect(task.getByText('Work', { exact: true })).toBeVisible();
  await expect(task.getByText('Repeats: Weekly')).toBeAttached();
  await expect(task.getByText('Mar 4', { exact: true })).toBeVisible();
  await expect(task.getByText('Overdue')).toBeHidden();
  const buttons = ['Move back one day', 'Move forward one day', 'Edit task', 'Delete task'];
  for (const name of [...buttons, 'Drag to reorder']) {
    await expect(task.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await expect(task.getByRole('button', { name: 'Move to today' })).toBeHidden();
});

test('§4 row: an overdue task is marked, and can come to today', async ({ alice }) => {
  await addTasks(alice, { title: 'Pay the rent', due_date: '2026-03-01' });
  const page = await openOn(alice, wednesday);
  const task = row(panel(page, 'Due Today'), 'Pay the rent');
  await expect(task.getByText('Overdue')).toBeAttached();
  await expect(task.getByText('Mar 1', { exact: true })).toBeVisible();
  await task.getByRole('button', { name: 'Move to today' }).click();
  await expect(task.getByText('Mar 4', { exact: true })).toBeVisible();
  await expect(task.getByText('Overdue')).toBeHidden();
  await expect(toast(page, 'Success', 'Task updated successfully!')).toBeVisible();
});

test('§4 row: a completed task has no badge, no handle and no date buttons', async ({ alice }) => {
  await addTasks(alice, {
    title: 'Old news',
    priority: 'high',
    due_date: '2026-03-01',
    completed: true,
    completed_at: `${wednesday}T09:00:00Z`,
  });
  const page = await openOn(alice, wednesday);
  const task = row(panel(page, 'Completed Today'), 'Old news');
  await expect(task.getByRole('checkbox')).toBeChecked();
  await expect(task.getByRole('button', { name: 'Old news' })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
  await expect(task.getByText('Overdue')).toBeHidden();
  await expect(task.getByText('High priority')).toBeHidden();
  for (const name of [/^Move/, 'Drag to reorder']) {
    await expect(task.getByRole('button', { name })).toBeHidden();
  }
  await expect(task.getByRole('button', { name: 'Edit task' })).toBeVisible();
  await expect(task.getByRole('button', { name: 'Delete task' })).toBeVisible();
});

test('§4 row: a task without a date can only be moved to today', async ({ alice }) => {
  await addTasks(alice, { title: 'Some day', due_date: null });
  const page = await openOn(alice, wednesday);
  const task = row(panel(page, 'No Due Date'), 'Some day');
  await expect(task.getByRole('button', { name: 'Move forward one day' })).toBeHidden();
  await task.getByRole('button', { name: 'Move to today' }).click();
  await expect(row(panel(page, 'Due Today'), 'Some day')).toBeVisible();
  await expect(panel(page, 'No Due Date')).toBeHidden();
});

test('§4 date shift: a weekday task skips the weekend, forward and back', async ({ alice }) => {
  await addTasks(alice, {
    title: 'Stand-up',
    due_date: '2026-03-06',
    repeat_type: 'daily-weekday',
  });
  const page = await openOn(alice, '2026-03-06');
  await row(panel(page, 'Due Today'), 'Stand-up')
    .getByRole('button', { name: 'Move forward one day' })
    .click();
  const moved = row(panel(page, 'Next Week'), 'Stand-up');
  await expect(moved).toContainText('Mar 9');
  await moved.getByRole('button', { name: 'Move back one day' }).click();
  await expect(row(panel(page, 'Due Today'), 'Stand-up')).toContainText('Mar 6');
  await expect.poll(async () => (await storedTasks(alice))[0]?.due_date).toBe('2026-03-06');
});

test('§4 checkbox: completes a task at once, and re-opens it', async ({ alice }) => {
  await addTasks(alice, { title: 'Buy milk' });
  const page = await alice.open();
  await page.getByRole('checkbox', { name: 'Buy milk' }).click();
  const done = row(panel(page, 'Completed Today'), 'Buy milk');
  await expect(done.getByRole('checkbox')).toBeChecked();
  await expect(toast(page, 'Success', 'Task status updated!')).toBeVisible();
  await expect.poll(async () => (await storedTasks(alice))[0]?.completed).toBe(true);
  await done.getByRole('checkbox').click();
  await expect(row(panel(page, 'No Due Date'), 'Buy milk').getByRole('checkbox')).not.toBeChecked();
  await expect.poll(async () => (await storedTasks(alice))[0]?.completed).toBe(false);
});

test('§3 repeat: completing a repeating task leaves its next occurrence to do', async ({
  alice,
}) => {
  const page = await alice.open('about:blank', { timezoneId: 'UTC' });
  const today = new Date().toISOString().slice(0, 10);
  await addTasks(alice, { title: 'Stretch', due_date: today, repeat_type: 'daily' });
  await page.goto('/');
  await row(panel(page, 'Due Today'), 'Stretch').getByRole('checkbox').click();
  await expect(row(panel(page, 'Completed Today'), 'Stretch')).toBeVisible();
  await expect(row(panel(page, 'Due Tomorrow'), 'Stretch')).toBeVisible();
  await row(panel(page, 'Completed Today'), 'Stretch').getByRole('checkbox').click();
  await expect(row(panel(page, 'Due Today'), 'Stretch')).toBeVisible();
  await expect(panel(page, 'Due Tomorrow')).toContainText('No tasks due tomorrow');
});

test('§8 checkbox: what the server refuses goes back, and a toast says so', async ({ alice }) => {
  await addTasks(alice, { title: 'Buy milk' });
  const page = await alice.open();
  await page.route('**/rpc/toggle_task', (route) => route.abort());
  await page.getByRole('checkbox', { name: 'Buy milk' }).click();
  await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();
  await expect(row(panel(page, 'No Due Date'), 'Buy milk').getByRole('checkbox')).not.toBeChecked();
});

test('§8 date shift: what the server refuses goes back, and a toast says so', async ({ alice }) => {
  await addTasks(alice, { title: 'Pay the rent', due_date: wednesday });
  const page = await openOn(alice, wednesday);
  await page.route('**/rest/v1/tasks?id=eq.*', (route) =>
    route.fulfill({ status: 500, json: { message: 'out of order', code: 'XX000' } }),
  );
  await row(panel(page, 'Due Today'), 'Pay the rent')
    .getByRole('button', { name: 'Move forward one day' })
    .click();
  await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();
  await expect(row(panel(page, 'Due Today'), 'Pay the rent')).toBeVisible();
});

test('§2 delete: asks first, and takes no for an answer', async ({ alice }) => {
  await addTasks(alice, { title: 'Keep "me"' });
  const page = await alice.open();
  const task = row(panel(page, 'No Due Date'), 'Keep "me"');
  await task.getByRole('button', { name: 'Delete task' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Task' });
  await expect(question).toContainText(
    'Are you sure you want to delete "Keep "me""? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(task).toBeVisible();
});

test('§2 delete: a deleted task is gone, and Undo brings it back', async ({ alice }) => {
  await addTasks(alice, { title: 'Old plan', priority: 'high', category: 'Work' });
  const page = await alice.open();
  const task = row(panel(page, 'No Due Date'), 'Old plan');
  await task.getByRole('button', { name: 'Delete task' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(panel(page, 'No Due Date')).toBeHidden();
  const said = toast(page, 'Success', 'Task deleted successfully!');
  await expect(said).toBeVisible();
  expect(await storedTasks(alice)).toEqual([]);
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(task).toContainText('Work');
  await expect
    .poll(async () => (await storedTasks(alice))[0])
    .toMatchObject({ title: 'Old plan', priority: 'high', category: 'Work' });
});

test('§8 delete: what cannot be deleted comes back, and a toast says so', async ({ alice }) => {
  await addTasks(alice, { title: 'Sticky' });
  const page = await alice.open();
  await page.route('**/rest/v1/tasks?id=eq.*', (route) => route.abort());
  const task = row(panel(page, 'No Due Date'), 'Sticky');
  await task.getByRole('button', { name: 'Delete task' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Error', 'Failed to delete task')).toBeVisible();
  await expect(task).toBeVisible();
});
