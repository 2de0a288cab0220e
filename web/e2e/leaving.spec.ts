import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { whenOpen } from './support/frame.ts';
import { addNote, button, editorOf, startEdit, storedNotes } from './support/notes.ts';
import { addTasks, openOn, panel, row, storedTasks, toast, trashTask } from './support/tasks.ts';

const GONE = 'This task was deleted elsewhere. Saving creates it again.';

function editDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Edit Task' });
}

async function openTask(page: Page, title: string) {
  await page.getByRole('button', { name: title, exact: true }).click();
  return whenOpen(editDialog(page));
}

test('design §5 task dialog: what is typed is not lost by Escape, Back or a reload', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Call Ann' });
  const page = await alice.open('/settings');
  await page.getByRole('link', { name: 'Back' }).click();
  const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' });

  // Untouched, it closes without a question; Back closes the dialog and not the page.
  const dialog = await openTask(page, 'Call Ann');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openTask(page, 'Call Ann');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');

  await openTask(page, 'Call Ann');
  await dialog.getByLabel('Description').fill('About the boat');
  const waysOut = [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 300),
  ];
  for (const leave of waysOut) {
    await leave();
    await expect(unsaved).toContainText('This task has changes that are not saved yet.');
    await unsaved.getByRole('button', { name: 'Keep editing' }).click();
    await expect(unsaved).toBeHidden();
    await whenOpen(dialog);
    await expect(dialog.getByLabel('Description')).toHaveValue('About the boat');
  }
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => {
    setTimeout(() => location.reload());
  });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(dialog.getByLabel('Description')).toHaveValue('About the boat');

  await page.goBack();
  await unsaved.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Success', 'Task updated successfully!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => storedTasks(alice)).toMatchObject([{ description: 'About the boat' }]);

  // Discard and Cancel are the words for giving up what was typed.
  await openTask(page, 'Call Ann');
  await dialog.getByLabel('Title').fill('Call Bea');
  await page.keyboard.press('Escape');
  await unsaved.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openTask(page, 'Call Ann');
  await dialog.getByLabel('Title').fill('Call Cleo');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/settings');
  await expect.poll(() => storedTasks(alice)).toMatchObject([{ title: 'Call Ann' }]);
});

test('design §5 task dialog: a task that is deleted elsewhere keeps what was typed', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Call Ann', description: 'About the boat', priority: 'high' });
  const page = await openOn(alice, '2026-03-04');
  const undated = panel(page, 'No Due Date');
  const dialog = await openTask(page, 'Call Ann');
  await dialog.getByLabel('Title').fill('Call Ann Boleyn');

  await test.step('fields that were not touched follow what is changed elsewhere', async () => {
    const { error } = await alice.client
      .from('tasks')
      .update({ description: 'About the yacht', title: 'Ring Ann' })
      .gt('id', 0);
    expect(error).toBeNull();
    await expect(dialog.getByLabel('Description')).toHaveValue('About the yacht');
    await expect(dialog.getByLabel('Title')).toHaveValue('Call Ann Boleyn');
  });

  await test.step('deleted, it says so, and saving brings it back with all of it', async () => {
    const [before] = await storedTasks(alice);
    await trashTask(alice, 'Ring Ann');
    await expect(dialog.getByRole('status')).toHaveText(GONE);
    await expect(dialog.getByLabel('Title')).toHaveValue('Call Ann Boleyn');
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expect(toast(page, 'Success', 'Task created successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(row(undated, 'Call Ann Boleyn')).toBeVisible();
    await expect
      .poll(() => storedTasks(alice))
      .toMatchObject([
        {
          uid: before.uid,
          title: 'Call Ann Boleyn',
          description: 'About the yacht',
          priority: 'high',
        },
      ]);
  });

  await test.step('also where nothing was typed', async () => {
    const [before] = await storedTasks(alice);
    await openTask(page, 'Call Ann Boleyn');
    await trashTask(alice, 'Call Ann Boleyn');
    await expect(dialog.getByRole('status')).toHaveText(GONE);
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => storedTasks(alice)).toMatchObject([{ uid: before.uid }]);
    await expect(row(undated, 'Call Ann Boleyn')).toBeVisible();
  });

  await test.step('completed on another day, in no list any more, it is not gone', async () => {
    await openTask(page, 'Call Ann Boleyn');
    await dialog.getByLabel('Description').fill('About the raft');
    const { error } = await alice.client.from('tasks').update({ completed: true }).gt('id', 0);
    expect(error).toBeNull();
    await expect(dialog.getByText('Completed')).toBeVisible();
    await expect(row(undated, 'Call Ann Boleyn')).toBeHidden();
    await dialog.getByRole('button', { name: 'Update Task' }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => storedTasks(alice))
      .toMatchObject([{ completed: true, description: 'About the raft' }]);
  });
});

test('design §3 task dialog: what was typed brings a task back whose deletion nobody told of', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Call Ann', description: 'About the boat' });
  const page = await alice.open('about:blank');
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await page.goto('/');
  const dialog = await openTask(page, 'Call Ann');
  await dialog.getByLabel('Title').fill('Call Bea');
  await trashTask(alice, 'Call Ann');
  await dialog.getByRole('button', { name: 'Update Task' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([{ title: 'Call Bea', description: 'About the boat' }]);
  await expect(row(panel(page, 'No Due Date'), 'Call Bea')).toBeVisible();
});

test('design §5 notes: over an edited note Back closes the dialog first, and then asks', async ({
  alice,
}) => {
  await addNote(alice, 'Trip', 'pack');
  // A service worker that is refused is warned of, too.
  const page = await alice.open('/notes', { serviceWorkers: 'allow' });
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await button(page, 'Trip').click();
  await startEdit(page);
  await editorOf(page).press('End');
  await page.keyboard.type(' all');
  const folder = page.getByRole('dialog', { name: 'New Folder' });
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await button(page, 'New folder').click();
  await whenOpen(folder);
  // The key that saves the note does not reach it from a window over it.
  await folder.getByLabel('Name').press('Control+s');
  await page.goBack();
  await expect(folder).toBeHidden();
  await expect(question).toBeHidden();
  await expect(editorOf(page)).toHaveText('pack all');
  await page.goBack();
  await expect(question).toContainText('This note has changes that are not saved yet.');
  await button(question, 'Keep editing').click();
  await expect(editorOf(page)).toHaveText('pack all');
  await page.goBack();
  await button(question, 'Discard').click();
  await expect(page).toHaveURL('/notes');
  await expect.poll(() => storedNotes(alice)).toMatchObject([{ title: 'Trip', content: 'pack' }]);
  expect(warnings).toEqual([]);
});
