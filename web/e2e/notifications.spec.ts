import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addTasks, openOn } from './support/tasks.ts';

const bell = (page: Page) => page.getByRole('button', { name: 'Notifications' });
const dot = (page: Page) => page.getByTestId('overdue-dot');
const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

function overdue(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    title: `Late ${index + 1}`,
    due_date: '2025-01-05',
  }));
}

test('§2 notifications: none overdue', async ({ alice }) => {
  await addTasks(
    alice,
    { title: 'Today', due_date: '2025-01-10' },
    { title: 'Undated' },
    { title: 'Done', due_date: '2025-01-01', completed: true },
  );
  const page = await openOn(alice, '2025-01-10');
  await expect(page.getByText('Undated')).toBeVisible();
  await expect(dot(page)).toBeHidden();
  await bell(page).click();
  await expect(popover(page).getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(popover(page).getByText('No overdue tasks')).toBeVisible();
  await expect(popover(page).getByRole('listitem')).toHaveCount(0);
});

for (const count of [1, 5, 6, 40]) {
  test(`§9 notification list: ${count} overdue`, async ({ alice }) => {
    await addTasks(alice, ...overdue(count), { title: 'Today', due_date: '2025-01-10' });
    const page = await openOn(alice, '2025-01-10');
    await expect(dot(page)).toBeVisible();
    await bell(page).click();
    const open = popover(page);
    await expect(open.getByText(`Overdue Tasks (${count})`, { exact: true })).toBeVisible();
    const listed = Math.min(count, 5);
    await expect(open.getByRole('listitem')).toHaveText(
      Array.from({ length: listed }, (_, index) => `Late ${index + 1}Due Jan 5, 2025`),
    );
    const more = open.getByText('more overdue tasks');
    await (count > 5
      ? expect(more).toHaveText(`+${count - 5} more overdue tasks`)
      : expect(more).toBeHidden());
  });
}

test('§2 notifications: the dot follows what is done elsewhere, and the day', async ({ alice }) => {
  const page = await openOn(alice, '2025-01-10');
  await expect(page.getByText('No more tasks due today. Yay!')).toBeVisible();
  await expect(dot(page)).toBeHidden();
  await addTasks(alice, { title: 'Forgotten', due_date: '2025-01-09' });
  await expect(dot(page)).toBeVisible();
  const { error } = await alice.client
    .from('tasks')
    .update({ completed: true })
    .eq('title', 'Forgotten');
  expect(error).toBeNull();
  await expect(dot(page)).toBeHidden();
});

test('§2 notifications: a bell on the contacts screen too', async ({ alice }) => {
  await addTasks(alice, { title: 'Forgotten', due_date: '2025-01-09' });
  const page = await alice.open('/contacts');
  await expect(dot(page)).toBeVisible();
  await bell(page).click();
  await expect(popover(page).getByText('Forgotten')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popover(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
});

test('§2 notifications: while tasks cannot be read it does not say that none is overdue', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Forgotten', due_date: '2025-01-09' });
  const page = await alice.open('about:blank');
  await page.route(/rest\/v1\/tasks/, (route) => route.abort());
  await page.goto('/contacts');
  await bell(page).click();
  await expect(popover(page).getByText('Your tasks could not be loaded')).toBeVisible();
  await page.unroute(/rest\/v1\/tasks/);
  await popover(page).getByRole('button', { name: 'Try again' }).click();
  await expect(popover(page).getByText('Forgotten')).toBeVisible();
});

for (const theme of ['light', 'dark']) {
  test(`design §8: axe finds nothing in the ${theme} popover`, async ({ alice }) => {
    await addTasks(alice, ...overdue(6));
    await alice.client.from('profiles').update({ theme }).eq('id', alice.id);
    const page = await alice.open('/contacts', { reducedMotion: 'reduce' });
    await bell(page).click();
    await expect(popover(page).getByText('Overdue Tasks (6)')).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .include('[role="dialog"]')
      .include('header')
      .analyze();
    expect(violations).toEqual([]);
  });
}
