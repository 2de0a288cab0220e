import { expect, test } from './fixtures.ts';
import { openAccountMenu, settled, toastRegion } from './support/frame.ts';
import {
  addNote,
  button,
  editorOf,
  openNotes,
  openRowMenu,
  startEdit,
  typeInto,
} from './support/notes.ts';
import { toast } from './support/tasks.ts';

test('§8 notes: failures say so and keep note and text', async ({ alice }) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.uid);
  await startEdit(page);
  await typeInto(page, 'again ');
  await page.route('**/rest/v1/notes*', (route) => route.abort());
  await button(page, 'Save').click();
  await expect(toast(page, 'Error', 'Failed to update note')).toBeVisible();
  await expect(editorOf(page)).toHaveText('again pack');
  await page.getByTitle('Add new note').click();
  await expect(toast(page, 'Error', 'Failed to create note')).toBeVisible();
  await openRowMenu(page, 'Note', 'Trip');
  await page.getByRole('menuitem', { name: 'Delete Note' }).click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expect(toast(page, 'Error', 'Failed to delete note')).toBeVisible();
  await expect(button(page, 'Trip')).toBeVisible();
});

test('§8 notes: a logout that fails is only logged', async ({ alice }) => {
  const page = await openNotes(alice);
  await page.route('**/auth/v1/logout*', (route) => route.abort());
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Logging out failed.'),
  );
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await logged;
  // A toast would be there with the next frame.
  await settled(page);
  await expect(toastRegion(page).getByRole('listitem')).toHaveCount(0);
});

test('design §8 notes: a skeleton while they load, errors with a retry, a note that is gone', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await alice.open('/health');
  const answer = Promise.withResolvers<void>();
  await page.route('**/rest/v1/folders*', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await page.goto('/notes');
  await expect(page.getByRole('status', { name: 'Loading notes' })).toBeVisible();
  answer.resolve();
  await expect(page.getByText('Your notes could not be loaded', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.route(`**/rest/v1/notes?*id=eq.${note.uid}*`, (route) => route.abort());
  await button(page, 'Try again').click();
  await button(page, 'Trip').click();
  await expect(page.getByText('The note could not be loaded', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(page.getByRole('article')).toContainText('pack');
  await alice.client.from('notes').delete().eq('id', note.uid).throwOnError();
  await expect(page.getByText('This note is not there any more', { exact: true })).toBeVisible();
  await button(page, 'Close').click();
  await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
});
