import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  addCategories,
  addTasks,
  openOn,
  panel,
  row,
  storedTasks,
  toast,
} from './support/tasks.ts';

const wednesday = '2026-03-04';

function dialog(page: Page, title: 'Create New Task' | 'Edit Task') {
  return page.getByRole('dialog', { name: title });
}

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('§2 quick add: under All the dialog opens, with the defaults of a new task', async ({
  alice,
}) => {
  const page = await openOn(alice, wednesday);
  await page.getByRole('button', { name: 'Add new task' }).click();
  const form = dialog(page, 'Create New Task');
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form.getByLabel('Title')).toHaveValue('');
  await expect(form.getByLabel('Description')).toHaveValue('');
  await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveText('Medium');
  await expect(form.getByRole('combobox', { name: 'Category' })).toHaveText('No Category');
  await expect(form.getByRole('button', { name: 'Due Date: Mar 4, 2026' })).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Repeat' })).toHaveText('One Time');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
});

test('§2 quick add: in a category Enter creates the task and clears the text', async ({
  alice,
}) => {
  await addCategories(alice, 'work');
  const page = await alice.open();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'work' }).click();
  const text = page.getByPlaceholder('New task description...');
  await text.fill('  Call Ann  ');
  await text.press('Enter');
  await expect(text).toHaveValue('');
  await expect(row(panel(page, 'No Due Date'), 'Call Ann')).toContainText('Work');
  await expect(toast(page, 'Task created', '"Call Ann" was added to Work')).toBeVisible();
  expect(await storedTasks(alice)).toMatchObject([
    {
      title: 'Call Ann',
      category: 'work',
      priority: 'medium',
      due_date: null,
      description: null,
      repeat_type: 'none',
    },
  ]);

  await text.fill('   ');
  await page.getByTitle('Add new task').click();
  await expect(dialog(page, 'Create New Task')).toBeVisible();
});

test('§8 quick add: what cannot be created is said, and the text comes back', async ({ alice }) => {
  await addCategories(alice, 'Work');
  const page = await alice.open();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Work' }).click();
  await page.route('**/rest/v1/tasks?select=*', (route) => route.abort());
  const text = page.getByPlaceholder('New task description...');
  await text.fill('Call Ann');
  await text.press('Enter');
  await expect(toast(page, 'Error', 'Failed to create task')).toBeVisible();
  await expect(text).toHaveValue('Call Ann');
  await expect(page.getByRole('checkbox', { name: 'Call Ann' })).toBeHidden();
});

test('§2 dialog: a task is created with every field', async ({ alice }) => {
  await addCategories(alice, 'work', 'Home');
  const page = await openOn(alice, wednesday);
  const text = page.getByPlaceholder('New task description...');
  await text.fill('Plan the trip');
  await text.press('Enter');
  const form = dialog(page, 'Create New Task');
  await expect(form.getByLabel('Title')).toHaveValue('Plan the trip');
  await form.getByLabel('Description').fill('Trains, not planes');
  await choose(page, 'Priority', 'High');
  await choose(page, 'Category', 'Work');
  await choose(page, 'Repeat', 'Monthly');
  await form.getByRole('button', { name: /^Due Date/ }).click();
  await page.getByRole('button', { name: /March 6, 2026/ }).click();
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form).toBeHidden();
  await expect(toast(page, 'Success', 'Task created successfully!')).toBeVisible();
  await expect(text).toHaveValue('');
  await expect(row(panel(page, 'Rest of This Week'), 'Plan the trip')).toContainText('Mar 6');
  expect(await storedTasks(alice)).toMatchObject([
    {
      title: 'Plan the trip',
      description: 'Trains, not planes',
      priority: 'high',
      category: 'work',
      due_date: '2026-03-06',
      repeat_type: 'monthly',
    },
  ]);
});

test('§5 dialog: a title is required', async ({ alice }) => {
  const page = await alice.open();
  await page.getByRole('button', { name: 'Add new task' }).click();
  const form = dialog(page, 'Create New Task');
  await form.getByLabel('Title').fill('   ');
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form.getByRole('alert')).toHaveText('Title is required');
  await expect(form.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  expect(await storedTasks(alice)).toEqual([]);
});

test('§2 dialog: saving is shown, and a failed save keeps everything typed', async ({ alice }) => {
  const page = await openOn(alice, wednesday);
  let refuse = () => {};
  const isTyped = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/rest/v1/tasks?select=*', async (route) => {
    await isTyped;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Add new task' }).click();
  const form = dialog(page, 'Create New Task');
  await form.getByLabel('Title').fill('Plan the trip');
  await form.getByLabel('Description').fill('Trains, not planes');
  await choose(page, 'Priority', 'Low');
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  refuse();
  await expect(toast(page, 'Error', 'Failed to create task')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Plan the trip');
  await expect(form.getByLabel('Description')).toHaveValue('Trains, not planes');
  await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveText('Low');

  await page.unroute('**/rest/v1/tasks?select=*');
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form).toBeHidden();
  await expect(row(panel(page, 'Due Today'), 'Plan the trip')).toBeVisible();
});

for (const opener of ['title', 'pencil'] as const) {
  test(`§2 dialog: a task is edited by its ${opener}`, async ({ alice }) => {
    await addTasks(alice, {
      title: 'Old title',
      description: 'Text',
      priority: 'low',
      category: 'Unlisted',
      due_date: wednesday,
      repeat_type: 'weekly',
    });
    const page = await openOn(alice, wednesday);
    const name = opener === 'title' ? 'Old title' : 'Edit task';
    await row(panel(page, 'Due Today'), 'Old title').getByRole('button', { name }).click();
    const form = dialog(page, 'Edit Task');
    await expect(form.getByLabel('Title')).toHaveValue('Old title');
    await expect(form.getByLabel('Description')).toHaveValue('Text');
    await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveText('Low');
    await expect(form.getByRole('combobox', { name: 'Category' })).toHaveText('Unlisted');
    await expect(form.getByRole('combobox', { name: 'Repeat' })).toHaveText('Weekly');
    await expect(form.getByText('Completed')).toBeHidden();
    await form.getByLabel('Title').fill('New title');
    await choose(page, 'Category', 'No Category');
    await form.getByRole('button', { name: 'Clear date' }).click();
    await form.getByRole('button', { name: 'Update Task' }).click();
    await expect(form).toBeHidden();
    await expect(toast(page, 'Success', 'Task updated successfully!')).toBeVisible();
    await expect(row(panel(page, 'No Due Date'), 'New title')).toBeVisible();
    expect(await storedTasks(alice)).toMatchObject([
      { title: 'New title', description: 'Text', category: null, due_date: null },
    ]);
  });
}

test('§8 dialog: a failed update says so and stays open', async ({ alice }) => {
  await addTasks(alice, { title: 'Old title' });
  const page = await alice.open();
  await page.getByRole('button', { name: 'Old title' }).click();
  const form = dialog(page, 'Edit Task');
  await page.route('**/rest/v1/tasks?id=eq.*', (route) => route.abort());
  await form.getByLabel('Title').fill('New title');
  await form.getByLabel('Title').press('Enter');
  await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('New title');
  await expect(form.getByRole('button', { name: 'Update Task' })).toBeEnabled();
});

test('§2 dialog: a completed task shows when it was completed', async ({ alice }) => {
  await addTasks(alice, {
    title: 'Done',
    completed: true,
    completed_at: `${wednesday}T09:30:00Z`,
  });
  const page = await openOn(alice, wednesday);
  await row(panel(page, 'Completed Today'), 'Done').getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(page, 'Edit Task').getByText('Completed')).toBeVisible();
  await expect(dialog(page, 'Edit Task')).toContainText('Mar 4, 2026, 9:30 AM');
});

test('§2 calendar: is used by keyboard, and weeks start on Sunday', async ({ alice }) => {
  const page = await openOn(alice, '2026-02-28');
  await page.getByRole('button', { name: 'Add new task' }).click();
  const form = dialog(page, 'Create New Task');
  await form.getByLabel('Title').fill('Leap');
  const dueDate = form.getByRole('button', { name: /^Due Date/ });
  await dueDate.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /February 28, 2026/ })).toBeFocused();
  await expect(page.getByRole('gridcell').first()).toHaveText('1');
  await expect(page.getByRole('button', { name: 'Sunday, February 1, 2026' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /March 1, 2026/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Due Date: Mar 8, 2026' })).toBeFocused();
  await form.getByLabel('Title').press('Enter');
  await expect(form).toBeHidden();
  expect(await storedTasks(alice)).toMatchObject([{ title: 'Leap', due_date: '2026-03-08' }]);
});
