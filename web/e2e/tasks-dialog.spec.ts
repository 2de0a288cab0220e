import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { whenOpen } from './support/frame.ts';
import { controlNetwork, refuseChanges } from './support/network.ts';
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

function quickAdd(page: Page) {
  return page.getByPlaceholder('New task description...');
}

/** Waits until the database holds these tasks, and no others. */
async function expectStored(actor: Actor, ...tasks: Record<string, unknown>[]) {
  await expect.poll(() => storedTasks(actor)).toMatchObject(tasks);
}

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('§2 quick add: under All the dialog opens, with the defaults of a new task', async ({
  alice,
}) => {
  const page = await openOn(alice, wednesday);
  await page.getByTitle('Add new task').click();
  const form = dialog(page, 'Create New Task');
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form.getByLabel('Title')).toHaveValue('');
  await expect(form.getByLabel('Description')).toHaveValue('');
  await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveText('Medium');
  await expect(form.getByRole('combobox', { name: 'Category' })).toHaveText('No Category');
  await expect(form.getByRole('button', { name: 'Due Date: Mar 4, 2026' })).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Repeat' })).toHaveText('One Time');

  await test.step('§5 a title is required', async () => {
    const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' });
    const create = () => form.getByRole('button', { name: 'Create Task' }).click();
    const leaveAndSave = async () => {
      await page.keyboard.press('Escape');
      await expect(unsaved).toContainText('This task has changes that are not saved yet.');
      await unsaved.getByRole('button', { name: 'Save' }).click();
      await expect(unsaved).toBeHidden();
    };
    for (const save of [create, leaveAndSave]) {
      await form.getByLabel('Title').fill('   ');
      await save();
      await expect(form.getByRole('alert')).toHaveText('Title is required');
      await expect(form.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
      await form.getByLabel('Title').fill('Anything');
      await expect(form.getByRole('alert')).toBeHidden();
    }
  });

  await test.step('Cancel, Escape and the cross leave without a task', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByTitle('Add new task')).toBeFocused();
    await quickAdd(page).fill('Typed before');
    await quickAdd(page).press('Enter');
    await expect((await whenOpen(form)).getByLabel('Title')).toHaveValue('Typed before');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(quickAdd(page)).toHaveValue('Typed before');
    await quickAdd(page).press('Enter');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    expect(await storedTasks(alice)).toEqual([]);
  });
});

test('§2 quick add: in a category Enter and the button create the task and clear the text', async ({
  alice,
}) => {
  await addCategories(alice, 'work');
  const page = await alice.open();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'work' }).click();
  const text = quickAdd(page);
  const undated = panel(page, 'No Due Date');
  await text.fill('  Call Ann  ');
  await text.press('Enter');
  await expect(text).toHaveValue('');
  await expect(row(undated, 'Call Ann')).toContainText('Work');
  await expect(toast(page, 'Task created', '"Call Ann" was added to Work')).toBeVisible();
  await text.fill('Call Bea');
  await page.getByTitle('Add new task').click();
  await expect(toast(page, 'Task created', '"Call Bea" was added to Work')).toBeVisible();
  await expect(text).toHaveValue('');
  await expectStored(
    alice,
    {
      title: 'Call Ann',
      category: 'work',
      priority: 'medium',
      due_date: null,
      description: null,
      repeat_type: 'none',
    },
    { title: 'Call Bea', category: 'work' },
  );

  await test.step('without text the dialog opens', async () => {
    await text.fill('   ');
    await page.getByTitle('Add new task').click();
    const form = await whenOpen(dialog(page, 'Create New Task'));
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await test.step('§8 what the server refuses is said, and the text comes back', async () => {
    await refuseChanges(page);
    await text.fill('Call Cleo');
    await text.press('Enter');
    await expect(toast(page, 'Error', 'Failed to create task')).toBeVisible();
    const typed = page.getByRole('dialog', { name: 'What you had typed' });
    await expect(typed.getByLabel('Title')).toHaveValue('Call Cleo');
    await typed.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('checkbox', { name: 'Call Cleo' })).toBeHidden();
    await expect(page.getByRole('checkbox', { name: 'Call Bea' })).toBeVisible();
  });
});

test('§2 dialog: a task is created with every field, also offline; what is refused is given back', async ({
  alice,
}) => {
  await addCategories(alice, 'work', 'Home');
  const page = await openOn(alice, wednesday);
  const network = await controlNetwork(page);
  await page.reload();
  const text = quickAdd(page);
  await text.fill('Plan the trip');
  await text.press('Enter');
  const form = dialog(page, 'Create New Task');
  await expect(form.getByLabel('Title')).toHaveValue('Plan the trip');
  await form.getByLabel('Description').fill('Trains, not planes');
  await form.getByRole('combobox', { name: 'Priority' }).click();
  await expect(page.getByRole('option')).toHaveText(['Low', 'Medium', 'High']);
  await page.getByRole('option', { name: 'High' }).click();
  await choose(page, 'Category', 'Work');
  await form.getByRole('combobox', { name: 'Repeat' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'One Time',
    'Daily',
    'Daily (Weekdays)',
    'Weekly',
    'Biweekly',
    'Monthly',
    'Quarterly',
    'Yearly',
  ]);
  await page.getByRole('option', { name: 'Monthly' }).click();
  await form.getByRole('button', { name: /^Due Date/ }).click();
  await page.getByRole('button', { name: /March 6, 2026/ }).click();

  await network.cut();
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form).toBeHidden();
  await expect(toast(page, 'Success', 'Task created successfully!')).toBeVisible();
  await expect(text).toHaveValue('');
  await expect(page.getByText('Offline, 1 change waiting')).toBeVisible();
  const made = row(panel(page, 'Rest of This Week'), 'Plan the trip');
  await expect(made).toContainText('Mar 6');
  expect(await storedTasks(alice)).toEqual([]);

  await network.mend();
  await expectStored(alice, {
    title: 'Plan the trip',
    description: 'Trains, not planes',
    priority: 'high',
    category: 'work',
    due_date: '2026-03-06',
    repeat_type: 'monthly',
  });
  await expect(made).toHaveCount(1);

  await test.step('§8 what is refused is said, and what was typed is given back', async () => {
    await refuseChanges(page);
    await text.fill('Never');
    await text.press('Enter');
    await form.getByLabel('Description').fill('Not at all');
    await form.getByRole('button', { name: 'Create Task' }).click();
    await expect(toast(page, 'Error', 'Failed to create task')).toBeVisible();
    const typed = page.getByRole('dialog', { name: 'What you had typed' });
    await expect(typed.getByLabel('Title')).toHaveValue('Never');
    await expect(typed.getByLabel('Description')).toHaveValue('Not at all');
    await typed.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('checkbox', { name: 'Never' })).toBeHidden();
  });
});

test('§2 dialog: a task is edited by its title and by its pencil, also offline; what is refused is given back', async ({
  alice,
}) => {
  const page = await openOn(alice, wednesday);
  const network = await controlNetwork(page);
  await page.reload();
  await expect(panel(page, 'Completed Today')).toBeVisible();
  await addTasks(
    alice,
    {
      title: 'Old title',
      description: 'Text',
      priority: 'low',
      category: 'Unlisted',
      due_date: wednesday,
      repeat_type: 'weekly',
    },
    { title: 'Done', completed: true, completed_at: `${wednesday}T09:30:00Z` },
  );
  const form = dialog(page, 'Edit Task');
  const dueToday = panel(page, 'Due Today');
  await row(dueToday, 'Old title').getByRole('button', { name: 'Old title' }).click();
  await expect(form.getByLabel('Title')).toHaveValue('Old title');
  await expect(form.getByLabel('Description')).toHaveValue('Text');
  await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveText('Low');
  await expect(form.getByRole('combobox', { name: 'Category' })).toHaveText('Unlisted');
  await expect(form.getByRole('combobox', { name: 'Repeat' })).toHaveText('Weekly');
  await expect(form.getByText('Completed')).toBeHidden();
  await test.step('§8 what is refused is said and given back, and the task is as it was', async () => {
    const allow = await refuseChanges(page);
    await form.getByLabel('Title').fill('Refused title');
    await form.getByLabel('Title').press('Enter');
    await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();
    const typed = page.getByRole('dialog', { name: 'What you had typed' });
    await expect(typed.getByLabel('Title')).toHaveValue('Refused title');
    await typed.getByRole('button', { name: 'Close' }).last().click();
    await expect(row(dueToday, 'Old title')).toBeVisible();
    await allow();
  });

  await network.cut();
  await row(dueToday, 'Old title').getByRole('button', { name: 'Old title' }).click();
  await form.getByLabel('Title').fill('New title');
  await form.getByLabel('Title').press('Enter');
  await expect(form).toBeHidden();
  await expect(toast(page, 'Success', 'Task updated successfully!')).toBeVisible();

  await row(dueToday, 'New title').getByRole('button', { name: 'Edit task' }).click();
  await choose(page, 'Category', 'No Category');
  await form.getByLabel('Description').fill('');
  await form.getByRole('button', { name: 'Clear date' }).click();
  await expect(form.getByRole('button', { name: 'Due Date: No date' })).toBeVisible();
  await form.getByRole('button', { name: 'Update Task' }).click();
  await expect(form).toBeHidden();
  await expect(row(panel(page, 'No Due Date'), 'New title')).toBeVisible();
  await expect(page.getByText(/^Offline, \d changes? waiting$/)).toBeVisible();
  await network.mend();
  const changed = {
    title: 'New title',
    description: null,
    priority: 'low',
    category: null,
    due_date: null,
    repeat_type: 'weekly',
  };
  await expectStored(alice, changed, { title: 'Done' });
  await expect(page.getByText(/changes? waiting/)).toBeHidden();

  await test.step('a completed task shows when it was completed', async () => {
    const done = row(panel(page, 'Completed Today'), 'Done');
    await done.getByRole('button', { name: 'Edit task' }).click();
    await expect(form.getByText('Completed')).toBeVisible();
    await expect(form).toContainText('Mar 4, 2026, 9:30 AM');
  });
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
  await expect(page.getByRole('button', { name: /March 8, 2026/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Due Date: Mar 8, 2026' })).toBeFocused();
  await form.getByLabel('Title').press('Enter');
  await expect(form).toBeHidden();
  await expectStored(alice, { title: 'Leap', due_date: '2026-03-08' });
});
