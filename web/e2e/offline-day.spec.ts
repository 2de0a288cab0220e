import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { controlNetwork } from './support/network.ts';
import { addNote, button, editorOf, startEdit, storedNotes } from './support/notes.ts';
import { whenKept, whenRowsKept } from './support/offline.ts';
import { box, drag, rename, titles, undated } from './support/task-actions.ts';
import { addTasks, panel, row, storedTasks } from './support/tasks.ts';

test.use({ serviceWorkers: 'allow', actionTimeout: 15_000 });
test.setTimeout(120_000);

const DAY = '24:00:00';

/** A device whose clock and network are in the test's hands. */
async function openDevice(actor: Actor) {
  const page = await actor.open('about:blank', { timezoneId: 'UTC' });
  const network = await controlNetwork(page);
  await page.clock.install();
  await page.goto('/');
  await expect(box(page, 'Rent')).toBeVisible();
  await whenKept(page);
  await whenRowsKept(page, actor.id, 'texts', 1);
  await network.cut();
  return { page, network };
}

async function describe(page: Page, title: string, description: string) {
  await row(undated(page), title).getByRole('button', { name: title, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByRole('button', { name: 'Update Task' }).click();
  await expect(dialog).toBeHidden();
}

async function trash(page: Page, title: string) {
  await row(undated(page), title).getByRole('button', { name: 'Delete task' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(box(page, title)).toBeHidden();
}

async function goTo(page: Page, screen: string) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: screen }).click();
}

/** Writes at the start or at the end of the note. */
async function write(page: Page, key: 'Control+Home' | 'Control+End', text: string) {
  await goTo(page, 'Notes');
  await button(page, 'Diary').click();
  await startEdit(page);
  await editorOf(page).press(key);
  await editorOf(page).pressSequentially(text);
  await button(page, 'Save').click();
  await expect(page.getByRole('article')).toContainText(text);
  await goTo(page, 'Tasks');
}

test('design §5: two browsers offline for a day edit the same things, and agree afterwards', async ({
  alice,
}) => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' }).format();
  await addTasks(alice, ...['Rent', 'Milk', 'Gift', 'Book', 'Call'].map((title) => ({ title })), {
    title: 'Stretch',
    due_date: today,
    repeat_type: 'daily',
  });
  await addNote(alice, 'Diary', 'Morning\n\nNoon\n\nNight');
  const [first, second] = [await openDevice(alice), await openDevice(alice)];
  const devices = [first, second];

  await rename(first.page, 'Rent', 'Rent and heating');
  await describe(second.page, 'Rent', 'To the new account');
  await rename(first.page, 'Milk', 'Oat milk');
  await rename(second.page, 'Milk', 'Soy milk');
  await trash(first.page, 'Gift');
  await rename(second.page, 'Gift', 'Gift for Bea');
  await trash(first.page, 'Book');
  await box(second.page, 'Book').click();
  await expect(row(panel(second.page, 'Completed Today'), 'Book')).toBeVisible();
  await drag(first.page, 'Call', -1);
  await write(first.page, 'Control+Home', 'Early ');
  await write(second.page, 'Control+End', ' falls');
  for (const { page } of devices) {
    await box(page, 'Stretch').click();
    await expect(row(panel(page, 'Due Tomorrow'), 'Stretch')).toBeVisible();
  }

  for (const { page } of devices) {
    await page.clock.fastForward(DAY);
    // What was done is of yesterday, what comes back is due.
    await expect(row(panel(page, 'Due Today'), 'Stretch')).toBeVisible();
    await expect(panel(page, 'Completed Today').getByRole('listitem')).toHaveCount(0);
    await expect(page.getByText(/^Offline, \d+ changes waiting$/)).toBeVisible();
  }

  for (const { page, network } of devices) {
    await network.mend();
    await expect(page.getByText(/waiting/)).toBeHidden();
  }
  const stored = await storedTasks(alice);
  expect(stored).toMatchObject([
    { title: 'Rent and heating', description: 'To the new account' },
    // The same field: who arrives last.
    { title: 'Soy milk' },
    // Somebody typed in it: the edit brings it back. A tick does not.
    { title: 'Gift for Bea' },
    { title: 'Call' },
    { title: 'Stretch', completed: true },
    { title: 'Stretch', completed: false },
  ]);
  expect((await storedNotes(alice)).map(({ content }) => content)).toEqual([
    'Early Morning\n\nNoon\n\nNight falls',
  ]);
  await expect.poll(() => titles(first.page)).toContain('Soy milk');
  const order = await titles(first.page);
  await expect.poll(() => titles(second.page)).toEqual(order);
});
