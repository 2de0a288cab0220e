import { expect, test } from './fixtures.ts';
import { whenOpen } from './support/frame.ts';
import {
  addFolder,
  addNote,
  button,
  editorOf,
  openNotes,
  openRowMenu,
  startEdit,
  typeInto,
} from './support/notes.ts';

test('design §2 notes: the URL opens the note, the dialogs and the search', async ({ alice }) => {
  const work = await addFolder(alice, 'Work');
  const trip = await addNote(alice, 'Trip', 'pack boots', work.uid);
  const idea = await addNote(alice, 'Idea', 'what if');
  const page = await openNotes(alice, trip.uid);
  const names = page.getByRole('list', { name: 'Notes and folders' }).locator('[data-row] [dir]');
  const create = page.getByRole('dialog', { name: 'New Note' });
  const edit = page.getByRole('dialog', { name: 'Edit Note' });
  const folder = page.getByRole('dialog', { name: 'Edit Folder' });

  await test.step('a search stays with the note that it finds, with a reload and with Back', async () => {
    await page.getByLabel('Search notes').pressSequentially('what');
    await expect(names).toHaveText(['Idea']);
    await button(page, 'Idea').click();
    await expect(page).toHaveURL(`/notes?note=${idea.uid}&q=what`);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Idea' })).toBeVisible();
    await expect(page.getByLabel('Search notes')).toHaveValue('what');
    await expect(names).toHaveText(['Idea']);
    await page.goBack();
    await expect(page.getByRole('article', { name: 'Trip' })).toBeVisible();
    await page.getByLabel('Search notes').fill('');
    await expect(names).toHaveText(['Idea', 'Work', 'Trip']);
    await expect(page).toHaveURL(`/notes?note=${trip.uid}`);
  });

  await test.step('a dialog has an entry of its own, which Back and closing leave', async () => {
    await openRowMenu(page, 'Note', 'Idea');
    await page.getByRole('menuitem', { name: 'Edit Note' }).click();
    await expect(page).toHaveURL(`/notes?note=${trip.uid}&edit=${idea.uid}`);
    await page.reload();
    await expect(edit.getByLabel('Title')).toHaveValue('Idea');
    await page.goBack();
    await expect(edit).toBeHidden();
    await page.goForward();
    await expect((await whenOpen(edit)).getByLabel('Content')).toHaveValue('what if');
    await button(edit, 'Cancel').click();
    await expect(page).toHaveURL(`/notes?note=${trip.uid}`);
    await openRowMenu(page, 'Folder', 'Work');
    await page.getByRole('menuitem', { name: 'Edit Folder' }).click();
    await expect(page).toHaveURL(`/notes?note=${trip.uid}&folder=${work.uid}`);
    await (await whenOpen(folder)).press('Escape');
    await expect(page).toHaveURL(`/notes?note=${trip.uid}`);
    await expect(page.getByRole('article', { name: 'Trip' })).toBeVisible();
  });

  await test.step('a link opens an empty dialog; the note that it makes takes its place', async () => {
    await page.goto('/notes?note=new');
    await expect(create.getByLabel('Title')).toHaveValue('New Note');
    await create.getByLabel('Title').fill('Plan');
    await button(create, 'Save').click();
    await expect(page.getByPlaceholder('Note title...')).toHaveValue('Plan');
    await expect(page).not.toHaveURL(/note=new/);
    await page.goBack();
    await expect(page.getByRole('article', { name: 'Trip' })).toBeVisible();
    await expect(create).toBeHidden();
  });

  await test.step('a dialog of nothing is dropped, a note of nothing says so', async () => {
    await page.goto('/notes?note=gone&edit=gone&folder=gone');
    await expect(page.getByText('This note no longer exists', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/notes?note=gone');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('design §5 notes: searching beside an edited note asks nothing and keeps what was typed', async ({
  alice,
}) => {
  const trip = await addNote(alice, 'Trip', 'pack');
  await addNote(alice, 'Idea', 'what if');
  const page = await openNotes(alice, trip.uid);
  await startEdit(page);
  await typeInto(page, 'new ');
  await page.getByLabel('Search notes').pressSequentially('idea');
  await expect(button(page, 'Trip')).toBeHidden();
  await expect(page).toHaveURL(/q=idea$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(editorOf(page)).toHaveText('new pack');
  await button(page, 'Idea').click();
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
});
