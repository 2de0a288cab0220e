import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { addNote, editorOf, openNotes, typeInto } from './support/notes.ts';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();

async function storedTexts(actor: Actor) {
  const { data } = await actor.client.from('notes').select().order('id').throwOnError();
  return data.map(({ title, content }) => `${title}: ${content}`);
}

/** Two tabs that both edited the note; the first has saved, the second is asked. */
async function conflict(actor: Actor) {
  const note = await addNote(actor, 'Trip', 'pack');
  const mine = await openNotes(actor, note.id);
  const theirs = await actor.openTab(mine, `/notes?note=${note.id}`);
  await edit(mine);
  await typeInto(mine, 'mine ');
  await edit(theirs);
  await typeInto(theirs, 'theirs ');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByRole('article')).toContainText('theirs pack');
  await expect(mine.getByText('This note was changed elsewhere.', { exact: false })).toBeVisible();
  await mine.getByRole('button', { name: 'Save' }).click();
  const dialog = mine.getByRole('dialog', { name: 'This note was changed elsewhere' });
  await expect(dialog.getByLabel('My version')).toHaveValue('Trip\n\nmine pack');
  await expect(dialog.getByLabel(/^Their version/)).toHaveValue('Trip\n\ntheirs pack');
  return { mine, theirs, dialog };
}

test('design §5 notes: two tabs edit one note, keep both', async ({ alice }) => {
  const { mine, dialog } = await conflict(alice);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(mine.getByRole('article')).toContainText('theirs pack');
  expect(await storedTexts(alice)).toEqual(['Trip: theirs pack', 'Trip (my version): mine pack']);
});

test('design §5 notes: two tabs edit one note, keep mine', async ({ alice }) => {
  const { theirs, dialog } = await conflict(alice);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(theirs.getByRole('article')).toContainText('mine pack');
  expect(await storedTexts(alice)).toEqual(['Trip: mine pack']);
});

test('design §5 notes: two tabs edit one note, take theirs', async ({ alice }) => {
  const { mine, dialog } = await conflict(alice);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect(mine.getByRole('article')).toContainText('theirs pack');
  expect(await storedTexts(alice)).toEqual(['Trip: theirs pack']);
});

test('design §5 notes: a note deleted elsewhere while it is edited can be kept', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.id);
  await edit(page);
  await typeInto(page, 'mine ');
  await alice.client.from('notes').delete().eq('id', note.id).throwOnError();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'This note was deleted elsewhere' });
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('article')).toContainText('mine pack');
  expect(await storedTexts(alice)).toEqual(['Trip: mine pack']);
});

test('issue 5: leaving with unsaved changes asks', async ({ alice }) => {
  const trip = await addNote(alice, 'Trip', 'pack');
  await addNote(alice, 'Other', 'else');
  const page = await openNotes(alice, trip.id);
  const other = page.getByRole('button', { name: 'Other', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  await edit(page);
  await typeInto(page, 'new ');
  await other.click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editorOf(page)).toHaveText('new pack');
  await other.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Other' })).toBeVisible();
  expect(await storedTexts(alice)).toEqual(['Trip: new pack', 'Other: else']);
  await edit(page);
  await typeInto(page, 'lost ');
  await page.getByRole('button', { name: 'Trip', exact: true }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible();
  await expect(page.getByText(/Unsaved changes/)).toBeHidden();
  expect(await storedTexts(alice)).toEqual(['Trip: new pack', 'Other: else']);
});

test('issue 5: the session ends while typing; the text is there after logging in', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const page = await openNotes(alice, note.id);
  await edit(page);
  await typeInto(page, 'unsaved ');
  const tab = await alice.openTab(page, '/contacts');
  await tab.getByRole('button', { name: 'Account' }).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Please log in to access your notes')).toBeVisible();
  await page.getByRole('link', { name: 'Log In' }).click();
  await page.getByLabel('Username').fill(alice.username);
  await page.getByLabel('Password', { exact: true }).fill(alice.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Tasks', includeHidden: true })).toBeAttached();
  await page.goto('/notes');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(editorOf(page)).toHaveText('unsaved pack');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article')).toContainText('unsaved pack');
  expect(await storedTexts(alice)).toEqual(['Trip: unsaved pack']);
});

test('issue 5: kill -9 of the browser in the middle of typing; the text is offered again', async ({
  alice,
  playwright,
  launchOptions,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const signedIn = await alice.open('/contacts');
  const cookies = await signedIn.context().cookies();
  const origin = new URL(signedIn.url()).origin;
  const profile = await mkdtemp(join(tmpdir(), 'almanac-browser-'));
  const launch = async () => {
    const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
    await context.addCookies(cookies);
    const page = context.pages()[0] ?? (await context.newPage());
    return { context, page };
  };
  const first = await launch();
  await first.page.goto(`${origin}/notes?note=${note.id}`);
  await edit(first.page);
  await typeInto(first.page, 'half a sen');
  // What has been typed is on the disk before the browser is gone.
  await expect
    .poll(() =>
      first.page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open('almanac-drafts');
            opening.addEventListener('success', () => {
              const drafts = opening.result.transaction('drafts').objectStore('drafts').getAll();
              drafts.addEventListener('success', () => {
                opening.result.close();
                resolve(drafts.result[0]?.content);
              });
            });
          }),
      ),
    )
    .toBe('half a senpack');
  const session = await first.context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (pid === undefined) throw new Error('The browser does not tell its process');
  const gone = first.context.waitForEvent('close');
  process.kill(pid, 'SIGKILL');
  await gone;

  const second = await launch();
  await second.page.goto(`${origin}/notes`);
  await second.page.getByRole('button', { name: 'Restore' }).click();
  await expect(editorOf(second.page)).toHaveText('half a senpack');
  await second.context.close();
  await rm(profile, { recursive: true, force: true });
});
