import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addNote, button, editorOf, startEdit, storedTexts, typeInto } from './support/notes.ts';

/** The texts that the browser has on its disk. */
function keptTexts(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('almanac-drafts');
        opening.addEventListener('success', () => {
          const drafts = opening.result.transaction('drafts').objectStore('drafts').getAll();
          drafts.addEventListener('success', () => {
            opening.result.close();
            resolve(drafts.result.map(({ content }: { content: string }) => content).toSorted());
          });
        });
      }),
  );
}

test('design §5 notes: kill -9 of the browser in the middle of typing; the texts are offered again', async ({
  alice,
  playwright,
  launchOptions,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  const signedIn = await alice.open('/health');
  const cookies = await signedIn.context().cookies();
  const origin = new URL(signedIn.url()).origin;
  const profile = await mkdtemp(join(tmpdir(), 'almanac-browser-'));
  const launch = async () => {
    const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
    await context.addCookies(cookies);
    const page = context.pages()[0] ?? (await context.newPage());
    return { context, page };
  };
  const { context, page } = await launch();
  await page.goto(`${origin}/notes?note=${note.uid}`);
  await startEdit(page);
  await typeInto(page, 'half a sen');
  const tab = await context.newPage();
  await tab.goto(`${origin}/notes`);
  await button(tab, 'Create New Note').click();
  await tab.getByLabel('Title').fill('Idea');
  await tab.getByRole('dialog').getByLabel('Content').pressSequentially('what if we');
  await expect.poll(() => keptTexts(page)).toEqual(['half a senpack', 'what if we']);

  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (pid === undefined) throw new Error('The browser does not tell its process');
  const gone = context.waitForEvent('close');
  process.kill(pid, 'SIGKILL');
  await gone;

  const second = await launch();
  await second.page.goto(`${origin}/notes`);
  const offers = second.page.getByRole('region', { name: 'Unsaved texts' });
  const restore = (title: string) =>
    button(offers.locator('div', { hasText: `Unsaved changes to “${title}”` }), 'Restore').click();
  await restore('Idea');
  const dialog = second.page.getByRole('dialog', { name: 'New Note' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Idea');
  await expect(dialog.getByLabel('Content')).toHaveValue('what if we');
  await button(dialog, 'Save').click();
  await button(second.page, 'Cancel').click();
  await restore('Trip');
  await expect(editorOf(second.page)).toHaveText('half a senpack');
  await button(second.page, 'Save').click();
  await expect(second.page.getByRole('article')).toContainText('half a senpack');
  await expect(offers).toBeHidden();
  await expect.poll(() => storedTexts(alice)).toEqual(['Trip: half a senpack', 'Idea: what if we']);
  await second.context.close();
  await rm(profile, { recursive: true, force: true });
});

test('design §5 notes: what is typed right before a reload in a fresh browser is offered again', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const page = await alice.open(`/notes?note=${note.uid}`);
    await startEdit(page);
    await expect(editorOf(page)).toBeFocused();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.evaluate(() => {
      addEventListener('keyup', () => setTimeout(() => location.reload(), 20), { once: true });
    });
    const reloaded = page.waitForEvent('load');
    await page.keyboard.press('x');
    await reloaded;
    await expect(page.getByText(/^Unsaved changes to “Trip” from /)).toBeVisible();
    await button(page, 'Restore').click();
    await expect(editorOf(page)).toHaveText('xpack');
  }
});

test('design §5 notes: a text that version 0.1.0 kept is offered, and becomes a new note', async ({
  alice,
}) => {
  const page = await alice.open('/notes');
  await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
  await page.evaluate(
    (userId) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('almanac-drafts', 1);
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('drafts', 'readwrite');
          const base = { title: 'Idea', content: 'what', folder_id: null };
          const text = { title: 'Idea', content: 'what if', keptAt: 1_790_000_000_000 };
          writing.objectStore('drafts').put({ id: 'old', userId, noteId: 7, base, ...text });
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    alice.id,
  );
  await page.reload();
  await expect(page.getByText(/^Unsaved changes to “Idea” from /)).toBeVisible();
  await button(page, 'Restore').click();
  const dialog = page.getByRole('dialog', { name: 'New Note' });
  await expect(dialog.getByLabel('Content')).toHaveValue('what if');
  await button(dialog, 'Save').click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => storedTexts(alice)).toEqual(['Idea: what if']);
});
