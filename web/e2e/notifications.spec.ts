import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { PULL } from './support/network.ts';
import { addTasks, changeTask } from './support/tasks.ts';

const bell = (page: Page) => page.getByRole('button', { name: 'Notifications' });
const dot = (page: Page) => page.getByTestId('overdue-dot');
const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

/** Makes the overdue tasks `Late <from>` to `Late <to>`. */
async function addOverdue(actor: Actor, from: number, to: number) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  await addTasks(
    actor,
    ...numbers.map((number) => ({ title: `Late ${number}`, due_date: '2025-01-05' })),
  );
}

test('spec §9, §2 notifications: 0, 1, 5, 6 and 40 overdue; on the contacts screen too, and honest', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Forgotten', due_date: '2025-01-09' });
  const page = await alice.open('about:blank', { timezoneId: 'UTC' });
  await page.clock.setFixedTime(new Date('2025-01-10T12:00:00Z'));

  await test.step('spec §2: on the contacts screen too, and honest while tasks cannot be read', async () => {
    await page.route(PULL, (route) => route.abort());
    await page.goto('/contacts');
    await bell(page).click();
    await expect(popover(page).getByText('Your tasks could not be loaded')).toBeVisible();
    await expect(popover(page).getByText('No overdue tasks')).toBeHidden();
    const asked = page.waitForRequest(PULL);
    await popover(page).getByRole('button', { name: 'Try again' }).click();
    await asked;
    // It is tried again without being asked, too.
    await page.unrouteAll();
    await expect(popover(page).getByText('Forgotten')).toBeVisible();
    await expect(dot(page)).toBeVisible();
    await changeTask(alice, 'Forgotten', { completed: true });
    await expect(dot(page)).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('spec §9: as they come and go', async () => {
    await addTasks(
      alice,
      { title: 'Today', due_date: '2025-01-10' },
      { title: 'Undated' },
      { title: 'Done', due_date: '2025-01-01', completed: true },
    );
    await page.goto('/');
    const open = popover(page);
    await expect(page.getByText('Undated')).toBeVisible();
    await expect(dot(page)).toBeHidden();
    await bell(page).click();
    await expect(open.getByRole('heading', { name: 'Notifications' })).toBeVisible();
    await expect(open.getByText('No overdue tasks')).toBeVisible();
    await expect(open.getByRole('listitem')).toHaveCount(0);

    let made = 0;
    for (const count of [1, 5, 6, 40]) {
      await addOverdue(alice, made + 1, count);
      made = count;
      await expect(open.getByText(`Overdue Tasks (${count})`, { exact: true })).toBeVisible();
      await expect(dot(page)).toBeVisible();
      const listed = Math.min(count, 5);
      await expect(open.getByRole('listitem')).toHaveText(
        Array.from({ length: listed }, (_, index) => `Late ${index + 1}Due Jan 5, 2025`),
      );
      const more = open.getByText('more overdue tasks');
      await (count > 5
        ? expect(more).toHaveText(`+${count - 5} more overdue tasks`)
        : expect(more).toBeHidden());
    }
    await page.keyboard.press('Escape');
    await expect(open).toBeHidden();
    await expect(bell(page)).toBeFocused();
    const { error } = await alice.client
      .from('tasks')
      .update({ completed: true })
      .like('title', 'Late %');
    expect(error).toBeNull();
    await expect(dot(page)).toBeHidden();
  });
});
