import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addNote, button, editorOf, startEdit, storedNotes } from './support/notes.ts';

/** What was copied elsewhere; the note that it becomes is in the file of the same name. */
const CLIPBOARDS = {
  'word.html': 'text/html',
  'google-docs.html': 'text/html',
  'web-page.html': 'text/html',
  'text.txt': 'text/plain',
};

/** What a browser hands over when something was copied from another program. */
async function paste(page: Page, kinds: Record<string, string>): Promise<void> {
  await editorOf(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    for (const [kind, text] of Object.entries(data)) clipboardData.setData(kind, text);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, kinds);
}

test('design §5 notes: stored and pasted HTML never runs; pasting keeps what the toolbar knows', async ({
  alice,
}) => {
  const attack = '<img src=x onerror="document.title=\'owned\'">';
  const note = await addNote(alice, attack, attack);
  // Without the policy of the page, which would hold back by itself what got through.
  const page = await alice.open(`/notes?note=${note.uid}`, { bypassCSP: true });
  await expect(page.getByRole('article')).toContainText('<img src=x');
  await startEdit(page);
  const editor = editorOf(page);
  const pasteOver = async (kinds: Record<string, string>, stored: string) => {
    await editor.press('Control+a');
    await paste(page, kinds);
    await editor.press('Control+s');
    await expect(button(page, 'Edit')).toBeVisible();
    await expect.poll(async () => (await storedNotes(alice))[0]?.content).toBe(stored);
    await startEdit(page);
  };
  const web = `<h1>Head</h1><p><b>fat</b> <a href="javascript:void 0">link</a></p><table><tr><td>cell</td></tr></table>${attack}<script>document.title='owned'</script><p onclick="document.title='owned'">a<br>b</p>`;
  await pasteOver({ 'text/html': web }, '# Head\n**fat** link\ncell\na\nb');

  const word = `<html><head><style>p.MsoNormal { margin: 0 }</style></head><body><!--StartFragment--><p class=MsoNormal><b><span style='color:red'>Bold</span></b><i> slanted</i><u> lined</u><o:p></o:p></p><ol start=3><li><p class=MsoNormal>three</p><ul><li>below</li></ul></li></ol><blockquote><p>said</p></blockquote><!--EndFragment--></body></html>`;
  await pasteOver(
    { 'text/html': word },
    '**Bold***\\ slanted*__\\ lined__\n3. three\n  - below\n> said',
  );
  const docs = `<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span><span style="font-style:italic"> slanted</span><span> plain</span></p></b>`;
  await pasteOver({ 'text/html': docs }, '**Bold***\\ slanted* plain');
  await pasteOver({ 'text/plain': '> *a*\r\n\r\n<b>b</b>' }, '\\> \\*a\\*\n\n<b>b</b>');
  await expect(page).not.toHaveTitle('owned');

  for (const [file, kind] of Object.entries(CLIPBOARDS)) {
    await test.step(`the saved clipboard ${file} keeps what can be read`, async () => {
      const [clipboard, expected] = [file, file.replace(/[^.]+$/u, 'note')].map((name) =>
        readFileSync(new URL(`clipboards/${name}`, import.meta.url), 'utf8'),
      );
      await pasteOver(
        { [kind]: (clipboard ?? '').trimEnd() },
        (expected ?? '').replace(/\n$/u, ''),
      );
    });
  }
  await editor.press('Control+a');
  await paste(page, { 'text/html': '<p>a<img src="b"><img src="c"></p>' });
  await expect(page.getByText('2 images were left out', { exact: true })).toBeVisible();
});
