import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { refuseChanges } from './support/network.ts';
import { addTasks, colorOf, openOn, panel, row, storedTasks, toast } from './support/tasks.ts';

const wednesday = '2026-03-04';

const editing = ['Edit task', 'Delete task'];
const shifting = ['Move back one day', 'Move forward one day'];

/** Exactly these buttons, each with its tooltip, beside the title. */
async function expectButtons(task: Locator, title: string, ...names: string[]) {
  for (const name of names) {
    const button = task.getByRole('button', { name, exact: true });
    await expect(button).toBeVisible();
    await expect(button).toHaveAttribute('data-tooltip', name);
  }
  // Beside these the title, and the menus of what is open.
  const menu = task.locator('[aria-haspopup]:not([data-control=drag])');
  const menus = await task.getByRole('button').and(menu).count();
  expect(menus).toBe((await task.getByRole('checkbox').isChecked()) ? 0 : 2);
  await expect(task.getByRole('button')).toHaveCount(names.length + 1 + menus);
  await expect(task.getByRole('button', { name: title, exact: true })).toBeVisible();
}

test('spec §2 row: what each task shows and offers; spec §4: a date shift that skips the weekend', async ({
  alice,
}) => {
  const page = await openOn(alice, wednesday);

  await test.step('spec §2: an open, an overdue, an undated and a completed task', async () => {
    const done = { completed: true, completed_at: `${wednesday}T09:00:00Z` };
    await expect(panel(page, 'Completed Today')).toBeVisible();
    await addTasks(
      alice,
      {
        title: 'Water the plants',
        priority: 'high',
        category: 'wOrk',
        repeat_type: 'weekly',
        due_date: wednesday,
      },
      { title: 'Pay the rent', priority: 'low', category: 'Personal', due_date: '2026-03-01' },
      { title: 'Some day', category: 'projects' },
      { title: 'Old news', priority: 'high', category: 'Garden', due_date: '2026-03-01', ...done },
    );
    const color = (token: string) => colorOf(page, token);
    const dot = (task: Locator) => task.locator('[class*="bg-dot"]');

    await test.step('open', async () => {
      const task = row(panel(page, 'Due Today'), 'Water the plants');
      const badge = task.locator('[data-tooltip="High priority"]');
      await expect(badge.getByText('H', { exact: true })).toBeVisible();
      await expect(badge.getByText('High priority')).toBeAttached();
      await expect(badge).toHaveCSS('color', await color('danger-ink'));
      await expect(task.getByText('WOrk', { exact: true })).toBeVisible();
      await expect(dot(task)).toHaveCSS('background-color', await color('dot-purple'));
      await expect(task.getByText('Repeats: Weekly')).toBeAttached();
      await expect(task.getByText('Mar 4', { exact: true })).toBeVisible();
      await expect(task.getByText('Overdue')).toBeHidden();
      const buttons = ['Drag to reorder', ...shifting, ...editing];
      await expectButtons(task, 'Water the plants', ...buttons);
      // The heading says the day: only screen readers hear it again.
      await expect(task.locator('time')).toHaveCSS('width', '1px');
    });

    await test.step('without a date', async () => {
      const task = row(panel(page, 'No Due Date'), 'Some day');
      const badge = task.locator('[data-tooltip="Medium priority"]');
      await expect(badge.getByText('M', { exact: true })).toBeVisible();
      await expect(badge).toHaveCSS('color', await color('warning-ink'));
      await expect(task.getByText('Projects', { exact: true })).toBeVisible();
      await expect(dot(task)).toHaveCSS('background-color', await color('dot-blue'));
      await expect(task.getByText(/Repeats/)).toBeHidden();
      await expectButtons(task, 'Some day', 'Drag to reorder', 'Move to today', ...editing);
      await task.getByRole('button', { name: 'Move to today' }).click();
      await expect(row(panel(page, 'Due Today'), 'Some day')).toContainText('Mar 4');
      await expect(panel(page, 'No Due Date')).toBeHidden();
    });

    await test.step('overdue', async () => {
      const task = row(panel(page, 'Due Today'), 'Pay the rent');
      const badge = task.locator('[data-tooltip="Low priority"]');
      await expect(badge.getByText('L', { exact: true })).toBeVisible();
      await expect(badge).toHaveCSS('color', await color('soft'));
      await expect(dot(task)).toHaveCSS('background-color', await color('dot-green'));
      await expect(task).toHaveCSS('background-color', await color('overdue'));
      await expect(task.getByText('Overdue')).toBeAttached();
      const date = task.getByText('Mar 1', { exact: true });
      await expect(date).toHaveCSS('color', await color('danger-ink'));
      const buttons = ['Drag to reorder', ...shifting, 'Move to today', ...editing];
      await expectButtons(task, 'Pay the rent', ...buttons);
      // Under the pointer: the row's actions cover nothing else that can be pressed.
      await task.getByRole('button', { name: 'Personal' }).click();
      await expect(page.getByRole('menuitem', { name: 'No category' })).toBeVisible();
      await page.keyboard.press('Escape');
      await task.getByRole('button', { name: 'Move to today' }).click();
      await expect(task.getByText('Mar 4', { exact: true })).toBeVisible();
      await expect(task.getByText('Overdue')).toBeHidden();
      await expect(toast(page, 'Success', 'Task updated successfully!')).toBeVisible();
      await expect(task.getByRole('button', { name: 'Move to today' })).toBeHidden();
    });

    await test.step('completed', async () => {
      const task = row(panel(page, 'Completed Today'), 'Old news');
      const title = task.getByText('Old news');
      await expect(task.getByRole('checkbox')).toBeChecked();
      await expect(title).toHaveCSS('text-decoration-line', 'line-through');
      await expect(title).toHaveCSS('color', await color('faint'));
      await expect(dot(task)).toHaveCSS('background-color', await color('dot-slate'));
      await expect(task.getByText('Mar 1', { exact: true })).toBeVisible();
      await expect(task.getByText('Overdue')).toBeHidden();
      await expect(task.getByText('High priority')).toBeHidden();
      await expectButtons(task, 'Old news', ...editing);
    });
  });

  await test.step('spec §4: a weekday task skips the weekend; what the server refuses goes back', async () => {
    const friday = '2026-03-06';
    await addTasks(alice, {
      title: 'Stand-up',
      due_date: friday,
      repeat_type: 'daily-weekday',
    });
    const stored = async () =>
      (await storedTasks(alice)).find(({ title }) => title === 'Stand-up')?.due_date;
    const thisWeek = row(panel(page, 'Rest of This Week'), 'Stand-up');
    await thisWeek.getByRole('button', { name: 'Move forward one day' }).click();
    const moved = row(panel(page, 'Next Week'), 'Stand-up');
    await expect(moved).toContainText('Mar 9');
    await expect.poll(stored).toBe('2026-03-09');
    await moved.getByRole('button', { name: 'Move back one day' }).click();
    await expect(thisWeek).toContainText('Mar 6');
    await expect.poll(stored).toBe(friday);

    await refuseChanges(page);
    await thisWeek.getByRole('button', { name: 'Move forward one day' }).click();
    await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();
    await expect(thisWeek).toContainText('Mar 6');
  });
});
