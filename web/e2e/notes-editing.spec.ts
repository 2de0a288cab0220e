import { expect, test } from './fixtures.ts';
import {
  addFolder,
  addNote,
  button,
  editorOf,
  openNotes,
  openRowMenu,
  startEdit,
  storedNotes,
  typeInto,
} from './support/notes.ts';
import { toast } from './support/tasks.ts';

test('spec §4, §8 notes: Cancel restores, a title is required, the menu edits and deletes', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'a\n\n\n\nb');
  const page = await openNotes(alice, note.uid);

  await test.step('spec §4, §5: Cancel restores, a title is required, line breaks collapse, nothing is null', async () => {
    const title = page.getByPlaceholder('Note title...');
    await startEdit(page);
    await title.fill('Else');
    await typeInto(page, 'more ');
    await button(page, 'Cancel').click();
    await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible();
    await expect(page.getByRole('article')).not.toContainText('more');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Unsaved texts' })).toBeHidden();

    await startEdit(page);
    await title.fill(' ');
    await button(page, 'Save').click();
    await expect(page.getByText('Title is required', { exact: true })).toBeVisible();
    await title.fill('Trip 2');
    await title.press('Control+s');
    await expect(page.getByRole('heading', { name: 'Trip 2' })).toBeVisible();
    await expect
      .poll(() => storedNotes(alice))
      .toMatchObject([{ title: 'Trip 2', content: 'a\n\nb' }]);

    await startEdit(page);
    await editorOf(page).press('Control+a');
    await editorOf(page).press('Delete');
    await button(page, 'Save').click();
    await expect(page.getByText('This note is empty. Click Edit to add content.')).toBeVisible();
    await expect.poll(() => storedNotes(alice)).toMatchObject([{ title: 'Trip 2', content: null }]);
  });

  await test.step('spec §8: edit and delete by the menu, with their dialogs and toasts; dates', async () => {
    const folder = await addFolder(alice, 'Work');
    const menu = await openRowMenu(page, 'Note', 'Trip 2');
    await expect(menu.getByRole('menuitem')).toHaveText(['Edit Note', 'Pin', 'Delete Note']);
    await menu.getByRole('menuitem', { name: 'Pin' }).click();
    await expect.poll(() => storedNotes(alice)).toMatchObject([{ pinned: true }]);
    await openRowMenu(page, 'Note', 'Trip 2');
    await expect(menu.getByRole('menuitem')).toHaveText(['Edit Note', 'Unpin', 'Delete Note']);
    await menu.getByRole('menuitem', { name: 'Edit Note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Note' });
    await expect(dialog.getByLabel('Content')).toHaveAttribute('rows', '10');
    await dialog.getByLabel('Content').fill('**pack** a lot');
    await dialog.getByLabel('Folder').click();
    await page.getByRole('option', { name: 'Work' }).click();
    await button(dialog, 'Save').click();
    await expect(toast(page, 'Success', 'Note updated successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('article').locator('strong')).toHaveText('pack');
    await expect.poll(() => storedNotes(alice)).toMatchObject([{ folder_uid: folder.uid }]);

    // What was saved by the dialog is not offered as unsaved.
    await page.reload();
    await expect(page.getByRole('article').locator('strong')).toHaveText('pack');
    await expect(page.getByRole('region', { name: 'Unsaved texts' })).toBeHidden();

    await openRowMenu(page, 'Note', 'Trip 2');
    await page.getByRole('menuitem', { name: 'Delete Note' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Delete Note' });
    await expect(
      confirm.getByText('Are you sure you want to delete this note?', { exact: true }),
    ).toBeVisible();
    await button(confirm, 'Delete').click();
    await expect(toast(page, 'Success', 'Note deleted successfully')).toBeVisible();
    await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
    await expect.poll(() => storedNotes(alice)).toEqual([]);
  });
});

test('spec §2 notes: a note without dates says Unknown', async ({ alice }) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await alice.open('/health');
  // An answer without dates, as no server of ours gives it.
  await page.route('**/rest/v1/rpc/pull_changes', async (route) => {
    const answer = await route.fetch();
    const dated = /"(created|updated)_at":"[^"]*"/g;
    const body = (await answer.text()).replaceAll(dated, '"$1_at":""');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`/notes?note=${note.uid}`);
  await expect(page.getByText('Created: Unknown', { exact: true })).toBeVisible();
  await expect(page.getByText('Updated: Unknown', { exact: true })).toBeVisible();
  // Another answer may still be on its way through the handler.
  await page.unrouteAll({ behavior: 'wait' });
});
