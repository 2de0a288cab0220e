import { expect, test, type Actor } from './fixtures.ts';
import { addFolder, addNote, editorOf, openNotes, typeInto } from './support/notes.ts';

const stored = async (actor: Actor, id: number) => {
  const { data } = await actor.client.from('notes').select().eq('id', id).single().throwOnError();
  return data as { title: string; content: string | null; folder_id: number | null };
};

test('§2 notes: with nothing selected the pane says what to do', async ({ alice }) => {
  const page = await openNotes(alice);
  await expect(page.getByText('Select a note to view')).toBeVisible();
  await expect(
    page.getByText('Choose a note from the sidebar to view and edit its content'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Create New Note' }).click();
  await expect(page.getByRole('dialog', { name: 'New Note' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('New Note');
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveAttribute('rows', '10');
});

test('§4 notes: a new note has its defaults, is selected and edited', async ({ alice }) => {
  const folder = await addFolder(alice, 'Work');
  const page = await openNotes(alice);
  await page.getByRole('button', { name: 'Work', exact: true }).click();
  await page.getByTitle('Add new note').click();
  await expect(page.getByPlaceholder('Note title...')).toHaveValue('New Note');
  await expect(page.getByText('Note created successfully', { exact: true })).toBeVisible();
  const { data } = await alice.client.from('notes').select().throwOnError();
  expect(data).toMatchObject([{ title: 'New Note', content: '', folder_id: folder.id }]);
});

test('§2 notes: reading, editing with the toolbar and its keys, saving', async ({ alice }) => {
  const note = await addNote(alice, 'Trip');
  const page = await openNotes(alice, note.id);
  await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible();
  await expect(page.getByText(/^Created: [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(page.getByText(/^Updated: [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(page.getByText('This note is empty. Click Edit to add content.')).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = editorOf(page);
  await expect(page.locator('[data-placeholder="Write your note content here..."]')).toBeVisible();
  await editor.press('Control+b');
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await editor.pressSequentially('bold');
  await editor.press('Control+b');
  await editor.pressSequentially(' ');
  await page.getByRole('button', { name: 'Italic' }).click();
  await editor.pressSequentially('slanted');
  await editor.press('Control+i');
  await editor.press('Control+u');
  await editor.pressSequentially('lined');
  await editor.press('Control+u');
  await editor.press('Enter');
  await page.getByRole('button', { name: 'Bulleted list' }).click();
  await editor.pressSequentially('one');
  await editor.press('Enter');
  await editor.press('Enter');
  await page.getByRole('button', { name: 'Numbered list' }).click();
  await editor.pressSequentially('first');
  await editor.press('Enter');
  await editor.press('Enter');
  await page.getByRole('button', { name: 'Quote' }).click();
  await editor.pressSequentially('said');
  await editor.press('Control+s');
  await expect(page.getByText('Note updated successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  expect((await stored(alice, note.id)).content).toBe(
    '**bold** *slanted*__lined__\n- one\n1. first\n> said',
  );
  await expect(page.getByRole('article').locator('strong')).toHaveText('bold');
  await expect(page.getByRole('article').getByRole('blockquote')).toHaveText('said');
});

test('§4 notes: Cancel restores title and text', async ({ alice }) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.id);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByPlaceholder('Note title...').fill('Else');
  await typeInto(page, 'more ');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('pack');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible();
  await expect(page.getByText(/Unsaved changes/)).toBeHidden();
});

test('§5 notes: a title is required; three line breaks become two', async ({ alice }) => {
  const note = await addNote(alice, 'Trip', 'a\n\n\n\nb');
  const page = await openNotes(alice, note.id);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByPlaceholder('Note title...').fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByPlaceholder('Note title...').fill('Trip 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Trip 2' })).toBeVisible();
  expect(await stored(alice, note.id)).toMatchObject({ title: 'Trip 2', content: 'a\n\nb' });
});

test('§9 notes: the editor is 384 to 600 px high; a triple click selects a line', async ({
  alice,
}) => {
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const [short, tall] = [
    await addNote(alice, 'Short', 'alpha beta\ngamma'),
    await addNote(alice, 'Tall', long),
  ];
  const page = await openNotes(alice, tall.id);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const scroller = editorOf(page).locator('..');
  await expect(scroller).toHaveCSS('max-height', '600px');
  expect((await scroller.boundingBox())?.height).toBe(600);
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  expect((await scroller.boundingBox())?.height).toBe(384);
  await editorOf(page).getByText('alpha beta').click({ clickCount: 3 });
  expect(await page.evaluate(() => String(getSelection()))).toBe('alpha beta');
  expect(short.id).toBeLessThan(tall.id);
});

test('§8 notes: edit and delete by the menu, with their dialogs and toasts', async ({ alice }) => {
  const folder = await addFolder(alice, 'Work');
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.id);
  await page.getByRole('button', { name: 'Note menu: Trip' }).click();
  await page.getByRole('menuitem', { name: 'Edit Note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  await dialog.getByLabel('Content').fill('**pack** a lot');
  await dialog.getByLabel('Folder').click();
  await page.getByRole('option', { name: 'Work' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Note updated successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('article').locator('strong')).toHaveText('pack');
  expect((await stored(alice, note.id)).folder_id).toBe(folder.id);

  await page.getByRole('button', { name: 'Note menu: Trip' }).click();
  await page.getByRole('menuitem', { name: 'Delete Note' }).click();
  await expect(page.getByText('Are you sure you want to delete this note?')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Note deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByText('Select a note to view')).toBeVisible();
});

test('§8 notes: failures say so and keep the text', async ({ alice }) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.id);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await typeInto(page, 'again ');
  await page.route('**/rest/v1/notes*', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update note', { exact: true })).toBeVisible();
  await expect(editorOf(page)).toHaveText('again pack');
  await page.getByTitle('Add new note').click();
  await expect(page.getByText('Failed to create note', { exact: true })).toBeVisible();
});

test('§4 notes: stored and pasted HTML never runs', async ({ alice }) => {
  const attack = '<img src=x onerror="document.title=\'owned\'">';
  const note = await addNote(alice, attack, attack);
  const page = await openNotes(alice, note.id);
  await expect(page.getByRole('article')).toContainText('<img src=x');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editorOf(page).press('Control+a');
  await editorOf(page).evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, `<h1>Head</h1><p><b>fat</b> <a href="javascript:void 0">link</a></p><table><tr><td>cell</td></tr></table>${attack}<script>document.title='owned'</script>`);
  await expect(editorOf(page)).toContainText('cell');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article').locator('strong')).toHaveText('fat');
  expect((await stored(alice, note.id)).content).toBe('Head\n**fat** link\ncell');
  await expect(page).not.toHaveTitle('owned');
});
