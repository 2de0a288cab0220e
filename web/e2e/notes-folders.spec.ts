import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { addFolder, addNote, editorOf, openNotes } from './support/notes.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function folderOf(actor: Actor, id: number) {
  const { data } = await actor.client
    .from('notes')
    .select('folder_id')
    .eq('id', id)
    .single()
    .throwOnError();
  return data.folder_id as number | null;
}

async function dragTo(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag');
  await page.mouse.move(start.x + 60, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 70, start.y + start.height / 2 + 10);
  await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

test('§2 notes sidebar: 16rem wide, open at the start, a click closes a folder', async ({
  alice,
}) => {
  const work = await addFolder(alice, 'Work');
  await addNote(alice, 'Inside', '', work.id);
  const page = await openNotes(alice);
  const sidebar = page.getByRole('navigation', { name: 'Notes' });
  await expect(sidebar.getByRole('heading', { name: 'Notes' })).toBeVisible();
  expect((await sidebar.boundingBox())?.width).toBe(256);
  await expect(row(page, 'Work')).toHaveAttribute('aria-expanded', 'true');
  await expect(row(page, 'Inside')).toBeVisible();
  await row(page, 'Work').click();
  await expect(row(page, 'Inside')).toBeHidden();
  await expect(row(page, 'Work')).toHaveAttribute('aria-pressed', 'true');
  await row(page, 'All Notes').click();
  await expect(row(page, 'All Notes')).toHaveAttribute('aria-pressed', 'true');
});

test('§5 folder form: name required, none, not below itself; §8 toasts', async ({ alice }) => {
  await alice.client.from('categories').insert({ name: 'Projects', user_id: alice.id });
  const page = await openNotes(alice);
  await page.getByRole('button', { name: 'New folder' }).click();
  const create = page.getByRole('dialog', { name: 'New Folder' });
  await create.getByRole('button', { name: 'Save' }).click();
  await expect(create.getByText('Name is required')).toBeVisible();
  await create.getByLabel('Name').fill('Work');
  await create.getByLabel('Category').click();
  await page.getByRole('option', { name: 'Projects' }).click();
  await create.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Folder created successfully', { exact: true })).toBeVisible();
  const { data } = await alice.client.from('folders').select().single().throwOnError();
  expect(data).toMatchObject({ name: 'Work', category: 'Projects', parent_id: null });
  await addFolder(alice, 'Below', { parent: Number(data.id) });
  await addFolder(alice, 'Beside');
  await expect(row(page, 'Beside')).toBeVisible();

  await row(page, 'Work').hover();
  await page.getByRole('button', { name: 'Folder menu: Work' }).click();
  await page.getByRole('menuitem', { name: 'Edit Folder' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Folder' });
  await edit.getByLabel('Parent folder').click();
  await expect(page.getByRole('option')).toHaveText(['No parent', 'Beside']);
  await page.getByRole('option', { name: 'Beside' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Folder updated successfully', { exact: true })).toBeVisible();

  await row(page, 'Beside').hover();
  await page.getByRole('button', { name: 'Folder menu: Beside' }).click();
  await page.getByRole('menuitem', { name: 'Delete Folder' }).click();
  await expect(
    page.getByText('Are you sure you want to delete this folder and all its contents?'),
  ).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Folder deleted successfully', { exact: true })).toBeVisible();
  await expect(row(page, 'Work')).toBeHidden();
});

test('§5 notes category filter hides folders of other categories', async ({ alice }) => {
  await alice.client.from('categories').insert({ name: 'Projects', user_id: alice.id });
  await addFolder(alice, 'Build', { category: 'Projects' });
  await addFolder(alice, 'Garden', { category: 'Personal' });
  await addFolder(alice, 'Any');
  const page = await openNotes(alice);
  await expect(row(page, 'Garden')).toBeVisible();
  await page.getByLabel('Category').click();
  await page.getByRole('option', { name: 'Projects' }).click();
  await expect(row(page, 'Garden')).toBeHidden();
  await expect(row(page, 'Build')).toBeVisible();
  await expect(row(page, 'Any')).toBeVisible();
});

test('§4 notes: a note is dragged onto a folder and onto All Notes', async ({ alice }) => {
  const work = await addFolder(alice, 'Work');
  const note = await addNote(alice, 'Trip');
  const page = await openNotes(alice);
  await expect(row(page, 'Trip')).toBeVisible();
  await dragTo(page, row(page, 'Trip'), row(page, 'Work'));
  await expect.poll(() => folderOf(alice, note.id)).toBe(work.id);
  await dragTo(page, row(page, 'Trip'), row(page, 'All Notes'));
  await expect.poll(() => folderOf(alice, note.id)).toBeNull();
});

test('§8 notes: a move that fails goes back without a message', async ({ alice }) => {
  await addFolder(alice, 'Work');
  await addNote(alice, 'Trip');
  const page = await openNotes(alice);
  await expect(row(page, 'Trip')).toBeVisible();
  await page.route('**/rest/v1/notes*', (route) => route.abort());
  const refused = page.waitForEvent('requestfailed');
  await dragTo(page, row(page, 'Trip'), row(page, 'Work'));
  await refused;
  await expect(page.locator('li', { hasText: 'Trip' })).toHaveAttribute('aria-level', '1');
  await expect(page.getByText('Error', { exact: true })).toBeHidden();
});

test('§4 notes: moved, opened, edited and saved by keyboard only', async ({ alice }) => {
  const work = await addFolder(alice, 'Work');
  const note = await addNote(alice, 'Trip');
  const page = await openNotes(alice);
  await row(page, 'Trip').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Work')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(row(page, 'Move Trip')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Trip is over/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Trip is over Work.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(() => folderOf(alice, note.id)).toBe(work.id);
  await row(page, 'Trip').focus();
  await page.keyboard.press('Enter');
  await row(page, 'Edit').focus();
  await page.keyboard.press('Enter');
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type('by hand');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('article')).toContainText('by hand');
});

test('issue 5: the search finds titles and contents', async ({ alice }) => {
  await addNote(alice, 'Trip', 'pack 100% of the boots');
  await addNote(alice, 'Boots');
  await addNote(alice, 'Other', 'nothing');
  const page = await openNotes(alice);
  await page.getByLabel('Search notes').fill('boots');
  await expect(row(page, 'Trip')).toBeVisible();
  await expect(row(page, 'Boots')).toBeVisible();
  await expect(row(page, 'Other')).toBeHidden();
  await page.getByLabel('Search notes').fill('0%');
  await expect(row(page, 'Boots')).toBeHidden();
  await expect(row(page, 'Trip')).toBeVisible();
});

test('§2 notes on a phone: the sidebar is a drawer', async ({ alice }) => {
  const work = await addFolder(alice, 'Work');
  await addNote(alice, 'Trip', 'pack', work.id);
  const page = await alice.open('/notes', PHONE);
  await page.getByRole('button', { name: 'Notes and folders' }).click();
  const drawer = page.getByRole('dialog', { name: 'Notes and folders' });
  await drawer.getByRole('button', { name: 'Trip', exact: true }).tap();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('article')).toContainText('pack');
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await expect(editorOf(page)).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(360);
});

for (const theme of ['light', 'dark'] as const) {
  for (const [device, options] of [
    ['desktop', {}],
    ['phone', PHONE],
  ] as const) {
    test(`design §8 notes: axe finds nothing, ${theme}, ${device}`, async ({ alice }) => {
      await alice.client.from('profiles').update({ theme }).eq('id', alice.id).throwOnError();
      const work = await addFolder(alice, 'Work');
      const note = await addNote(alice, 'Trip', '**pack**\n- a\n> b', work.id);
      const page = await alice.open(`/notes?note=${note.id}`, {
        ...options,
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      const check = async () =>
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await expect(page.getByRole('article')).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(editorOf(page)).toBeVisible();
      await check();
      if (device === 'phone') await page.getByRole('button', { name: 'Notes and folders' }).click();
      await expect(row(page, 'Work')).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'New folder' }).click();
      await expect(page.getByRole('dialog', { name: 'New Folder' })).toBeVisible();
      await check();
    });
  }
}
