import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { controlNetwork } from './support/network.ts';
import {
  addFolder,
  addNote,
  button,
  keptTexts,
  openRowMenu,
  storedNotes,
} from './support/notes.ts';
import { addTasks, panel, row, storedTasks, toast } from './support/tasks.ts';
import { entries, fillTrash, isThere } from './support/trash.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Delete for Good' });

test('design §5 trash: restored, deleted for good and undone offline, and sent afterwards', async ({
  alice,
}) => {
  const there = await fillTrash(alice);
  const page = await alice.open('about:blank');
  const network = await controlNetwork(page);
  const notes = await alice.openTab(page, '/notes');

  await test.step('restored and deleted for good offline', async () => {
    await page.goto('/settings?tab=deleted');
    await expect(entries(page)).toHaveCount(4);
    // Texts of deleted notes are fetched in idle time, too.
    await expect.poll(() => keptTexts(page, alice)).toBe(3);
    await network.cut();
    await expect(page.getByText('Reconnecting')).toBeVisible();
    await button(page, 'Restore Travel').click();
    await button(page, 'Delete Buy milk for good').click();
    await button(question(page), 'Delete').click();
    await expect(entries(page)).toHaveCount(2);
    await expect(page.getByText('Offline, 2 changes waiting')).toBeVisible();
    await button(notes, 'Packing').click();
    await expect(notes.getByRole('article')).toContainText('passport');
    expect(await isThere(alice, 'folders', there.folder)).toBe(false);

    await network.mend();
    await expect.poll(() => isThere(alice, 'folders', there.folder)).toBe(true);
    await expect
      .poll(async () => {
        const { data } = await alice.client.from('tasks').select('title').throwOnError();
        return data;
      })
      .toEqual([{ title: '-' }]);
    await expect(entries(page)).toHaveCount(2);
  });

  await test.step('Undo brings back the same rows while their deletion waits, a folder with its notes and their texts', async () => {
    const folder = await addFolder(alice, 'Trip');
    const note = await addNote(alice, 'Boots', 'leather', folder.uid);
    await addTasks(alice, { title: 'Buy bread', repeat_type: 'daily', due_date: '2020-01-01' });
    const task = (await storedTasks(alice)).at(-1);
    // The dialogs of tasks come when the page is idle.
    const dialogs = page.waitForResponse(/\/task-dialog-[^/]*\.js$/);
    await page.goto('/');
    await dialogs;
    await button(notes, 'Boots').click();
    await expect(notes.getByText('leather')).toBeVisible();
    const bread = row(panel(page, 'Due Today'), 'Buy bread');
    await expect(bread).toBeVisible();
    await network.cut();
    await expect(notes.getByText('Reconnecting')).toBeVisible();

    await openRowMenu(notes, 'Folder', 'Trip');
    await notes.getByRole('menuitem', { name: 'Delete Folder' }).click();
    await expect(notes.getByRole('alertdialog')).toContainText(
      'Are you sure you want to delete this folder and all its contents?',
    );
    await button(notes.getByRole('alertdialog'), 'Delete').click();
    await expect(button(notes, 'Trip')).toBeHidden();
    const said = toast(notes, 'Success', 'Folder deleted successfully');
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(notes, 'Success', 'Folder restored')).toBeVisible();
    await button(notes, 'Boots').click();
    await expect(notes.getByText('leather')).toBeVisible();

    await bread.getByRole('button', { name: 'Delete task' }).click();
    await button(page.getByRole('alertdialog'), 'Delete').click();
    await expect(bread).toBeHidden();
    await toast(page, 'Success', 'Task deleted successfully!')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(bread).toBeVisible();

    await network.mend();
    await expect(notes.getByText(/Reconnecting|waiting/)).toBeHidden();
    await expect
      .poll(async () => (await storedNotes(alice)).filter(({ uid }) => uid === note.uid))
      .toMatchObject([{ uid: note.uid, folder_uid: folder.uid, content: 'leather' }]);
    await expect
      .poll(() => storedTasks(alice))
      .toMatchObject([{ uid: task?.uid, id: task?.id, repeat_type: 'daily' }]);
  });
});
