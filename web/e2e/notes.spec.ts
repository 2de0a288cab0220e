import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  addFolder,
  addNote,
  button,
  editorOf,
  openNotes,
  startEdit,
  storedNotes,
} from './support/notes.ts';
import { toast } from './support/tasks.ts';

test('spec §2 notes: created, read, edited with the toolbar and its keys, saved', async ({
  alice,
}) => {
  const work = await addFolder(alice, 'Work');
  const page = await openNotes(alice);

  await test.step('spec §2, §4: nothing selected; a new note is selected and edited in the current folder', async () => {
    await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Choose a note from the sidebar to view and edit its content', {
        exact: true,
      }),
    ).toBeVisible();

    await button(page, 'Create New Note').click();
    const dialog = page.getByRole('dialog', { name: 'New Note' });
    await expect(dialog.getByLabel('Title')).toHaveValue('New Note');
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByLabel('Folder')).toHaveText('No folder');
    await expect(dialog.getByLabel('Content')).toHaveAttribute('rows', '10');
    await dialog.getByLabel('Title').fill(' ');
    await button(dialog, 'Save').click();
    await expect(dialog.getByText('Title is required', { exact: true })).toBeVisible();
    await dialog.getByLabel('Title').fill('Trip');
    await dialog.getByLabel('Title').press('Enter');
    await expect(dialog.getByLabel('Content')).toBeFocused();
    await button(dialog, 'Save').click();
    await expect(toast(page, 'Success', 'Note created successfully')).toBeVisible();
    await expect(page.getByPlaceholder('Note title...')).toHaveValue('Trip');
    await expect(editorOf(page)).toBeFocused();
    await button(page, 'Cancel').click();
    await expect(page.getByRole('article')).toBeVisible();
    await button(page, 'All Notes').click();
    await expect(page.getByRole('region', { name: 'Recent notes' })).toContainText('Trip');
    await button(page, 'Trip').first().click();
    await expect(page.getByRole('article')).toBeVisible();

    await button(page, 'Work').click();
    // Also while a note is read.
    await page.keyboard.press('n');
    const title = page.getByPlaceholder('Note title...');
    await expect(title).toHaveValue('New Note');
    // Nothing was typed: nothing is left, in the trash neither.
    await button(page, 'Cancel').click();
    await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
    await expect
      .poll(async () => (await alice.client.from('notes').select('title')).data)
      .not.toContainEqual({ title: 'New Note' });
    await page.getByTitle('Add new note').click();
    await expect(title).toBeFocused();
    await page.keyboard.type('List');
    await expect(title).toHaveValue('List');
    await page.keyboard.press('Enter');
    await expect(editorOf(page)).toBeFocused();
    await button(page, 'Cancel').click();
    // The click that chose the folder closed it: what is new in it is shown.
    await expect(button(page, 'New Note')).toBeVisible();
    await expect(button(page, 'New Note')).toHaveAttribute('aria-current', 'true');
    await expect
      .poll(() => storedNotes(alice))
      .toMatchObject([
        { title: 'Trip', content: null, folder_uid: null },
        { title: 'New Note', content: '', folder_uid: work.uid },
      ]);
  });

  await test.step('spec §2: reading, editing with the toolbar and its keys, saving', async () => {
    const below = await addFolder(alice, 'Below', { parent: work.uid });
    const note = await addNote(alice, 'Read', '', below.uid);
    await button(page, 'Read').click();
    const article = page.getByRole('article', { name: 'Read' });
    await expect(article.getByText(/^Created: [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(article.getByText(/^Updated: [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(
      article.getByText('This note is empty. Click Edit to add content.', { exact: true }),
    ).toBeVisible();
    await expect(article.locator('p', { hasText: 'Folder:' })).toHaveText('Folder:WorkBelow');

    await startEdit(page);
    const editor = editorOf(page);
    await expect(
      page.locator('[data-placeholder="Write your note content here..."]'),
    ).toBeVisible();
    await editor.press('Control+b');
    await expect(button(page, 'Bold')).toHaveAttribute('aria-pressed', 'true');
    await editor.pressSequentially('bold');
    await editor.press('Control+b');
    await editor.pressSequentially(' ');
    await button(page, 'Italic').click();
    await editor.pressSequentially('slanted');
    await editor.press('Control+i');
    await editor.press('Control+u');
    await editor.pressSequentially('lined');
    await button(page, 'Underline').click();
    await expect(button(page, 'Underline')).toHaveAttribute('aria-pressed', 'false');
    await editor.press('Enter');
    await button(page, 'Bulleted list').click();
    // The first letter of a paragraph is put in by us, which no moved element leads astray.
    const inserted = await watchInsertions(editor);
    await editor.pressSequentially('one');
    expect(await inserted()).toEqual(['n', 'e']);
    await editor.press('Enter');
    await editor.press('Enter');
    await button(page, 'Numbered list').click();
    await editor.pressSequentially('first');
    await editor.press('Shift+Enter');
    await editor.pressSequentially('second');
    await editor.press('Enter');
    await editor.press('Enter');
    await button(page, 'Quote').click();
    await editor.pressSequentially('*said*');
    await editor.press('Control+s');
    await expect(toast(page, 'Success', 'Note updated successfully')).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect
      .poll(async () => (await storedNotes(alice)).find(({ uid }) => uid === note.uid)?.content)
      .toBe('**bold** *slanted*__lined__\n- one\n1. first\n2. second\n> \\*said\\*');
    await expect(article.locator('strong')).toHaveText('bold');
    await expect(article.locator('em')).toHaveText('slanted');
    await expect(article.locator('u')).toHaveText('lined');
    await expect(article.locator('ol > li')).toHaveText(['first', 'second']);
    await expect(article.getByRole('blockquote')).toHaveText('*said*');
  });

  await test.step('spec §3 markup: typed at the start of a line, ticked and opened', async () => {
    const note = await addNote(alice, 'Typed');
    await button(page, 'Typed').click();
    await startEdit(page);
    const editor = editorOf(page);
    await editor.pressSequentially('# Head\n[] milk\nbread\n\n---a `b` https://c.test/d\n``` x');
    await editor.press('Control+a');
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Heading 1',
      'Heading 2',
      'Heading 3',
      'Checklist',
      'Code',
      'Code block',
      'Rule',
      'Link…',
    ]);
    await page.keyboard.press('Escape');
    await editor.press('Control+s');
    const stored = '# Head\n- [ ] milk\n- [ ] bread\n---\na `b` https://c.test/d\n```\nx\n```';
    const content = async () =>
      (await storedNotes(alice)).find(({ uid }) => uid === note.uid)?.content;
    await expect.poll(content).toBe(stored);
    const article = page.getByRole('article', { name: 'Typed' });
    await article.getByRole('checkbox', { name: 'bread' }).check();
    await expect.poll(content).toBe(stored.replace('[ ] bread', '[x] bread'));
    await expect(article.getByRole('checkbox', { name: 'bread' })).toBeChecked();
    await page.context().route('https://c.test/*', (route) => route.fulfill({ body: 'there' }));
    const link = article.getByRole('link');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await expect(opened).toHaveURL('https://c.test/d');
    await opened.close();
    await startEdit(page);
    const address = editorOf(page).getByText('https://c.test/d');
    const [again] = await Promise.all([
      page.waitForEvent('popup'),
      address.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await expect(again).toHaveURL('https://c.test/d');
    await again.close();
    await button(page, 'Cancel').click();
  });

  await test.step('spec §9: the editor is 384 to 600 px high; a triple click selects a block', async () => {
    const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
    await addNote(alice, 'Short', 'alpha beta\n- gamma delta\n- epsilon');
    await addNote(alice, 'Tall', long);
    await button(page, 'Tall').click();
    const scroller = editorOf(page).locator('..');
    const firstLine = page.getByText('line 0', { exact: true });
    const placesOf = () =>
      firstLine.evaluate((line) => {
        const text = document.createRange();
        text.selectNodeContents(line);
        const { x, y, width, height } = text.getBoundingClientRect();
        const { fontSize, lineHeight, color } = getComputedStyle(line);
        return { x, y, width, height, fontSize, lineHeight, color };
      });
    const read = await placesOf();
    expect(read).toMatchObject({ fontSize: '17px', lineHeight: '28px' });
    await startEdit(page);
    await expect(editorOf(page)).toBeVisible();
    // design §8: read or edited, the text is at the same place, in the same type.
    expect(await placesOf()).toEqual(read);
    await expect(scroller).toHaveCSS('max-height', '600px');
    const height = async () => (await scroller.boundingBox())?.height;
    await expect.poll(height).toBe(600);
    await button(page, 'Short').click();
    await startEdit(page);
    await expect.poll(height).toBe(384);
    for (const block of ['alpha beta', 'gamma delta']) {
      await editorOf(page).getByText(block).click({ clickCount: 3 });
      expect(await page.evaluate(() => String(getSelection()))).toBe(block);
    }
  });
});

/** What the browser itself puts into the text from now on, until it is asked for. */
async function watchInsertions(editor: Locator): Promise<() => Promise<(string | null)[]>> {
  const seen = await editor.evaluateHandle((element) => {
    const inserted: (string | null)[] = [];
    element.addEventListener('beforeinput', (event) => {
      if (event instanceof InputEvent) inserted.push(event.data);
    });
    return inserted;
  });
  return () => seen.jsonValue();
}
