import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
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

test('spec §2 dialog: a task is created and edited, also offline; what is refused is given back', async ({
  alice,
}) => {
  await addCategories(alice, 'work', 'Home');
  const page = await openOn(alice, wednesday);
  const network = await controlNetwork(page);
  await page.reload();

  await test.step('spec §2: created with every field', async () => {
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

    await test.step('spec §8 what is refused is said, and what was typed is given back', async () => {
      const allow = await refuseChanges(page);
      await text.fill('Never');
      await text.press('Enter');
      await form.getByLabel('Description').fill('Not at all');
      await form.getByRole('button', { name: 'Create Task' }).click();
      await expect(toast(page, 'Error', 'Failed to create task')).toBeVisible();
      const typed = page.getByRole('dialog', { name: 'Recovered text' });
      await expect(typed.getByLabel('Title')).toHaveValue('Never');
      await expect(typed.getByLabel('Description')).toHaveValue('Not at all');
      await typed.getByRole('button', { name: 'Close' }).last().click();
      await expect(page.getByRole('checkbox', { name: 'Never' })).toBeHidden();
      await allow();
    });
  });

  await test.step('spec §2: edited by its title and by its pencil', async () => {
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
    await test.step('spec §8 what is refused is said and given back, and the task is as it was', async () => {
      const allow = await refuseChanges(page);
      await form.getByLabel('Title').fill('Refused title');
      await form.getByLabel('Title').press('Enter');
      await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();
      const typed = page.getByRole('dialog', { name: 'Recovered text' });
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
    await choose(page, 'Category', 'No category');
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
    await expectStored(alice, { title: 'Plan the trip' }, changed, { title: 'Done' });
    await expect(page.getByText(/changes? waiting/)).toBeHidden();

    await test.step('a completed task shows when it was completed', async () => {
      const done = row(panel(page, 'Completed Today'), 'Done');
      await done.getByRole('button', { name: 'Edit task' }).click();
      await expect(form.getByText('Completed')).toBeVisible();
      await expect(form).toContainText('Mar 4, 2026, 9:30 AM');
    });
  });
});
