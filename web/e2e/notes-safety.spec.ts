import { expect, test, type Actor } from './fixtures.ts';
import {
  openAccountMenu,
  signInButton,
  typeAndEscape,
  typeCredentials,
  whenOpen,
} from './support/frame.ts';
import {
  addFolder,
  addNote,
  button,
  changeElsewhere,
  deleteElsewhere,
  editorOf,
  openNotes,
  openRowMenu,
  startEdit,
  storedNotes,
  storedTexts,
  typeInto,
} from './support/notes.ts';
import { toast } from './support/tasks.ts';

/** Two tabs of a browser with one note open. */
async function openTwice(actor: Actor, content: string) {
  const note = await addNote(actor, 'Trip', content);
  const mine = await openNotes(actor, note.uid);
  const theirs = await actor.openTab(mine, `/notes?note=${note.uid}`);
  await expect(theirs.getByRole('article')).toBeVisible();
  return { mine, theirs };
}

test('design §5 notes: the same paragraph is edited in two tabs, and the second save asks', async ({
  alice,
}) => {
  const { mine, theirs } = await openTwice(alice, 'pack');
  const dialog = mine.getByRole('dialog', { name: 'This note was changed elsewhere' });

  /** Both tabs begin to edit; the first has saved, the second is asked. */
  async function conflict(before: string): Promise<void> {
    await startEdit(mine);
    await typeInto(mine, 'mine ');
    await startEdit(theirs);
    await typeInto(theirs, 'theirs ');
    await button(theirs, 'Save').click();
    await expect(theirs.getByRole('article')).toContainText(`theirs ${before}`);
    await expect(
      mine.getByText('This note was changed elsewhere.', { exact: false }),
    ).toBeVisible();
    await expect.poll(() => storedTexts(alice)).toContain(`Trip: theirs ${before}`);
    await button(mine, 'Save').click();
    await expect(dialog.getByLabel('My version')).toHaveValue(`Trip\n\nmine ${before}`);
    await expect(dialog.getByLabel(/^Their version/)).toHaveValue(`Trip\n\ntheirs ${before}`);
  }

  await conflict('pack');
  // Nothing is decided yet: both texts are there, after a reload as well, and a notice says so.
  await whenOpen(dialog);
  await mine.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(mine.getByRole('article')).toContainText('mine pack');
  await mine.reload();
  await whenOpen(dialog);
  await mine.keyboard.press('Escape');
  await expect(mine.getByRole('article')).toContainText('mine pack');
  expect(await storedTexts(alice)).toEqual(['Trip: theirs pack']);
  await expect(mine.getByText(/^One note was changed in two places/)).toBeVisible();
  await button(mine, 'Choose').click();
  await button(dialog, 'Keep mine').click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => storedTexts(alice)).toEqual(['Trip: mine pack']);
  await expect(theirs.getByRole('article')).toContainText('mine pack');

  await conflict('mine pack');
  await button(dialog, 'Take theirs').click();
  await expect(mine.getByRole('article')).toContainText('theirs mine pack');
  await expect.poll(() => storedTexts(alice)).toEqual(['Trip: theirs mine pack']);

  await conflict('theirs mine pack');
  await button(dialog, 'Keep both').click();
  await expect(mine.getByRole('article')).toContainText('theirs theirs mine pack');
  await expect
    .poll(() => storedTexts(alice))
    .toEqual(['Trip: theirs theirs mine pack', 'Trip (my version): mine theirs mine pack']);
});

test('design §3 notes: edits of different paragraphs merge unasked, offline too', async ({
  alice,
}) => {
  const { mine, theirs } = await openTwice(alice, 'pack\n\nboots');
  await startEdit(mine);
  await typeInto(mine, 'mine ');
  await startEdit(theirs);
  await editorOf(theirs).press('Control+End');
  await editorOf(theirs).pressSequentially(' theirs');
  await button(theirs, 'Save').click();
  await expect.poll(() => storedTexts(alice)).toEqual(['Trip: pack\n\nboots theirs']);
  await button(mine, 'Save').click();
  await expect.poll(() => storedTexts(alice)).toEqual(['Trip: mine pack\n\nboots theirs']);
  for (const tab of [mine, theirs]) {
    await expect(tab.getByRole('article')).toContainText('mine pack');
    await expect(tab.getByRole('article')).toContainText('boots theirs');
  }

  // Another device, and no network here.
  const note = (await storedNotes(alice))[0];
  if (!note) throw new Error('There is no note');
  await mine.context().setOffline(true);
  await startEdit(mine);
  await typeInto(mine, 'first ');
  await button(mine, 'Save').click();
  await expect(toast(mine, 'Success', 'Note updated successfully')).toBeVisible();
  await expect(mine.getByRole('article')).toContainText('first mine pack');
  await startEdit(mine);
  await typeInto(mine, 'very ');
  await button(mine, 'Save').click();
  await changeElsewhere(alice, 'notes', note, { content: 'mine pack\n\nboots theirs last' });
  await expect(mine.getByRole('article')).toContainText('very first mine pack');
  await mine.context().setOffline(false);
  await expect
    .poll(() => storedTexts(alice))
    .toEqual(['Trip: very first mine pack\n\nboots theirs last']);
  await expect(mine.getByRole('article')).toContainText('boots theirs last');
  await expect(theirs.getByRole('article')).toContainText('very first mine pack');
  await expect(mine.getByRole('dialog')).toHaveCount(0);
});

test('design §3 notes: a note deleted or changed elsewhere while it is edited loses nothing', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.uid);

  await test.step('Edit Note changes only what was changed in it', async () => {
    const work = await addFolder(alice, 'Work');
    await openRowMenu(page, 'Note', 'Trip');
    await page.getByRole('menuitem', { name: 'Edit Note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Note' });
    await dialog.getByLabel('Title').fill('Journey');
    await changeElsewhere(alice, 'notes', note, { folder_uid: work.uid, content: 'pack boots' });
    await expect(page.getByRole('article', { includeHidden: true })).toContainText('pack boots');
    await button(dialog, 'Save').click();
    await expect(button(page, 'Journey')).toBeVisible();
    await expect
      .poll(() => storedNotes(alice))
      .toMatchObject([{ title: 'Journey', content: 'pack boots', folder_uid: work.uid }]);
  });

  await test.step('a note deleted elsewhere while it is edited comes back by saving', async () => {
    await changeElsewhere(alice, 'notes', note, { title: 'Trip', content: 'pack\n\nend' });
    await expect(button(page, 'Trip')).toBeVisible();
    await expect(page.getByRole('article')).toContainText('end');
    await startEdit(page);
    await typeInto(page, 'mine ');
    await deleteElsewhere(alice, 'notes', note);
    const gone = page.getByText('This note was deleted elsewhere. Saving brings it back.');
    await expect(gone).toBeVisible();
    await expect(editorOf(page)).toContainText('mine pack');
    await button(page, 'Save').click();
    await expect(page.getByRole('article')).toContainText('mine pack');
    await expect(button(page, 'Trip')).toBeVisible();
    await expect.poll(() => storedTexts(alice)).toEqual(['Trip: mine pack\n\nend']);

    await test.step('also when nothing was typed yet', async () => {
      await startEdit(page);
      await deleteElsewhere(alice, 'notes', note);
      await expect(gone).toBeVisible();
      await button(page, 'Save').click();
      await expect(page.getByRole('article')).toContainText('mine pack');
      await expect.poll(() => storedTexts(alice)).toEqual(['Trip: mine pack\n\nend']);
    });

    await test.step('also when it was changed before it was deleted', async () => {
      await startEdit(page);
      await typeInto(page, 'my ');
      await changeElsewhere(alice, 'notes', note, { content: 'mine pack\n\nend\nboots' });
      await deleteElsewhere(alice, 'notes', note);
      await expect(gone).toBeVisible();
      await button(page, 'Save').click();
      await expect.poll(() => storedTexts(alice)).toEqual(['Trip: my mine pack\n\nend\nboots']);
    });
  });
});

test('design §5 notes: leaving a note or closing a dialog over typed text asks', async ({
  alice,
}) => {
  const trip = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice);

  await test.step('closing a dialog over typed text asks', async () => {
    const question = page.getByRole('dialog', { name: 'Unsaved changes' });
    const create = page.getByRole('dialog', { name: 'New Note' });
    await button(page, 'Create New Note').click();
    await whenOpen(create);
    await page.keyboard.press('Escape');
    await expect(create).toBeHidden();

    await button(page, 'Create New Note').click();
    await typeAndEscape((await whenOpen(create)).getByLabel('Content'), 'typed');
    await expect(question.getByText('This note has changes that are not saved yet.')).toBeVisible();
    await button(question, 'Keep editing').click();
    await expect(create.getByLabel('Content')).toHaveValue('typed');
    await button(create, 'Close').click();
    await button(question, 'Discard').click();
    await expect(create).toBeHidden();
    await page.reload();
    await expect(button(page, 'Trip')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Unsaved texts' })).toBeHidden();

    // The browser's Back closes the window, not the page; and saving is a way out too.
    await button(page, 'Trip').click();
    const edit = page.getByRole('dialog', { name: 'Edit Note' });
    await openRowMenu(page, 'Note', 'Trip');
    await page.getByRole('menuitem', { name: 'Edit Note' }).click();
    await edit.getByLabel('Content').fill('pack all');
    await page.goBack();
    await button(question, 'Save').click();
    await expect(edit).toBeHidden();
    await expect(page.getByRole('article')).toContainText('pack all');
    await expect.poll(() => storedTexts(alice)).toEqual(['Trip: pack all']);

    const folder = page.getByRole('dialog', { name: 'New Folder' });
    await button(page, 'New folder').click();
    await whenOpen(folder);
    await page.goBack();
    await expect(folder).toBeHidden();
    await expect(page.getByRole('article')).toBeVisible();
    await button(page, 'New folder').click();
    await typeAndEscape((await whenOpen(folder)).getByLabel('Name'), 'Work');
    await expect(
      question.getByText('This folder has changes that are not saved yet.'),
    ).toBeVisible();
    await button(question, 'Save').click();
    await expect(button(page, 'Work')).toBeVisible();
  });

  await test.step('leaving a note with unsaved changes asks', async () => {
    await changeElsewhere(alice, 'notes', trip, { content: 'pack' });
    await addNote(alice, 'Other', 'else');
    await expect(button(page, 'Other')).toBeVisible();
    await expect(page.getByRole('article').getByText('pack', { exact: true })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
    await startEdit(page);
    await typeInto(page, 'new ');
    await button(page, 'Other').click();
    await button(dialog, 'Keep editing').click();
    await expect(editorOf(page)).toHaveText('new pack');
    await button(page, 'Other').click();
    await button(dialog, 'Save').click();
    await expect(page.getByRole('heading', { name: 'Other' })).toBeVisible();
    await expect.poll(() => storedTexts(alice)).toEqual(['Trip: new pack', 'Other: else']);
    await startEdit(page);
    await typeInto(page, 'lost ');
    await page.goBack();
    await button(dialog, 'Discard').click();
    await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Unsaved texts' })).toBeHidden();
    await expect.poll(() => storedTexts(alice)).toEqual(['Trip: new pack', 'Other: else']);

    // Leaving the app itself is the browser's to ask.
    await startEdit(page);
    await typeInto(page, 'kept ');
    const asked = page.waitForEvent('dialog');
    const leaving = page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await leaving;
    await expect(editorOf(page)).toHaveText('kept new pack');
  });
});

test('design §5 notes: the session ends while typing; the text is there after logging in', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.uid);
  await startEdit(page);
  await typeInto(page, 'unsaved ');
  await page.getByPlaceholder('Note title...').fill('Journey');
  const tab = await alice.openTab(page, '/contacts');
  await (await openAccountMenu(tab)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Please log in to access your notes', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Log In', exact: true }).click();
  await typeCredentials(page, alice.username, alice.password);
  await signInButton(page).click();
  await expect(page.getByRole('heading', { name: 'Tasks', includeHidden: true })).toBeAttached();
  await page.goto('/notes');
  await expect(page.getByText(/^Unsaved changes to “Journey” from /)).toBeVisible();
  await button(page, 'Restore').click();
  await expect(page.getByPlaceholder('Note title...')).toHaveValue('Journey');
  await expect(editorOf(page)).toHaveText('unsaved pack');
  await button(page, 'Save').click();
  await expect(page.getByRole('article')).toContainText('unsaved pack');
  await expect.poll(() => storedTexts(alice)).toEqual(['Journey: unsaved pack']);
  await page.reload();
  await expect(page.getByRole('article')).toContainText('unsaved pack');
  await expect(page.getByRole('region', { name: 'Unsaved texts' })).toBeHidden();
});
