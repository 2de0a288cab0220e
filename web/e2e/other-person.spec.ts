import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { storedContacts } from './support/contacts.ts';
import { holdRequests } from './support/frame.ts';
import { addNote, button, editorOf, startEdit, storedTexts, typeInto } from './support/notes.ts';
import { PUSH } from './support/network.ts';
import { box, chooseCategory, quickAdd } from './support/task-actions.ts';
import { addCategories, addTasks, storedTasks } from './support/tasks.ts';

const SECRET = 'Half a secret';

/** Another person signs in to the browser of a page, where no tab of it hears of that. */
async function signInBeside(page: Page, { username, password }: Actor): Promise<void> {
  const answer = await page
    .context()
    .request.post('/api/auth/login', { data: { username, password } });
  expect(answer.ok()).toBe(true);
}

/** What a tab does when its person comes back to it. */
const lookAt = (page: Page) =>
  page.evaluate(
    () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );

test('design §5: when another person signs in to the browser, every tab shows what is theirs', async ({
  alice,
  bob,
}) => {
  await addTasks(alice, { title: 'Private matter' });
  await addTasks(bob, { title: 'Call Cleo' });
  await addNote(alice, 'Diary', 'Dear diary');
  const tasks = await alice.open();
  const notes = await alice.openTab(tasks, '/notes');
  await expect(box(tasks, 'Private matter')).toBeVisible();
  await button(notes, 'Diary').click();
  await expect(notes.getByRole('article')).toContainText('Dear diary');
  await signInBeside(tasks, bob);
  for (const page of [tasks, notes]) await lookAt(page);
  await expect(box(tasks, 'Call Cleo')).toBeVisible();
  await expect(tasks.getByText('Private matter')).toBeHidden();
  await expect(notes.getByText('Diary')).toHaveCount(0);
  await expect(notes.getByText('Dear diary')).toHaveCount(0);
  await addTasks(bob, { title: 'Arrives live' });
  await expect(box(tasks, 'Arrives live')).toBeVisible();
});

test('design §5: what one person typed does not go into the account of the next', async ({
  alice,
  bob,
}) => {
  await addNote(alice, 'Diary', 'Dear diary');
  const task = await alice.open();
  const contact = await alice.openTab(task, '/contacts');
  const note = await alice.openTab(task, '/notes');
  await task.getByTitle('Add new task').click();
  await task.getByRole('dialog').getByLabel('Title').fill(SECRET);
  await contact.getByRole('button', { name: 'Add new contact' }).click();
  await contact.getByRole('dialog').getByLabel('First Name').fill(SECRET);
  await button(note, 'Diary').click();
  await startEdit(note);
  await typeInto(note, SECRET);
  await signInBeside(task, bob);
  for (const page of [task, contact, note]) {
    await lookAt(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(editorOf(page)).toHaveCount(0);
    await expect(page.getByText(SECRET)).toHaveCount(0);
  }
  await task.reload();
  await expect(task.getByRole('dialog')).toHaveCount(0);
  expect(await storedTasks(bob)).toEqual([]);
  expect(await storedContacts(bob)).toEqual([]);
  expect(await storedTexts(bob)).toEqual([]);
  expect(await storedTexts(alice)).toEqual(['Diary: Dear diary']);
});

test('design §5: what one person has not sent waits for them, and goes to nobody else', async ({
  alice,
  bob,
}) => {
  await addCategories(alice, 'Work');
  const page = await alice.open();
  await chooseCategory(page, 'Work');
  // A late request of the page's own beginning would see who is signed in before anything is typed.
  await page.waitForLoadState('networkidle');
  const release = await holdRequests(page, PUSH);
  await quickAdd(page, 'Sent before');
  await expect(box(page, 'Sent before')).toBeVisible();
  await signInBeside(page, bob);
  await quickAdd(page, 'Typed after');
  release();
  // Whoever is signed in is seen with the next request.
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByText('Typed after')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No more tasks due today. Yay!')).toBeVisible();
  expect(await storedTasks(bob)).toEqual([]);

  await signInBeside(page, alice);
  await page.reload();
  await expect(box(page, 'Typed after')).toBeVisible();
  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([{ title: 'Sent before' }, { title: 'Typed after' }]);
  expect(await storedTasks(bob)).toEqual([]);
});
