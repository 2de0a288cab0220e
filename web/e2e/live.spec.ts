import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { pickUp } from './support/drag.ts';
import { holdRequests } from './support/frame.ts';
import { controlNetwork, PUSH } from './support/network.ts';
import {
  addCategories,
  addTasks,
  panel,
  row,
  storedTasks,
  toast,
  trashTask,
} from './support/tasks.ts';

/** Design section 5 promises less; this is what nobody would call waiting. */
const withinASecond = { timeout: 1000 };

const list = (page: Page) => panel(page, 'No Due Date');
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
const input = (page: Page) => page.getByPlaceholder('New task description...');

async function titles(page: Page) {
  return list(page)
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((each) => each.getAttribute('aria-label') ?? ''));
}

async function deleteTask(page: Page, title: string) {
  await row(list(page), title).getByRole('button', { name: 'Delete task' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

async function rename(page: Page, from: string, to: string) {
  await row(list(page), from).getByRole('button', { name: from, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  await dialog.getByLabel('Title').fill(to);
  await dialog.getByRole('button', { name: 'Update Task' }).click();
  await expect(dialog).toBeHidden();
}

test('design §5: two tabs follow each other within a second, in both directions', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  await addTasks(
    alice,
    { title: 'First', category: 'Work' },
    { title: 'Second', category: 'Work' },
  );
  const left = await alice.open('about:blank');
  await left.goto('/manifest.webmanifest');
  await left.evaluate(() => localStorage.setItem('selectedCategory', 'Work'));
  await left.goto('/');
  const right = await alice.openTab(left);
  await expect(box(right, 'Second')).toBeVisible();
  await addTasks(alice, { title: 'From elsewhere', category: 'Work' });
  for (const tab of [left, right]) await expect(box(tab, 'From elsewhere')).toBeVisible();
  for (const [here, there, name] of [
    [left, right, 'Left'],
    [right, left, 'Right'],
  ] as const) {
    await expect(box(there, 'Second')).toBeVisible();
    await expect(box(here, 'Second')).toBeVisible();

    await input(here).fill(name);
    await input(here).press('Enter');
    await expect(box(there, name)).toBeVisible(withinASecond);

    await rename(here, name, `${name} again`);
    await expect(box(there, `${name} again`)).toBeVisible(withinASecond);
    await expect(box(there, name)).toBeHidden();

    await box(here, `${name} again`).click();
    const done = row(panel(there, 'Completed Today'), `${name} again`);
    await expect(done).toBeVisible(withinASecond);
    await box(here, `${name} again`).click();
    await expect(row(list(there), `${name} again`)).toBeVisible(withinASecond);

    await expect.poll(() => titles(there)).toEqual(await titles(here));
    const before = await titles(there);
    const handle = row(list(here), 'First').getByRole('button', { name: 'Drag to reorder' });
    await handle.focus();
    await pickUp(here, /Picked up First, position 1 /);
    await here.keyboard.press('ArrowDown');
    await expect(here.getByText(/First is over position 2 /)).toBeAttached();
    await here.keyboard.press('Space');
    await expect.poll(() => titles(there), withinASecond).not.toEqual(before);
    await expect.poll(() => titles(here)).toEqual(await titles(there));
    const { error } = await alice.client.rpc('reorder_tasks', {
      task_ids: (await storedTasks(alice)).map(({ id }) => id),
    });
    expect(error).toBeNull();
    await expect.poll(async () => (await titles(here))[0]).toBe('First');

    await deleteTask(here, `${name} again`);
    await expect(box(there, `${name} again`)).toBeHidden(withinASecond);
  }
});

test('design §5: after being offline nothing is lost and nothing is doubled', async ({ alice }) => {
  await addTasks(alice, { title: 'Stays' }, { title: 'Goes' }, { title: 'Changes' });
  const here = await alice.open('about:blank');
  const network = await controlNetwork(here);
  await here.goto('/');
  const there = await alice.open();
  await expect(box(here, 'Changes')).toBeVisible();
  await expect(box(there, 'Changes')).toBeVisible();

  await network.cut();
  await expect(here.getByText('Reconnecting')).toBeVisible();
  await deleteTask(there, 'Goes');
  await rename(there, 'Changes', 'Changed');
  await addTasks(alice, { title: 'Comes' });

  // What is done meanwhile is done here at once, and waits.
  await input(here).fill('Typed offline');
  await input(here).press('Enter');
  const dialog = here.getByRole('dialog', { name: 'Create New Task' });
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await expect(toast(here, 'Success', 'Task created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(box(here, 'Typed offline')).toBeVisible();
  await expect(here.getByText('Offline, 1 change waiting')).toBeVisible();
  const stored = async () => (await storedTasks(alice)).map(({ title }) => title);
  await expect.poll(stored).toEqual(['Stays', 'Changed', 'Comes']);

  await network.mend();
  await expect(here.getByText('waiting')).toBeHidden();
  for (const page of [here, there]) {
    await expect(box(page, 'Typed offline')).toHaveCount(1);
    await expect.poll(() => titles(page)).toEqual(['Stays', 'Changed', 'Comes']);
  }
  expect(await stored()).toEqual(['Stays', 'Changed', 'Comes', 'Typed offline']);
});

test('design §3: a tick does not bring back what was deleted elsewhere, and waits for the network', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Gone elsewhere' }, { title: 'Buy milk' });
  const page = await alice.open('about:blank');
  const network = await controlNetwork(page);
  await page.goto('/');
  await expect(box(page, 'Gone elsewhere')).toBeVisible();
  const release = await holdRequests(page, PUSH);
  await box(page, 'Gone elsewhere').click();
  await expect(row(panel(page, 'Completed Today'), 'Gone elsewhere')).toBeVisible();
  await trashTask(alice, 'Gone elsewhere');
  release();
  await expect(box(page, 'Gone elsewhere')).toBeHidden();
  await expect(box(page, 'Buy milk')).toBeVisible();

  await network.cut();
  await box(page, 'Buy milk').click();
  await expect(toast(page, 'Success', 'Task status updated!')).toBeVisible();
  const done = row(panel(page, 'Completed Today'), 'Buy milk');
  await expect(done).toBeVisible();
  expect(await storedTasks(alice)).toMatchObject([{ title: 'Buy milk', completed: false }]);
  await network.mend();
  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([{ title: 'Buy milk', completed: true }]);
  await expect(done).toBeVisible();
});
