import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { whenOpen } from './support/frame.ts';
import { refuseChanges } from './support/network.ts';
import { addCategories, openOn, panel, row, storedTasks, toast } from './support/tasks.ts';

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

test('spec §2 quick add: under All and in a category; the calendar by keyboard', async ({
  alice,
}) => {
  const page = await openOn(alice, '2026-02-28');

  await test.step('spec §2: under All the dialog opens, with the defaults of a new task', async () => {
    await page.getByTitle('Add new task').click();
    const form = dialog(page, 'Create New Task');
    await expect(form.getByLabel('Title')).toBeFocused();
    await expect(form.getByLabel('Title')).toHaveValue('');
    await expect(form.getByLabel('Description')).toHaveValue('');
    await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveText('Medium');
    await expect(form.getByRole('combobox', { name: 'Category' })).toHaveText('No category');
    await expect(form.getByRole('button', { name: 'Due Date: Feb 28, 2026' })).toBeVisible();
    await expect(form.getByRole('combobox', { name: 'Repeat' })).toHaveText('One Time');

    await test.step('spec §5 a title is required', async () => {
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

  await test.step('spec §2: the calendar is used by keyboard, and weeks start on Sunday', async () => {
    await quickAdd(page).fill('');
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

  await test.step('spec §2: in a category Enter and the button create the task and clear the text', async () => {
    await addCategories(alice, 'work');
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
      { title: 'Leap' },
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

    await test.step('spec §8 what the server refuses is said, and the text comes back', async () => {
      await refuseChanges(page);
      await text.fill('Call Cleo');
      await text.press('Enter');
      await expect(toast(page, 'Error', 'Failed to create task')).toBeVisible();
      const typed = page.getByRole('dialog', { name: 'Recovered text' });
      await expect(typed.getByLabel('Title')).toHaveValue('Call Cleo');
      await typed.getByRole('button', { name: 'Close' }).last().click();
      await expect(page.getByRole('checkbox', { name: 'Call Cleo' })).toBeHidden();
      await expect(page.getByRole('checkbox', { name: 'Call Bea' })).toBeVisible();
    });
  });
});
