import { expect, test } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import { breakDisk } from './support/faults.ts';
import { whenOpen } from './support/frame.ts';
import { refuseChanges } from './support/network.ts';
import {
  addNote,
  button,
  deleteElsewhere,
  editorOf,
  keptTexts,
  openNotes,
  openRowMenu,
  startEdit,
  storedTexts,
  typeInto,
} from './support/notes.ts';
import { toast } from './support/tasks.ts';

test('spec §8 notes: failures say so and keep note and text', async ({ alice }) => {
  const page = await alice.open('/health');

  await test.step('design §8: a skeleton while they load, errors with a retry, a note that is gone', async () => {
    const note = await addNote(alice, 'Trip', 'pack');
    const answer = Promise.withResolvers<void>();
    let isBroken = true;
    await page.route('**/rest/v1/rpc/pull_changes', async (route) => {
      await answer.promise;
      await (isBroken ? route.abort() : route.continue());
    });
    await page.goto('/notes');
    await expect(page.getByRole('status', { name: 'Loading notes' })).toBeVisible();
    answer.resolve();
    await expect(page.getByText('Your notes could not be loaded', { exact: true })).toBeVisible();
    await page.route('**/rest/v1/notes?*', (route) => route.abort());
    const asked = page.waitForRequest('**/rest/v1/rpc/pull_changes');
    await button(page, 'Try again').click();
    await asked;
    // From here on it is tried by itself, too, and may be there before anybody could click.
    isBroken = false;
    await button(page, 'Trip').click();
    await expect(page.getByText('The note could not be loaded', { exact: true })).toBeVisible();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await expect(page.getByRole('article')).toContainText('pack');
    await deleteElsewhere(alice, 'notes', note);
    await expect(page.getByText('This note no longer exists', { exact: true })).toBeVisible();
    await button(page, 'Close').click();
    await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
  });

  await test.step('a link of version 0.1.0 to a note by its number finds no note', async () => {
    await page.goto('/notes?note=7');
    await expect(page.getByText('This note no longer exists', { exact: true })).toBeVisible();
    await button(page, 'Close').click();
    await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
  });

  await test.step('spec §8: what the server refuses later is told, and the text is given back', async () => {
    const note = await addNote(alice, 'Trip', 'pack');
    await button(page, 'Trip').click();
    await startEdit(page);
    await typeInto(page, 'again ');
    await page.context().setOffline(true);
    await button(page, 'Save').click();
    await expect(toast(page, 'Success', 'Note updated successfully')).toBeVisible();
    // As after 30 days in the trash.
    await serviceClient().from('notes').delete().eq('uid', note.uid).throwOnError();
    await page.context().setOffline(false);
    await expect(toast(page, 'Error', 'It is no longer there')).toBeAttached();
    await expect(page.getByRole('dialog').getByLabel('Content')).toHaveValue('again pack');
    await button(page.getByRole('dialog'), 'Close').last().click();
  });

  await test.step('spec §8: what this device cannot keep', async () => {
    await addNote(alice, 'Tour', 'pack');
    await button(page, 'Tour').click();
    await startEdit(page);
    await typeInto(page, 'again ');
    await breakDisk(page);
    await button(page, 'Save').click();
    await expect(toast(page, 'Error', 'Failed to update note')).toBeVisible();
    await expect(editorOf(page)).toHaveText('again pack');
    await page.getByTitle('Add new note').click();
    await expect(toast(page, 'Error', 'Failed to create note')).toBeVisible();
    await openRowMenu(page, 'Note', 'Tour');
    await page.getByRole('menuitem', { name: 'Delete Note' }).click();
    await button(page.getByRole('alertdialog'), 'Delete').click();
    await expect(toast(page, 'Error', 'Failed to delete note')).toBeVisible();
    await expect(button(page, 'Tour')).toBeVisible();
  });
});

test('design §5 notes: without a network everything is done at once, and arrives later', async ({
  alice,
}) => {
  const trip = await addNote(alice, 'Trip', 'pack');
  await addNote(alice, 'Old', 'gone');
  const page = await openNotes(alice, trip.uid);
  await expect(page.getByRole('article')).toContainText('pack');
  // Never opened here: texts are fetched in idle time.
  await expect.poll(() => keptTexts(page, alice)).toBe(2);
  await page.context().setOffline(true);
  await button(page, 'Old').click();
  await expect(page.getByRole('article')).toContainText('gone');
  await page.getByLabel('Search notes').fill('pack');
  await expect(button(page, 'Trip')).toBeVisible();
  await expect(button(page, 'Old')).toBeHidden();
  await page.getByLabel('Search notes').fill('');

  await openRowMenu(page, 'Note', 'Old');
  await page.getByRole('menuitem', { name: 'Delete Note' }).click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expect(toast(page, 'Success', 'Note deleted successfully')).toBeVisible();
  await button(page, 'Trip').click();
  await startEdit(page);
  await typeInto(page, 'again ');
  await button(page, 'Save').click();
  await expect(toast(page, 'Success', 'Note updated successfully')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('again pack');
  await button(page, 'New folder').click();
  const folder = page.getByRole('dialog', { name: 'New Folder' });
  await folder.getByLabel('Name').fill('Work');
  await button(folder, 'Save').click();
  await expect(toast(page, 'Success', 'Folder created successfully')).toBeVisible();
  await button(page, 'Work').click();
  await page.getByTitle('Add new note').click();
  await expect(toast(page, 'Success', 'Note created successfully')).toBeVisible();
  await typeInto(page, 'on the train');
  await button(page, 'Save').click();
  await expect(page.getByRole('article')).toContainText('on the train');
  expect(await storedTexts(alice)).toEqual(['Trip: pack', 'Old: gone']);

  await page.context().setOffline(false);
  await expect
    .poll(() => storedTexts(alice))
    .toEqual(['Trip: again pack', 'New Note: on the train']);
  const other = await alice.open('/notes');
  await expect(button(other, 'Old')).toBeHidden();
  await expect(button(other, 'Work')).toBeVisible();
  await button(other, 'New Note').click();
  await expect(other.getByRole('article')).toContainText('on the train');
});

test('design §5 notes: a refused change of a note is listed with its text, and can be sent again', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.uid);
  await startEdit(page);
  await typeInto(page, 'again ');
  const allow = await refuseChanges(page);
  await button(page, 'Save').click();
  const typed = await whenOpen(page.getByRole('dialog', { name: 'Recovered text' }));
  await expect(typed.getByLabel('Content')).toHaveValue('again pack');
  await button(typed, 'Close').last().click();
  await expect(page.getByRole('article')).toHaveText(/pack$/);
  await expect(page.getByRole('article')).not.toContainText('again');

  await button(page, '1 change could not be sent').click();
  const dialog = await whenOpen(
    page.getByRole('dialog', { name: 'Changes that could not be sent' }),
  );
  await expect(dialog.getByText('Failed to update note: Trip', { exact: true })).toBeVisible();
  await expect(dialog.getByText('again pack', { exact: true })).toBeVisible();
  await allow();
  await button(dialog, 'Try Again').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article')).toContainText('again pack');
  await expect.poll(() => storedTexts(alice)).toEqual(['Trip: again pack']);
});
