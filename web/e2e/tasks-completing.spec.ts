import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { zoneWhereItIs } from './support/faults.ts';
import { controlNetwork, refuseChanges } from './support/network.ts';
import { addTasks, panel, row, storedTasks, toast } from './support/tasks.ts';

/** When a row that is about to be ticked has gone: whether it was struck through, and stayed for 600 ms. */
function whenRested(
  task: Locator,
): Promise<{ isStruck: boolean; isLong: boolean; canShift: boolean }> {
  return task.evaluate(
    (item) =>
      new Promise((resolve) => {
        let ticked = 0;
        let isStruck = false;
        let canShift = false;
        const look = () => {
          if (item.dataset.ticked) {
            ticked ||= performance.now();
            canShift ||= item.querySelector('[data-control=forward]') !== null;
          }
          const text = item.querySelector('[data-control=title] span span');
          if (ticked > 0 && text) isStruck ||= getComputedStyle(text).backgroundImage !== 'none';
          if (item.isConnected) requestAnimationFrame(look);
          else {
            const isLong = ticked > 0 && performance.now() - ticked >= 600;
            resolve({ isStruck, isLong, canShift });
          }
        };
        look();
      }),
  );
}

test('spec §4 checkbox and deletion: at once, with Undo, also offline; what is refused goes back', async ({
  alice,
}) => {
  // The server says when it was completed: a place where no midnight is near.
  const timezoneId = zoneWhereItIs(12);
  const page = await alice.open('about:blank', { timezoneId });
  const network = await controlNetwork(page);
  await page.goto('/');
  await expect(panel(page, 'Due Today')).toBeVisible();

  await test.step('spec §3: completing a repeating task leaves its next occurrence to do', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format();
    await addTasks(alice, { title: 'Stretch', due_date: today, repeat_type: 'daily' });
    await row(panel(page, 'Due Today'), 'Stretch').getByRole('checkbox').click();
    await expect(row(panel(page, 'Completed Today'), 'Stretch')).toBeVisible();
    await expect(row(panel(page, 'Due Tomorrow'), 'Stretch')).toBeVisible();
    await row(panel(page, 'Completed Today'), 'Stretch').getByRole('checkbox').click();
    await expect(row(panel(page, 'Due Today'), 'Stretch')).toBeVisible();
    await expect(panel(page, 'Due Tomorrow')).toContainText('No tasks due tomorrow');
  });

  await test.step('spec §4: a checkbox completes a task at once and re-opens it, also by Undo and offline', async () => {
    await addTasks(alice, { title: 'Buy milk' });
    const open = row(panel(page, 'No Due Date'), 'Buy milk').getByRole('checkbox');
    const done = row(panel(page, 'Completed Today'), 'Buy milk').getByRole('checkbox');
    const isStored = (completed: boolean) =>
      expect
        .poll(
          async () =>
            (await storedTasks(alice)).find(({ title }) => title === 'Buy milk')?.completed,
        )
        .toBe(completed);
    const said = toast(page, 'Success', 'Task status updated!');
    const undo = said.getByRole('button', { name: 'Undo' });
    await open.click();
    await expect(done).toBeChecked();
    await expect(undo).toBeVisible();
    await isStored(true);
    await done.click();
    await expect(open).not.toBeChecked();
    await expect(undo).toBeHidden();
    await expect(said).toBeVisible();
    await isStored(false);

    await open.click();
    await undo.click();
    await expect(open).not.toBeChecked();
    await isStored(false);

    await network.cut();
    await open.click();
    await expect(undo).toBeVisible();
    await expect(done).toBeChecked();
    await network.mend();
    await isStored(true);
    await done.click();
    await isStored(false);

    const allow = await refuseChanges(page);
    await open.click();
    await expect(toast(page, 'Error', 'Failed to update task')).toBeVisible();
    await expect(open).not.toBeChecked();
    await allow();
  });

  await test.step('design §8: a double click completes one task; Undo takes back all while its toast stands', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId }).format();
    await addTasks(alice, ...['A', 'B', 'C', 'D'].map((title) => ({ title, due_date: today })));
    const dueToday = panel(page, 'Due Today');
    const completed = async () =>
      (await storedTasks(alice)).filter((task) => task.completed).map(({ title }) => title);
    const before = await completed();
    // Fast and slow: however late the second click comes, the row still is where it was.
    for (const [title, delay] of [
      ['A', 40],
      ['B', 150],
    ] as const) {
      const task = row(dueToday, title);
      const rest = whenRested(task);
      await task.getByRole('checkbox').dblclick({ delay });
      await expect(row(panel(page, 'Completed Today'), title)).toBeVisible();
      expect(await rest).toEqual({ isStruck: true, isLong: true, canShift: false });
    }
    await expect.poll(completed).toEqual([...before, 'A', 'B']);
    await toast(page, 'Success', 'Task status updated!')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(row(dueToday, 'A').getByRole('checkbox')).not.toBeChecked();
    await expect(row(dueToday, 'B').getByRole('checkbox')).not.toBeChecked();
    await expect.poll(completed).toEqual(before);
  });

  await test.step('spec §2: a deletion asks first; Cancel and a refusal keep the task, Undo brings it back', async () => {
    const old = {
      title: 'Keep "me"',
      description: 'Not the cactus',
      priority: 'high' as const,
      category: 'Work',
      due_date: '2099-12-31',
      repeat_type: 'yearly',
    };
    await addTasks(alice, old, { title: 'Other' });
    const stored = async () =>
      (await storedTasks(alice)).filter(({ title }) => [old.title, 'Other'].includes(title));
    const [{ uid, id, due_date }] = await stored();
    const before = { ...old, uid, id, due_date };
    await page.getByRole('combobox', { name: 'Tasks to show' }).click();
    await page.getByRole('option', { name: 'All' }).click();
    const task = row(panel(page, 'All'), 'Keep "me"');
    const question = page.getByRole('alertdialog', { name: 'Delete Task' });
    const answer = async (name: 'Cancel' | 'Delete') => {
      await task.getByRole('button', { name: 'Delete task' }).click();
      await expect(question).toContainText(
        'Are you sure you want to delete "Keep "me""? This action cannot be undone.',
      );
      await question.getByRole('button', { name }).click();
      await expect(question).toBeHidden();
    };
    await answer('Cancel');
    await expect(task).toBeVisible();

    const allow = await refuseChanges(page);
    await answer('Delete');
    await expect(toast(page, 'Error', 'Failed to delete task')).toBeVisible();
    await expect(task).toBeVisible();
    await allow();

    await answer('Delete');
    await expect(task).toBeHidden();
    const said = toast(page, 'Success', 'Task deleted successfully!');
    await expect(said).toBeVisible();
    await expect.poll(stored).toMatchObject([{ title: 'Other' }]);
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(task).toContainText('Work');
    // The same row, in its old place.
    await expect.poll(stored).toMatchObject([before, { title: 'Other' }]);
  });
});
