import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { categoryFilter, whenOpen } from './support/frame.ts';
import {
  addFolder,
  addNote,
  button,
  changeElsewhere,
  openNotes,
  openRowMenu,
  storedNotes,
  storedTexts,
} from './support/notes.ts';
import { addCategories, toast } from './support/tasks.ts';

const sidebarOf = (page: Page) => page.getByRole('navigation', { name: 'Notes' });
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Notes and folders' });

test('spec §2 notes sidebar: 16rem, root notes, the tree with its indents, filters', async ({
  alice,
}) => {
  await alice.client.from('categories').insert({ name: 'Projects', user_id: alice.id });
  let parent: string | null = null;
  for (let level = 0; level < 7; level += 1) {
    parent = (await addFolder(alice, `Level ${level}`, { parent })).uid;
  }
  await addNote(alice, 'Inside', 'pack 100% of the boots', parent);
  await addNote(alice, 'Boots');
  await addFolder(alice, 'Build', { category: 'Projects' });
  const garden = await addFolder(alice, 'Garden', { category: 'Personal' });
  await addNote(alice, 'Beans', 'sow in May', garden.uid);
  const page = await openNotes(alice);
  const sidebar = sidebarOf(page);
  await expect(sidebar.getByRole('heading', { name: 'Notes' })).toBeVisible();
  expect((await sidebar.boundingBox())?.width).toBe(256);
  const levels = Array.from({ length: 7 }, (_, level) => `Level ${level}`);
  const names = rowsOf(page).locator('[data-row] [dir]');
  await expect(names).toHaveText(['Boots', 'Build', 'Garden', 'Beans', ...levels, 'Inside']);

  const lefts = await Promise.all(
    levels.map((name) =>
      button(page, name)
        .locator('svg')
        .first()
        .evaluate((icon) => icon.getBoundingClientRect().left),
    ),
  );
  const steps = lefts.slice(1).map((left, index) => left - (lefts[index] ?? 0));
  expect(steps.slice(0, 4).every((step) => step > 0)).toBe(true);
  expect(steps.slice(4)).toEqual([0, 0]);
  await expect(rowsOf(page).getByRole('listitem').last()).toHaveAttribute('aria-level', '8');

  const level = button(page, 'Level 5');
  await expect(level).toHaveAttribute('aria-expanded', 'true');
  await level.click();
  await expect(level).toHaveAttribute('aria-expanded', 'false');
  await expect(button(page, 'Inside')).toBeHidden();
  await expect(level).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'All Notes').click();
  await expect(level).toHaveAttribute('aria-pressed', 'false');
  await expect(button(page, 'All Notes')).toHaveAttribute('aria-pressed', 'true');
  await level.click();
  await expect(button(page, 'Inside')).toBeVisible();
  const menu = await openRowMenu(page, 'Folder', 'Build');
  await expect(menu.getByRole('menuitem')).toHaveText(['Edit Folder', 'Delete Folder']);
  await whenOpen(menu);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await categoryFilter(page).click();
  await page.getByRole('option', { name: 'Projects' }).click();
  await expect(names).toHaveText(['Boots', 'Build', ...levels, 'Inside']);

  await test.step('design §8: the list and All Notes follow the category and the folder, and say so', async () => {
    const recent = page.getByRole('region', { name: 'Recent notes' });
    await expect(recent.getByText('Showing Level 5.')).toBeVisible();
    await button(recent, 'Show all').click();
    await expect(recent.getByRole('listitem')).toHaveCount(2);
    await expect(sidebar.getByText('Showing Projects.')).toBeVisible();
    await expect(button(page, 'All Notes').locator('..')).toHaveText('All Notes2');
    await button(sidebar, 'Show all').click();
    await expect(recent.getByRole('listitem')).toHaveCount(3);
    await expect(sidebar.getByText('Showing')).toBeHidden();
    await button(page, 'Garden').click();
    await expect(recent.getByRole('listitem')).toHaveText([/^Beans/]);
    await expect(recent.getByText('Showing Garden.')).toBeVisible();
    await button(recent, 'Show all').click();
    await expect(button(page, 'All Notes')).toHaveAttribute('aria-pressed', 'true');
    await expect(recent.getByRole('listitem')).toHaveCount(3);
    await categoryFilter(page).click();
    await page.getByRole('option', { name: 'Projects' }).click();
  });

  const search = page.getByLabel('Search notes');
  await search.fill('boots');
  await expect(names).toHaveText(['Boots', 'Inside']);
  await search.fill('0%');
  await expect(names).toHaveText(['Inside']);
  await search.fill('nowhere');
  await expect(page.getByText('No notes found', { exact: true })).toBeVisible();

  await test.step('design §8: many folders are one line on a phone; each text has its own direction', async () => {
    const { uid } = await addNote(alice, 'שלום', '- واحد\nשורה', parent);
    await addFolder(alice, 'W'.repeat(200));
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`/notes?note=${uid}`);
    const article = page.getByRole('article');
    const path = article.locator('p', { hasText: 'Folder:' });
    await expect(path).toContainText('Level 6');
    expect((await path.boundingBox())?.height).toBeLessThan(28);
    await expect(article.getByRole('heading')).toHaveCSS('direction', 'rtl');
    for (const text of ['واحد', 'שורה']) {
      await expect(article.getByText(text)).toHaveCSS('direction', 'rtl');
    }
    // The bullet stands where the text begins.
    await expect(article.getByRole('list')).toHaveCSS('direction', 'rtl');
    await button(page, 'Edit').click();
    for (const text of ['واحد', 'שורה']) {
      await expect(page.getByLabel('Content').getByText(text)).toHaveCSS('direction', 'rtl');
    }
    await expect(page.getByLabel('Content').getByRole('list')).toHaveCSS('direction', 'rtl');
    await button(page, 'Notes and folders').click();
    const drawer = page.getByRole('dialog', { name: 'Notes and folders' });
    await expect(button(drawer, 'W'.repeat(200))).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('spec §5 folder form: name, category, parent, never below itself; only what was changed', async ({
  alice,
}) => {
  await addCategories(alice, 'Projects');
  const page = await openNotes(alice);

  await test.step('spec §5: name, category, parent, never below itself; §8: toasts', async () => {
    await button(page, 'New folder').click();
    const create = page.getByRole('dialog', { name: 'New Folder' });
    await expect(create.getByLabel('Name')).toBeFocused();
    await button(create, 'Save').click();
    await expect(create.getByText('Name is required', { exact: true })).toBeVisible();
    await create.getByLabel('Name').fill('Work');
    await create.getByLabel('Category').click();
    await page.getByRole('option', { name: 'Projects' }).click();
    await button(create, 'Save').click();
    await expect(toast(page, 'Success', 'Folder created successfully')).toBeVisible();
    const stored = async () =>
      (await alice.client.from('folders').select().throwOnError()).data as { uid: string }[];
    await expect
      .poll(stored)
      .toMatchObject([{ name: 'Work', category: 'Projects', parent_uid: null }]);
    const [work = { uid: '' }] = await stored();
    const below = await addFolder(alice, 'Below', { parent: work.uid });
    await addFolder(alice, 'Bottom', { parent: below.uid });
    const beside = await addFolder(alice, 'Beside');
    const note = await addNote(alice, 'Inside', '', below.uid);
    await expect(button(page, 'Inside')).toBeVisible();

    const edit = page.getByRole('dialog', { name: 'Edit Folder' });
    const editWork = async () => {
      await openRowMenu(page, 'Folder', 'Work');
      await page.getByRole('menuitem', { name: 'Edit Folder' }).click();
      await edit.getByLabel('Parent folder').click();
    };
    await editWork();
    await expect(page.getByRole('option')).toHaveText(['No parent', 'Beside']);
    await page.getByRole('option', { name: 'Beside' }).click();
    // Meanwhile that one was put below it, elsewhere: the database refuses the circle.
    const levelOf = (name: string) => expect(page.locator('li', { has: button(page, name) }));
    await page.context().setOffline(true);
    await changeElsewhere(alice, 'folders', beside, { parent_uid: work.uid });
    await button(edit, 'Save').click();
    await expect(toast(page, 'Success', 'Folder updated successfully')).toBeVisible();
    await expect(edit).toBeHidden();
    await page.context().setOffline(false);
    const refusal = 'A folder cannot be moved into itself or into a folder below it';
    await expect(toast(page, 'Error', refusal)).toBeVisible();
    await levelOf('Work').toHaveAttribute('aria-level', '1');
    await levelOf('Beside').toHaveAttribute('aria-level', '2');
    await changeElsewhere(alice, 'folders', beside, { parent_uid: null });
    await levelOf('Beside').toHaveAttribute('aria-level', '1');
    await editWork();
    await page.getByRole('option', { name: 'Beside' }).click();
    await button(edit, 'Save').click();
    await expect(toast(page, 'Success', 'Folder updated successfully')).toBeVisible();
    await expect(edit).toBeHidden();
    await levelOf('Work').toHaveAttribute('aria-level', '2');

    await button(page, 'Inside').click();
    await expect(page).toHaveURL(new RegExp(`note=${note.uid}$`));
    await openRowMenu(page, 'Folder', 'Beside');
    await page.getByRole('menuitem', { name: 'Delete Folder' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Delete Folder' });
    await expect(
      confirm.getByText('Are you sure you want to delete this folder and all its contents?', {
        exact: true,
      }),
    ).toBeVisible();
    await button(confirm, 'Delete').click();
    await expect(toast(page, 'Success', 'Folder deleted successfully')).toBeVisible();
    await expect(page.getByText('No notes yet', { exact: true })).toBeVisible();
    await expect(page.getByText('Select a note to view', { exact: true })).toBeVisible();
    await expect.poll(() => storedNotes(alice)).toEqual([]);
  });

  await test.step('spec §5: the dialog changes only what was changed in it', async () => {
    await addFolder(alice, 'Home');
    const work = await addFolder(alice, 'Work');
    await openRowMenu(page, 'Folder', 'Work');
    await page.getByRole('menuitem', { name: 'Edit Folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Folder' });
    await dialog.getByLabel('Parent folder').click();
    await page.getByRole('option', { name: 'Home' }).click();
    await changeElsewhere(alice, 'folders', work, { name: 'Labour', category: 'Projects' });
    await expect(page.locator('[data-row]', { hasText: 'Labour' })).toBeAttached();
    await button(dialog, 'Save').click();
    await expect(dialog).toBeHidden();
    const stored = async () => {
      const { data } = await alice.client.from('folders').select().eq('uid', work.uid).single();
      return data;
    };
    await expect.poll(stored).toMatchObject({ name: 'Labour', category: 'Projects' });
    await expect.poll(async () => (await stored()).parent_uid).not.toBeNull();
  });
});

test('design §5 folders: what was moved out of a folder unheard of here stays when it is deleted', async ({
  alice,
}) => {
  const work = await addFolder(alice, 'Work');
  const inside = await addFolder(alice, 'Inside', { parent: work.uid });
  const trip = await addNote(alice, 'Trip', 'pack', work.uid);
  await addNote(alice, 'Old', 'gone', work.uid);
  const page = await alice.open('/health');
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await page.goto('/notes');
  await expect(button(page, 'Old')).toBeVisible();
  await changeElsewhere(alice, 'notes', trip, { folder_uid: null });
  await changeElsewhere(alice, 'folders', inside, { parent_uid: null });
  await openRowMenu(page, 'Folder', 'Work');
  await page.getByRole('menuitem', { name: 'Delete Folder' }).click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expect(toast(page, 'Success', 'Folder deleted successfully')).toBeVisible();
  await expect(rowsOf(page).locator('[data-row] [dir]')).toHaveText(['Trip', 'Inside']);
  await expect.poll(() => storedTexts(alice)).toEqual(['Trip: pack']);
  await expect(rowsOf(page).locator('[data-row] [dir]')).toHaveText(['Trip', 'Inside']);
});
