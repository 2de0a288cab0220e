import { expect, test } from './fixtures.ts';
import {
  addManyNotes,
  addNote,
  button,
  longNote,
  openNotes,
  startEdit,
  storedNotes,
  typeInto,
} from './support/notes.ts';

// A trace draws the page at each step, which takes longer here than the steps.
test.use({ trace: 'off' });

test('design §5 notes: 5,000 notes in 500 folders 8 deep: all there, and few in the page', async ({
  alice,
}) => {
  await addManyNotes(alice);
  const { uid } = await addNote(alice, 'At the root', 'opened');
  const page = await openNotes(alice);
  await expect(button(page, 'At the root')).toBeVisible();
  await expect(page.getByText('5001', { exact: true })).toBeVisible();
  expect(await page.getByRole('listitem').count()).toBeLessThan(80);
  await button(page, 'At the root').click();
  await expect(page.getByRole('article')).toContainText('opened');
  await button(page, 'At the root').focus();
  await page.keyboard.press('End');
  const last = page.locator('li:focus-within');
  await expect(last).toHaveAttribute('aria-posinset', '5501');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(`note=${uid}$`));
  // Opened anew, the list shows where the open note is.
  await page.reload();
  await expect(page.locator('[data-row][aria-current]')).toBeInViewport();
});

test('design §5 notes: a note of 200 kB opens, is edited and saved', async ({ alice }) => {
  const note = await addNote(alice, longNote.title, longNote.content);
  const page = await openNotes(alice, note.uid);
  // Not by `expect`: where its first look fails it describes the page, 2,000 lines for 10 seconds.
  const line = (text: string) => page.getByRole('article').getByText(text);
  await line(longNote.end).waitFor();
  await startEdit(page);
  await typeInto(page, 'x');
  await button(page, 'Save').click();
  await line('x0 word').waitFor();
  const isStored = async () => (await storedNotes(alice))[0]?.content === `x${longNote.content}`;
  await expect.poll(isStored).toBe(true);
});
